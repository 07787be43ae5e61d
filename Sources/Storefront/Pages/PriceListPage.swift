import HTTP
import OpenMarket
import SystemSupport
import Wording

/// Every item with its price on a page to print, in parts of many rows.
enum PriceListPage {
  private static let rows = 200
  /// Most bytes of a title: all rows have less than 256 KiB.
  private static let titleBytes = 300

  static func response(to page: PageRequest) async throws -> HTTPResponse {
    var list = try ListQuery(page, rows: rows)
    if page.value(.sort) == nil { list.page.sort = .title }
    // A table of all items is looked through by its order.
    list.page.sinksSoldOut = false
    list.page.search = nil
    let rows = try await list.read(from: page.market)
    guard !rows.items.isEmpty || list.page.number == 1 else { throw PageError.notFound }
    let today = try await page.market.marketplace.today()
    var layout = Layout(title: page.format().text(SitePage.priceList.words))
    layout.canonical = PageURL(page.path, list.page.number == 1 ? [] : [("page", String(list.page.number))])
    return try await page.market.rendered { [layout, list] in
      .page(markup(list, rows, today, layout, page), for: page)
    }
  }

  private static func markup(
    _ list: ListQuery, _ rows: ListQuery.Rows, _ today: CalendarDay, _ layout: Layout, _ page: PageRequest
  ) -> HTML {
    layout.page(for: page, in: "wide prices") { html in
      html.element("div", [.class("heading")]) { html in
        html.element("h1", SitePage.priceList.words)
        html.element("p", [.class("count")], text: today.description)
        html.element(
          "button", [.token(.type, "button"), .class("quiet scripted print")], "Print all items")
      }
      html.currency(of: list, page)
      guard !rows.items.isEmpty else {
        return html.element("div", [.class("empty")]) { $0.element("p", list.emptiness) }
      }
      html.element("div", [.class("sheet")]) { html in
        html.element("table", [.text(.dataNewest, String(rows.newest))]) { html in
          html.element("caption", [.class("unseen")], SitePage.priceList.words)
          html.columns([
            LocalizedPhrase("ID"), ItemField.title.name, ItemField.price.name, ItemField.stock.name,
            DetailField.sku.name,
          ])
          html.element("tbody") { html in
            for item in rows.items { row(&html, item) }
          }
        }
      }
      html.turning(list, rows, page)
    }
  }

  private static func row(_ html: inout HTML, _ item: StoredItem) {
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
}
