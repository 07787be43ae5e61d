import Foundation
import OpenMarket

/// An address in a page: a path of this server, an absolute URL of the web, or an address of mail or a telephone number. No other scheme
/// can be made, so that no link runs a script, and a path never begins with two slashes, which would name another host.
struct PageURL: Sendable, Equatable {
  /// Percent-encoded.
  let text: String

  /// A path of this server with a query. Components are percent-encoded one by one; empty ones are left out.
  init(_ components: [String], _ query: [(name: String, value: String)] = [], fragment: String? = nil) {
    var text = components.filter { !$0.isEmpty }.map { "/" + $0.percentEncoded }.joined()
    if text.isEmpty { text = "/" }
    var separator = "?"
    for (name, value) in query {
      text += separator + name.percentEncoded + "=" + value.percentEncoded
      separator = "&"
    }
    self.text = text + (fragment.map { "#" + $0.percentEncoded } ?? "")
  }

  /// A path of components that are written in the source and numbers.
  init(_ component: StaticString, _ number: Int) { text = "/\(component)/\(number)" }

  /// An image, at the path that the API gives it.
  init(_ image: StoredImage) { text = image.path }

  /// A smaller copy of an image.
  init(_ image: StoredImage, _ size: ThumbnailSize) { text = size.path(of: image) }

  /// A place on the same page.
  init(fragment: String) { text = "#" + fragment.percentEncoded }

  /// An absolute URL. Nil for one without a host, and for schemes other than http and https.
  init?(absolute url: URL) {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      return nil
    }
    text = url.absoluteString
  }

  /// The address that a person has written to be reached by: a page, mail or a telephone number; nil for other text.
  ///
  /// - Parameter subject: That of a new mail.
  init?(contact text: String, subject: String? = nil) {
    if text.contains("://"), !text.contains(where: \.isWhitespace), let url = URL(string: text),
      let page = PageURL(absolute: url)
    {
      self = page
    } else if text.wholeMatch(of: /[^\s@<>"\/?#]+@[^\s@<>"\/?#.]+(\.[^\s@<>"\/?#.]+)+/) != nil {
      let address = text.split(separator: "@").map { String($0).percentEncoded }.joined(separator: "@")
      self.text = "mailto:" + address + (subject.map { "?subject=" + $0.percentEncoded } ?? "")
    } else if text.wholeMatch(of: /\+?[0-9][0-9 ()\-.\/]{3,30}[0-9]/) != nil {
      self.text = "tel:" + text.filter { $0 == "+" || $0.isASCII && $0.isNumber }
    } else {
      return nil
    }
  }

  /// A path below the address of the market.
  init(_ path: PageURL, below base: URL) {
    let prefix = PageURL(absolute: base)?.text ?? ""
    text = (prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix) + path.text
  }

  private init(encoded text: String) { self.text = text }

  /// With these items behind those of its query.
  func adding(_ query: [(name: String, value: String)]) -> PageURL {
    let added = PageURL([], query).text.dropFirst()
    let fragment = text.firstIndex(of: "#").map { String(text[$0...]) } ?? ""
    let address = String(text.dropLast(fragment.count))
    return PageURL(
      encoded: address + (address.contains("?") ? "&" + added.dropFirst() : added) + fragment)
  }

  static let front = PageURL([])
}
