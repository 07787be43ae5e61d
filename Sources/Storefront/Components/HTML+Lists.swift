import OpenMarket
import SystemSupport
import Wording

/// A list of items with what it is narrowed and ordered by.
extension HTML {
  /// Ways to see the list: a grid or rows; and a form with its order and conditions, folded until it is opened or in use.
  ///
  /// - Parameter subject: The condition that the page is about, which the form leaves out.
  mutating func controls(_ list: ListQuery, _ page: PageRequest, besides subject: ItemCondition?) {
    element("div", [.class("controls")]) { html in
      let isOpen = list.isFiltered(besides: subject) || page.value("sort") != nil
      html.element("details", [.class("filters")] + (isOpen ? [.flag(.open)] : [])) { html in
        html.element("summary", LocalizedPhrase("Sort and filter"))
        html.element("form", [.address(.action, PageURL(page.path))]) { html in
          if let words = list.page.search {
            html.void("input", [.token(.type, "hidden"), .token(.name, "q"), .text(.value, words)])
          }
          html.hidden(list, besides: subject)
          html.order(list.page)
          html.field("min", LocalizedPhrase("Price from"), list, .min, [.token(.inputmode, "decimal")])
          html.field("max", LocalizedPhrase("Price up to"), list, .max, [.token(.inputmode, "decimal")])
          html.field(
            "currency", LocalizedPhrase("Currency"), list, .currency,
            [.token(.maxlength, "3"), .token(.placeholder, "KRW")])
          html.box("in-stock", LocalizedPhrase("In stock"), list, .inStock)
          html.box("sold-out", LocalizedPhrase("Sold out"), list, .soldOut)
          html.box("discounted", LocalizedPhrase("Discounted"), list, .discounted)
          html.element("button", [.token(.type, "submit")], LocalizedPhrase("Show"))
        }
      }
      html.views(page)
    }
  }

  /// Links to see a list as a grid or as rows.
  mutating func views(_ page: PageRequest) {
    element("ul", [.class("views")]) { html in
      for (view, words) in [
        (Preferences.View.grid, LocalizedPhrase("Grid")), (.list, LocalizedPhrase("List")),
      ] {
        html.element("li") { html in
          let current: [HTMLAttribute] = page.preferences.view == view ? [.current] : []
          html.element("a", [.href(page.address(with: [("view", view.rawValue)]))] + current, words)
        }
      }
    }
  }

  /// The conditions that the form keeps without showing them.
  private mutating func hidden(_ list: ListQuery, besides subject: ItemCondition?) {
    let shown: Set<ItemCondition> = [.min, .max, .currency, .inStock, .soldOut, .discounted]
    for (condition, value) in list.page.filter.conditions
    where condition != subject && !shown.contains(condition) {
      void(
        "input",
        [.token(.type, "hidden"), .text(.name, condition.rawValue), .text(.value, value.text)])
    }
  }

  private mutating func order(_ query: PageQuery) {
    element("p") { html in
      html.element("label", [.token(.for, "sort")], LocalizedPhrase("Order"))
      html.element("select", [.token(.name, "sort"), .id("sort")]) { html in
        for choice in query.search == nil ? PageQuery.Sort.offered : PageQuery.Sort.offeredInSearch {
          html.element(
            "option", [.text(.value, choice.rawValue)] + (choice == query.sort ? [.flag(.selected)] : []),
            choice.words)
        }
      }
    }
  }

  private mutating func field(
    _ name: StaticString, _ words: LocalizedPhrase, _ list: ListQuery, _ condition: ItemCondition,
    _ attributes: [HTMLAttribute]
  ) {
    element("p") { html in
      html.element("label", [.token(.for, name)], words)
      html.void(
        "input",
        [
          .token(.name, name), .id(name), .text(.value, list.page.filter[condition]?.text ?? ""),
          .token(.autocomplete, "off"),
        ] + attributes)
    }
  }

  private mutating func box(
    _ name: StaticString, _ words: LocalizedPhrase, _ list: ListQuery, _ condition: ItemCondition
  ) {
    element("p", [.class("box")]) { html in
      html.void(
        "input",
        [.token(.type, "checkbox"), .token(.name, name), .id(name), .token(.value, "1")]
          + (list.page.filter[condition] != nil ? [.flag(.checked)] : []))
      html.element("label", [.token(.for, name)], words)
    }
  }

  /// The rows of a page of a list.
  mutating func rows(_ rows: ListQuery.Rows, _ page: PageRequest) {
    element(
      "ol",
      [
        .id("items"), .items(in: page.preferences.view), .text(.dataNewest, String(rows.newest)),
      ]
    ) { html in
      for (index, item) in rows.items.enumerated() { html.card(item, isFirst: index < 4) }
    }
  }

  /// Links to the previous and the next part of a list, with its positions.
  mutating func turning(_ list: ListQuery, _ rows: ListQuery.Rows, _ page: PageRequest) {
    guard list.page.number > 1 || list.hasNext(rows) else { return }
    element("nav", [.class("turn"), .label(LocalizedPhrase("Parts of the list"))]) { html in
      if list.page.number > 1 {
        html.element(
          "a", [.token(.rel, "prev"), .href(page.part(list.page.number - 1))], LocalizedPhrase("Previous"))
      }
      html.element(
        "p", html.format.place(after: list.start, count: rows.items.count, of: rows.total))
      if list.hasNext(rows) {
        html.element(
          "a",
          [
            .token(.rel, "next"), .id("next"), .href(page.part(list.page.number + 1)),
            .text(.dataTotal, String(rows.total)),
            // The script fills in the numbers.
            .phrase(.dataMore, LocalizedPhrase("Show more · \("{shown}") of \("{total}")")),
            .phrase(
              .dataFailed,
              LocalizedPhrase("The rows could not be loaded. Check the connection and try again.")),
          ], LocalizedPhrase("Next"))
      }
    }
  }
}

extension PageRequest {
  /// This list at another part.
  func part(_ number: Int) -> PageURL {
    number == 1
      ? PageURL(path, query.filter { $0.name != "page" }) : address(with: [("page", String(number))])
  }
}

extension PageQuery.Sort {
  /// The orders of a shop; the list of a terminal has more.
  static let offered: [Self] = [.newest, .oldest, .price, .priceDescending, .rating, .title]
  /// The orders of a search.
  static let offeredInSearch = [.best] + offered
}

extension HTMLAttribute {
  /// The class of a list that is seen as a grid or as rows.
  static func items(in view: Preferences.View) -> Self {
    switch view {
    case .grid: .class("items grid")
    case .list: .class("items rows")
    }
  }
}
