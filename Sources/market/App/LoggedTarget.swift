import Console
import Foundation
import OpenMarket
import Storefront

/// A request target for the log: deletion tokens and values of unknown query items are masked, control characters are escaped.
///
/// A path of v2 may end in a token that deletes an item. In a path that contains a component of the API's
/// name, every component is masked except the API's fixed words and numbers; double slashes, percent-encoding and
/// prefixes make no difference.
struct LoggedTarget: Sendable {
  let text: String
  /// The components and query values that are masked in `text`, as they were sent.
  let masked: [String]

  init(_ target: String) {
    guard Self.mayHoldSecret(target) else {
      (text, masked) = (target.sanitized, [])
      return
    }
    let path = target.prefix { $0 != "?" }
    var masked: [String] = []
    let components = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isAPI = components.flatMap { ($0.percentDecoded ?? $0).split(separator: "/") }
      .contains { Self.apiNames.contains($0.lowercased()) }
    let shown = components.map { component in
      if !isAPI || Self.isPlain(component) { return component }
      masked.append(component)
      return Self.mask
    }
    let query = target[path.endIndex...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
      .map { pair in
        let name = pair.prefix { $0 != "=" }
        let value = name == pair ? name : pair.dropFirst(name.count + 1)
        guard !value.isEmpty, !Self.shownNames.contains(String(name)) else { return String(pair) }
        masked.append(String(value))
        return pair.dropLast(value.count) + Self.mask
      }
    let mark = path.endIndex < target.endIndex ? "?" : ""
    text = (shown.joined(separator: "/") + mark + query.joined(separator: "&")).sanitized
    self.masked = masked
  }

  /// Whether the target has a query, is percent-encoded, or names the API. Few targets do, so this check is faster
  /// than masking; a busy server logs tens of thousands of targets a second.
  private static func mayHoldSecret(_ target: String) -> Bool {
    target.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "%") }
      || target.split(separator: "/").contains { component in
        apiNames.contains { $0.utf8.count == component.utf8.count && $0 == component.lowercased() }
      }
  }

  private static func isPlain(_ component: String) -> Bool {
    words.contains(component)
      || component.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static let apiNames = ["api", "products"]
  private static let words = ["api", "products", "secret", "archived"]
  /// The query items whose values are shown. Any other may be a password that was sent in the wrong place.
  private static let shownNames = LocalMarket.queryNames.union(Storefront.queryNames)
  private static let mask = "…"
}

/// The targets of a batch of lines, each masked once.
struct LoggedTargets {
  private var texts: [String: String] = [:]

  mutating func text(of target: String) -> String {
    if let text = texts[target] { return text }
    let text = LoggedTarget(target).text
    texts[target] = text
    return text
  }
}
