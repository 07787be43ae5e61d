import HTTP
import OpenMarket
import SystemSupport
import Wording

/// Every item with its price on a page to print, or a part of the rows.
enum PriceListPage {
  /// Rows of a part.
  private static let rows = 200
  /// Most bytes of the rows of the page without a number, which is made of parts.
  private static let mostBytes = 256 << 10
  /// Most bytes of a title: the rows of a part have less than 256 KiB.
  private static let titleBytes = 300

  static func response(to page: PageRequest) async throws -> HTTPResponse {
    var list = try ListQuery(page, rows: rows)
    if page.value(.sort) == nil { list.page.sort = .title }
    // A table of all items is looked through by its order.
    list.page.sinksSoldOut = false
    list.page.search = nil
    var rows = try await list.read(from: page.market)
    guard !rows.items.isEmpty || list.page.number == 1 else { throw PageError.notFound }
    let today = try await page.market.marketplace.today()
    var layout = Layout(title: page.format().text(SitePage.priceList.words))
    layout.canonical = PageURL(page.path, list.page.number == 1 ? [] : [("page", String(list.page.number))])
    let start = list.start
    var markup = try await html(of: rows, page)
    var end = start + rows.items.count
    while page.value(.page) == nil, rows.hasNext {
      var next = list
      next.page.number += 1
      let more = try await next.read(from: page.market)
      let part = try await html(of: more, page)
      guard markup.bytes.count + part.bytes.count <= mostBytes else { break }
      markup.append(part)
      (list, rows) = (next, more)
      end += more.items.count
    }
    let shown = start..<end
    return try await page.market.rendered { [layout, list, rows, markup] in
      let html = layout.page(for: page, in: "wide prices") { html in
        html.element("div", [.class("heading")]) { html in
          html.element("h1", SitePage.priceList.words)
          html.element("p", [.class("count")], text: today.description)
          html.element(
            "button", [.token(.type, "button"), .class("quiet scripted print")], "Print all items")
        }
        html.currency(of: list, page)
        guard !shown.isEmpty else {
          return html.element("div", [.class("empty")]) { $0.element("p", list.emptiness) }
        }
        html.element("div", [.class("sheet")]) { html in
          html.element(
            "table", [.text(.dataNewest, String(rows.newest)), .text(.dataLimit, String(Self.rows))]
          ) { html in
            html.element("caption", [.class("unseen")], SitePage.priceList.words)
            html.columns([
              LocalizedPhrase("ID"), ItemField.title.name, ItemField.price.name, ItemField.stock.name,
              DetailField.sku.name,
            ])
            html.element("tbody") { $0.append(markup) }
          }
        }
        html.turning(list, rows, page, shown: shown)
      }
      return .page(html, for: page)
    }
  }

  private static func html(of rows: ListQuery.Rows, _ page: PageRequest) async throws -> HTML {
    try await page.market.rendered {
      var html = HTML(page.format())
      for item in rows.items {
        let listed = item.listed
        html.part("tr", [.text(.id, "i\(item.id)")]) { html in
          html.element("td", text: String(item.id))
          html.element("th", [.token(.scope, "row")]) { html in
            html.element("a", [.href(item.url)]) { $0.isolated(listed.title, limit: titleBytes) }
          }
          html.element("td") { $0.price(listed) }
          html.element(
            "td", [],
            listed.stock == 0
              ? LocalizedPhrase("sold out") : LocalizedPhrase(verbatim: html.format.number(listed.stock)))
          html.element("td") { $0.isolated(listed.sku ?? "") }
        }
      }
      return html
    }
  }
}
