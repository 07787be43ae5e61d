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
      let name = word.trimmingSuffix { ".,;:!?)".contains($0) }
      if let url = PageURL(contact: String(name)), name.contains("@") || name.contains("://") {
        element("a", [.href(url)], text: String(name))
        self.text(String(word[name.endIndex...]))
      } else {
        self.text(String(word))
      }
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isDropped(last) { rest.removeLast() }
    return rest
  }
}
