import HTTP
import OpenMarket
import SystemSupport
import Wording

/// A page with a list of items: of all, of a search, of a tag or of a vendor.
struct ListPage {
  enum Subject {
    case all
    case search(String)
    case tag(String)
    case vendor(Int)
  }

  let subject: Subject

  func response(to page: PageRequest) async throws -> HTTPResponse {
    var list = try ListQuery(page)
    let condition = try narrow(&list)
    let rows = try await list.read(from: page.market)
    // A page behind the last one; the first one of a list may be empty, but not that of a tag or a vendor without items.
    guard !rows.items.isEmpty || list.page.number == 1 else { throw PageError.notFound }
    if condition != nil, rows.items.isEmpty, !list.isFiltered(besides: condition) { throw PageError.notFound }
    let title = title(rows)
    var layout = Layout(title: title.map { page.format().text($0) })
    layout.canonical = canonical(page, list, besides: condition)
    layout.search = list.page.search
    if rows.hasNext { layout.next = page.part(list.page.number + 1) }
    if list.page.number > 1 { layout.previous = page.part(list.page.number - 1) }
    return try await page.market.rendered { [layout, list] in
      let html = layout.page(for: page, in: "wide") { html in
        html.element("div", [.class("heading")]) { html in
          html.element("h1", title ?? "For sale")
          html.element("p", [.class("count")], Self.count(rows, html.format))
          html.views(page)
        }
        if let found = list.nearest, case .search(let words) = subject {
          html.instead(of: words, found)
        }
        if case .all = subject, list.page.number == 1, !list.isFiltered(besides: nil) {
          html.categories(list.counts.tags)
        }
        html.controls(list, page, besides: condition)
        html.currency(of: list, page)
        if rows.items.isEmpty {
          empty(&html, list, page)
        } else {
          html.rows(rows, page)
          html.turning(list, rows, page)
          html.element("p", [.id("loaded"), .class("unseen"), .token(.role, "status")]) { _ in }
        }
      }
      return .page(html, for: page)
    }
  }

  private static func count(_ rows: ListQuery.Rows, _ format: OutputFormat) -> LocalizedPhrase {
    rows.total.map { $0 == 1 ? LocalizedPhrase("1 item") : LocalizedPhrase("\(format.number($0)) items") }
      ?? LocalizedPhrase("more than \(format.number(SearchMatch.counted)) items")
  }

  /// Adds what the page is about to the query. Throws for what no condition can have.
  private func narrow(_ list: inout ListQuery) throws(PageError) -> ItemCondition? {
    let (condition, text): (ItemCondition, String)
    switch subject {
    case .all:
      list.page.search = nil
      if list.page.sort == .best { list.page.sort = .newest }
      return nil
    case .search: return nil
    case .tag(let tag): (condition, text) = (.tag, tag)
    case .vendor(let id): (condition, text) = (.vendor, String(id))
    }
    guard let value = ListFilter.Value([text], of: condition) else { throw .notFound }
    list.page.filter[condition] = value
    return condition
  }

  private func title(_ rows: ListQuery.Rows) -> LocalizedPhrase? {
    switch subject {
    case .all: nil
    case .search(let words): "Search for “\(words)”"
    case .tag(let tag): "Tag “\(tag)”"
    case .vendor(let id):
      rows.items.first { $0.vendor.id == id }.map { LocalizedPhrase(verbatim: $0.vendor.name) }
        ?? "Seller \(String(id))"
    }
  }

  /// The address that search engines know the list by; nil for searches, and for lists that are narrowed or in another order.
  private func canonical(_ page: PageRequest, _ list: ListQuery, besides condition: ItemCondition?)
    -> PageURL?
  {
    if case .search = subject { return nil }
    guard !list.isFiltered(besides: condition), list.page.sort == .newest else { return nil }
    return PageURL(page.path, list.page.number == 1 ? [] : [("page", String(list.page.number))])
  }

  private func empty(_ html: inout HTML, _ list: ListQuery, _ page: PageRequest) {
    html.element("div", [.class("empty")]) { html in
      if case .search(let words) = subject {
        html.element(
          "p",
          words.contains(" ")
            ? "No items have all of these words: \(words)" : "No items have “\(words)”")
      } else {
        html.element("p", list.emptiness)
        // The list of everything is this one.
        if list.page.filter.isEmpty { return }
      }
      html.element("p") { $0.link("See everything for sale", .front, .class("button")) }
    }
  }
}

extension ListQuery {
  /// Why a list has no rows.
  var emptiness: LocalizedPhrase {
    page.filter.isEmpty ? "Nothing is for sale yet." : "No items match."
  }
}
