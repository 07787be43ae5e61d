import Foundation
import SystemSupport
import Wording

/// Surrounds the contents of every page with the head, the banner with search and navigation, and the footer.
struct Layout {
  /// The title of the page; nil on the front page.
  var title: String?
  var description: String?
  /// The address of the page without preferences; nil for a page that search engines leave out.
  var canonical: PageURL?
  /// An image for links to the page.
  var image: PageURL?
  /// The kind of the page for links to it (Open Graph).
  var kind: StaticString = "website"
  /// The address of the next and the previous part of a list.
  var next: PageURL?
  var previous: PageURL?
  /// The text of the search field.
  var search: String?
  /// Whether the page has a form of a seller.
  var isSelling = false
  /// JSON-LD.
  var data: [UInt8]?

  func page(
    for page: PageRequest, timeZone: TimeZone? = nil, _ contents: (inout HTML) -> Void
  ) -> HTML {
    var html = HTML(page.format(timeZone: timeZone), hasThumbnails: page.market.hasThumbnails)
    let name = page.shop.title ?? html.format.text(LocalizedPhrase("Market"))
    html.markup("<!doctype html>")
    html.element(
      "html",
      [
        .text(.lang, page.preferences.language.rawValue),
        .text(.dataScroll, page.preferences.scroll.rawValue),
      ] + (page.market.changeNumber.map { [.text(.dataNumber, String($0))] } ?? [])
    ) { html in
      html.element("head") { head(&$0, page, name) }
      html.element("body") { html in
        html.element(
          "a", [.class("skip"), .href(PageURL(fragment: "main"))], LocalizedPhrase("Skip to the content"))
        banner(&html, page, name)
        html.element(
          "main",
          [
            .id("main"), .token(.tabindex, "-1"), .phrase(.dataNews, LocalizedPhrase("New items: {count}")),
            .phrase(.dataChanged, LocalizedPhrase("Changed items: {count}")),
            .phrase(.dataEnded, LocalizedPhrase("no longer for sale")),
          ], contents)
        footer(&html, page)
      }
    }
    return html
  }

  private func head(_ html: inout HTML, _ page: PageRequest, _ name: String) {
    let heading = title.map { $0 + " – " + name } ?? name
    html.markup("<meta charset=\"utf-8\">")
    html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    html.markup("<meta name=\"color-scheme\" content=\"light dark\">")
    html.element("title", text: heading)
    if let description { html.void("meta", [.token(.name, "description"), .text(.content, description)]) }
    html.void("link", [.token(.rel, "stylesheet"), .href(AssetFile.style.url)])
    if let colour = page.shop.colour { html.void("link", [.token(.rel, "stylesheet"), .href(colour.url)]) }
    html.element("script", [.token(.type, "module"), .address(.src, AssetFile.script.url)]) { _ in }
    if isSelling {
      html.element("script", [.token(.type, "module"), .address(.src, AssetFile.selling.url)]) { _ in }
    }
    html.void("link", [.token(.rel, "icon"), .token(.type, "image/svg+xml"), .href(AssetFile.icon.url)])
    html.void(
      "link",
      [
        .token(.rel, "alternate"), .token(.type, "application/atom+xml"), .text(.title, name),
        .href(PageURL(["feed.atom"])),
      ])
    if let next { html.void("link", [.token(.rel, "next"), .href(next)]) }
    if let previous { html.void("link", [.token(.rel, "prev"), .href(previous)]) }
    guard let canonical else {
      html.markup("<meta name=\"robots\" content=\"noindex\">")
      return
    }
    let named = canonical.adding(in: page.preferences.language)
    let address = PageURL(page.preferences.isLanguageNamed ? named : canonical, below: page.base)
    html.void("link", [.token(.rel, "canonical"), .href(address)])
    for language in Preferences.Language.allCases {
      let other = PageURL(canonical.adding(in: language), below: page.base)
      html.void(
        "link", [.token(.rel, "alternate"), .text(.hreflang, language.rawValue), .href(other)])
    }
    // In the language that a reader prefers.
    html.void(
      "link",
      [
        .token(.rel, "alternate"), .token(.hreflang, "x-default"),
        .href(PageURL(canonical, below: page.base)),
      ])
    html.void("meta", [.token(.property, "og:type"), .token(.content, kind)])
    html.void("meta", [.token(.property, "og:site_name"), .text(.content, name)])
    html.void("meta", [.token(.property, "og:title"), .text(.content, title ?? name)])
    html.void("meta", [.token(.property, "og:url"), .address(.content, address)])
    if let description {
      html.void("meta", [.token(.property, "og:description"), .text(.content, description)])
    }
    if let image {
      html.void(
        "meta", [.token(.property, "og:image"), .address(.content, PageURL(image, below: page.base))])
    }
    if let data { html.data("application/ld+json", json: data) }
  }

  private func banner(_ html: inout HTML, _ page: PageRequest, _ name: String) {
    html.element("header", [.class("banner")]) { html in
      html.element("div", [.class("wide bar")]) { html in
        html.element("a", [.class("brand"), .href(.front)]) { html in
          if let logo = page.shop.logo {
            html.void(
              "img",
              [
                .address(.src, PageURL(["assets", "logo." + logo])), .class("logo"), .token(.alt, ""),
                .token(.height, "32"),
              ])
          } else {
            html.markup("<span class=\"mark\" aria-hidden=\"true\"></span>")
          }
          html.isolated(name)
        }
        html.element(
          "form", [.class("search"), .token(.role, "search"), .address(.action, PageURL(["search"]))]
        ) { html in
          html.element("label", [.class("unseen"), .token(.for, "q")], LocalizedPhrase("Search for"))
          html.void(
            "input",
            [
              .token(.type, "search"), .token(.name, "q"), .id("q"), .text(.value, search ?? ""),
              .token(.maxlength, "200"), .phrase(.placeholder, LocalizedPhrase("Search the market")),
              .token(.autocomplete, "off"), .flag(.required),
            ])
          html.element("button", [.token(.type, "submit")], LocalizedPhrase("Search"))
        }
        html.element("nav", [.label(LocalizedPhrase("Pages"))]) { html in
          link(&html, page, "best-sellers", LocalizedPhrase("Best sellers"), if: page.market.hasRankings)
          link(&html, page, "price-list", LocalizedPhrase("Price list"))
          link(&html, page, "sell", LocalizedPhrase("Sell"), if: page.sellers != nil)
        }
      }
    }
  }

  private func link(
    _ html: inout HTML, _ page: PageRequest, _ path: String, _ words: LocalizedPhrase, if isShown: Bool = true
  ) {
    guard isShown else { return }
    let current: [HTMLAttribute] = page.path.first == path ? [.token(.ariaCurrent, "page")] : []
    html.element("a", [.href(PageURL([path]))] + current, words)
  }

  private func footer(_ html: inout HTML, _ page: PageRequest) {
    html.element("footer") { html in
      html.element("div", [.class("wide bar")]) { html in
        if let contact = page.shop.contact {
          html.element("p", [.class("contact")]) { html in
            html.text(LocalizedPhrase("Contact:"))
            html.text(" ")
            if let url = PageURL(contact: contact) {
              html.element("a", [.href(url)]) { $0.isolated(contact) }
            } else {
              html.isolated(contact)
            }
          }
        }
        html.element("ul", [.class("choices")]) { html in
          for language in Preferences.Language.allCases {
            html.element("li") { html in
              let current: [HTMLAttribute] = language == page.preferences.language ? [.current] : []
              html.element(
                "a",
                [
                  .href(page.address(with: [("lang", language.rawValue)])), .text(.lang, language.rawValue),
                  .text(.hreflang, language.rawValue),
                ] + current, text: language.name)
            }
          }
          let isOn = page.preferences.scroll == .on
          html.element("li", [.class("scripted")]) { html in
            html.element(
              "a", [.href(page.address(with: [("scroll", isOn ? "off" : "on")]))],
              isOn
                ? LocalizedPhrase("Do not load more rows by itself")
                : LocalizedPhrase("Load more rows by itself"))
          }
          if page.shop.about != nil {
            html.element("li") { html in
              html.element("a", [.href(PageURL(["about"]))], LocalizedPhrase("About this shop"))
            }
          }
          html.element("li") { html in
            html.element("a", [.href(PageURL(["feed.atom"]))], LocalizedPhrase("Feed of new items"))
          }
        }
      }
    }
  }
}

extension Preferences.Language {
  /// The name of the language in itself.
  fileprivate var name: String {
    switch self {
    case .english: "English"
    case .korean: "한국어"
    }
  }
}

extension PageURL {
  /// The page in a language, whatever the reader prefers.
  fileprivate func adding(in language: Preferences.Language) -> PageURL {
    adding([("lang", language.rawValue)])
  }
}
