import Foundation
import HTTP
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

  /// - Parameter column: The classes of a column around the contents; nil for contents that are one.
  func page(
    for page: PageRequest, timeZone: TimeZone? = nil, in column: StaticString? = nil,
    _ contents: (inout HTML) -> Void
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
        html.link("Skip to the content", PageURL(fragment: "main"), .class("skip"))
        banner(&html, page, name)
        html.element(
          "main",
          [
            .id("main"), .token(.tabindex, "-1"), .phrase(.dataNews, LocalizedPhrase("New items: {count}")),
            .phrase(.dataChanged, LocalizedPhrase("Changed items: {count}")),
            .phrase(.dataEnded, LocalizedPhrase("no longer for sale")),
          ]
        ) { html in
          guard let column else { return contents(&html) }
          html.element("div", [.class(column)], contents)
        }
        footer(&html, page)
      }
    }
    return html
  }

  /// The response with a page in a narrow column below its heading.
  static func narrow(
    _ heading: LocalizedPhrase, for page: PageRequest, status: Int = 200, timeZone: TimeZone? = nil,
    canonical: PageURL? = nil, isSelling: Bool = false, _ contents: (inout HTML) -> Void
  ) -> HTTPResponse {
    var layout = Layout(title: page.format().text(heading))
    (layout.canonical, layout.isSelling) = (canonical, isSelling)
    let html = layout.page(for: page, timeZone: timeZone, in: "wide narrow") { html in
      html.element("h1", heading)
      contents(&html)
    }
    return .page(html, status: status, for: page)
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
        .href(SitePage.feed.url),
      ])
    if let next { html.void("link", [.token(.rel, "next"), .href(next)]) }
    if let previous { html.void("link", [.token(.rel, "prev"), .href(previous)]) }
    guard let canonical else {
      html.markup("<meta name=\"robots\" content=\"noindex\">")
      return
    }
    func named(_ language: Preferences.Language) -> PageURL {
      canonical.adding([("lang", language.rawValue)])
    }
    let address = PageURL(
      page.preferences.isLanguageNamed ? named(page.preferences.language) : canonical, below: page.base)
    html.void("link", [.token(.rel, "canonical"), .href(address)])
    // The last one is in the language that a reader prefers.
    for (name, url) in Preferences.Language.allCases.map({ ($0.rawValue, named($0)) }) + [
      ("x-default", canonical)
    ] {
      html.void(
        "link", [.token(.rel, "alternate"), .text(.hreflang, name), .href(PageURL(url, below: page.base))])
    }
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
          "form", [.class("search"), .token(.role, "search"), .address(.action, SitePage.search.url)]
        ) { html in
          html.element("label", [.class("unseen"), .token(.for, "q")], "Search for")
          html.void(
            "input",
            [
              .token(.type, "search"), .token(.name, "q"), .id("q"), .text(.value, search ?? ""),
              .token(.maxlength, "200"), .phrase(.placeholder, "Search the market"),
              .token(.autocomplete, "off"), .flag(.required),
            ])
          html.element("button", [.token(.type, "submit")], LocalizedPhrase("Search"))
        }
        html.element("nav", [.label(LocalizedPhrase("Pages"))]) { html in
          for other in SitePage.banner where other.isOpen(to: page) {
            let isCurrent = page.path.first == other.rawValue
            html.element(
              "a", [.href(other.url)] + (isCurrent ? [.token(.ariaCurrent, "page")] : []), other.words)
          }
        }
      }
    }
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
            html.element("li") {
              $0.language(
                language, page.address(with: [("lang", language.rawValue)]),
                isCurrent: language == page.preferences.language)
            }
          }
          let isOn = page.preferences.scroll == .on
          html.element("li", [.class("scripted")]) { html in
            html.element(
              "a", [.href(page.address(with: [("scroll", isOn ? "off" : "on")]))],
              isOn
                ? "Do not load more rows by itself"
                : "Load more rows by itself")
          }
          for other in SitePage.footer where other.isOpen(to: page) {
            html.element("li") { $0.link(other.words, other.url) }
          }
        }
      }
    }
  }
}

extension HTML {
  /// A link to the page in a language.
  mutating func language(_ language: Preferences.Language, _ url: PageURL, isCurrent: Bool) {
    element(
      "a",
      [.href(url), .text(.lang, language.rawValue), .text(.hreflang, language.rawValue)]
        + (isCurrent ? [.current] : []), text: language.name)
  }
}
