import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The page about the shop: the text that its operator has written, in paragraphs and with its links.
enum AboutPage {
  static func response(to page: PageRequest) throws -> HTTPResponse {
    guard let text = page.shop.about else { throw PageError.notFound }
    return Layout.narrow(
      SitePage.about.words, for: page, canonical: PageURL(page.path)
    ) { html in
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for paragraph in lines.split(whereSeparator: { $0.allSatisfy(\.isWhitespace) }) {
        html.element("p", [.class("prose"), .token(.dir, "auto")]) { html in
          html.linked(paragraph.joined(separator: "\n"))
        }
      }
    }
  }
}

extension HTML {
  /// Appends text in which addresses of pages and of mail are links.
  fileprivate mutating func linked(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      self.text(String(rest.prefix(while: \.isWhitespace)))
      rest = rest.drop(while: \.isWhitespace)
      let word = rest.prefix { !$0.isWhitespace }
      rest = rest[word.endIndex...]
      let name = String(word.dropLast(word.reversed().prefix { ".,;:!?)".contains($0) }.count))
      if let url = PageURL(contact: name), name.contains("@") || name.contains("://") {
        element("a", [.href(url)], text: name)
        self.text(String(word.dropFirst(name.count)))
      } else {
        self.text(String(word))
      }
    }
  }
}
