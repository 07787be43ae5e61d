import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The page of a signed-in seller: the seller's items in parts, the newest first, and the deleted ones that can be restored.
struct SellerHome {
  /// Items of a part, and of the trash.
  static let rows = 100
  /// The days of which the sold pieces are shown.
  private static let days = 7
  /// The items that can be chosen, by the value of `show`.
  private static let chosen: [(condition: ItemCondition, words: LocalizedPhrase)] = [
    (.low, LocalizedPhrase("Low")), (.soldOut, "Sold out"),
    (.offSale, "Off sale"),
  ]
  /// Most sales that are listed, and on a page of a day.
  private static let sales = 10
  private static let salesOfDay = 500

  /// The items that the page lists.
  private struct Goods {
    var items: [StoredItem] = []
    /// The words that the items have in place of those of the search.
    var nearest: [String]?
    /// The item before which the next part begins; nil for the last part.
    var next: Int?
    var trash: [TrashedItem] = []
    var sales: SalesOfDay?
    let today: CalendarDay
    /// That of the sales.
    let day: CalendarDay
    /// The pieces that were sold in the last days, by item.
    var sold: [Int: Int] = [:]
    var timeZone: TimeZone?
    /// The widths and heights of the images that are shown.
    var pixels: [Int: (width: Int, height: Int)] = [:]
  }

  private let page: PageRequest
  private let problem: LocalizedPhrase?

  init(_ page: PageRequest, problem: LocalizedPhrase? = nil) {
    (self.page, self.problem) = (page, problem)
  }

  func response(status: Int = 200) async throws -> HTTPResponse {
    guard let seller = page.seller else { throw PageError.notFound }
    var goods: Goods?
    var (problem, status, wait) = (problem, status, Int?.none)
    do {
      goods = try await self.goods(of: seller)
    } catch MarketplaceError.tooManyAttempts(let seconds) {
      // The items of a password may be another seller's.
      problem =
        "Too many passwords were tried from your network. Your items are listed here in \(String(seconds)) seconds."
      (status, wait) = (429, seconds)
    }
    var response = Layout.narrow(
      SitePage.sell.words, for: page, status: status, timeZone: goods?.timeZone, isSelling: true
    ) { html in
      html.notice(page)
      if let problem { html.problem(problem) }
      who(&html, seller)
      actions(&html, seller)
      guard let goods else { return }
      if let sales = goods.sales { self.sales(&html, sales, goods.day) }
      if page.value(.day) != nil { return turn(&html, goods) }
      list(&html, goods, of: seller)
      deleted(&html, goods.trash)
    }
    if let wait { response.headers[.retryAfter] = String(wait) }
    return response
  }

  private func goods(of seller: SellerSession) async throws -> Goods {
    let (marketplace, client) = (page.market.marketplace, page.request.peer)
    let before = try page.number(.before)
    let (today, given) = (try await marketplace.today(), page.value(.day))
    guard let day = GivenDay(given ?? "today")?.day(today: today) else {
      throw PageError.invalid(name: "day", value: given ?? "")
    }
    var goods = Goods(today: today, day: day)
    if before == nil {
      goods.sales = try await marketplace.sales(
        of: seller.credentials, onDay: day, limit: given == nil ? Self.sales : Self.salesOfDay,
        client: client)
      if goods.sales != nil { goods.timeZone = try await marketplace.calendar().timeZone }
      if given != nil { return goods }
    }
    var query = PageQuery(search: page.search)
    if let condition { query.filter[condition] = .flag }
    func matching() async throws -> [StoredItem] {
      try await marketplace.items(
        of: seller.credentials, before: before, limit: Self.rows + 1, matching: query, client: client)
    }
    var found = try await matching()
    if found.isEmpty, page.search != nil, let words = try await marketplace.nearestWords(to: query) {
      query.search = words.joined(separator: " ")
      found = try await matching()
      if !found.isEmpty { goods.nearest = words }
    }
    goods.items = Array(found.prefix(Self.rows))
    if found.count > Self.rows { goods.next = goods.items.last?.id }
    if seller.vendor == nil { page.sellers?.note(items: goods.items.map(\.id), in: seller) }
    goods.pixels = try await marketplace.pixels(of: goods.items.compactMap(\.images.first))
    goods.sold = try await marketplace.piecesSold(ofItems: goods.items.map(\.id), days: Self.days)
    guard before == nil else {
      // The last item of a part can leave it: by its stock, it no longer meets the condition.
      guard !goods.items.isEmpty || condition != nil || page.search != nil else { throw PageError.notFound }
      return goods
    }
    goods.trash = try await marketplace.trash(1, size: Self.rows, seller.credentials, client: client).items
    return goods
  }

  /// The items that are chosen; nil for all.
  private var condition: ItemCondition? {
    Self.chosen.first { $0.condition.rawValue == page.value(.show) }?.condition
  }

  private func actions(_ html: inout HTML, _ seller: SellerSession) {
    html.element("p", [.class("actions")]) { html in
      html.link("Add an item", PageURL(["sell", "add"]), .class("button"), .forSeller)
      if let vendor = seller.vendor {
        html.link("See your items as buyers do", PageURL("vendors", vendor.id), .class("quiet"))
      }
      html.link("Sales by day", .sales(on: "today"), .class("quiet"), .forSeller)
    }
  }

  /// The last sales of the day, each with its receipt, and the sum of all of them.
  private func sales(_ html: inout HTML, _ sales: SalesOfDay, _ day: CalendarDay) {
    let isToday = page.value(.day) == nil
    guard !sales.totals.isEmpty || !isToday else { return }
    html.element("section", [.token(.ariaLabelledBy, "sales")]) { html in
      html.element(
        "h2", [.id("sales")],
        isToday
          ? "Sold today"
          : LocalizedPhrase("Sales, \(html.format.period(SalesPeriod(.day, containing: day)))"))
      if sales.totals.isEmpty { html.element("p", "Nothing was sold in this time.") }
      for total in sales.totals {
        html.element("p", [.class("price")]) { html in
          html.element("b", text: html.format.price(total.revenue))
          html.element("span", LocalizedPhrase("\(html.format.number(total.pieces)) sold"))
        }
      }
      html.sales(sales.sales)
    }
  }

  /// Links to the days beside that of the page.
  private func turn(_ html: inout HTML, _ goods: Goods) {
    html.element("nav", [.class("turn"), .label("Another day")]) { html in
      for (day, words) in [
        (goods.day - 1, LocalizedPhrase("Previous")), (goods.day + 1, LocalizedPhrase("Next")),
      ] where day <= goods.today {
        html.link(words, .sales(on: day.description), .forSeller)
      }
    }
  }

  /// A part of the seller's items, with what is off sale.
  private func list(_ html: inout HTML, _ goods: Goods, of seller: SellerSession) {
    html.element("section", [.token(.ariaLabelledBy, "own")]) { html in
      html.element("h2", [.id("own")], "Your items")
      let isChosen = condition != nil || page.search != nil
      guard !goods.items.isEmpty || isChosen else {
        return html.element(
          "p",
          seller.vendor == nil && goods.trash.isEmpty
            ? "No items yet under this password. If you have items here, sign out and check the password: the items that you add get this one."
            : "You have no items for sale.")
      }
      choice(&html)
      if let nearest = goods.nearest, let words = page.search { html.instead(of: words, nearest) }
      if goods.items.isEmpty {
        html.element("p", "No item of yours is like that.")
      } else {
        table(&html, goods, seller)
      }
      guard page.value(.before) != nil || goods.next != nil else { return }
      let query = page.query.filter { ["q", "show"].contains($0.name) }
      html.element("nav", [.class("turn"), .label("Parts of the list")]) { html in
        if page.value(.before) != nil {
          html.link("Back to the newest items", PageURL(["sell"], query), .forSeller)
        }
        if let next = goods.next {
          let part = PageURL(["sell"], query + [("before", String(next))])
          html.link(LocalizedPhrase("Next"), part, .token(.rel, "next nofollow"))
        }
      }
    }
  }

  /// The search among the seller's items, and the links to those that need something.
  private func choice(_ html: inout HTML) {
    html.element("form", [.class("own"), .address(.action, .sell)]) { html in
      html.element("label", [.text(.for, "own-q")], "Search your items")
      html.void(
        "input",
        [.token(.type, "search"), .token(.name, "q"), .id("own-q"), .text(.value, page.search ?? "")])
      if let show = page.value(.show) { html.hidden("show", show) }
      html.submit(LocalizedPhrase("Search"), [.class("quiet")])
    }
    let query = page.query.filter { $0.name == "q" }
    let choices: [(ItemCondition?, LocalizedPhrase)] =
      [(nil, LocalizedPhrase("All"))] + Self.chosen.map { ($0.condition, $0.words) }
    html.views(
      choices.map { condition, words in
        let show = condition.map { [(name: "show", value: $0.rawValue)] } ?? []
        return (PageURL(["sell"], query + show), words, condition == self.condition)
      }, [.forSeller])
  }

  private func table(_ html: inout HTML, _ goods: Goods, _ seller: SellerSession) {
    html.pixels = goods.pixels
    let newest = String(goods.items.first?.id ?? 0)
    html.element("table", [.class("inventory"), .text(.dataNewest, newest)]) { html in
      html.columns(
        [LocalizedPhrase("Photo"), "Title", "SKU", "Price", "Stock", "Sold in 7 days"], numbersFrom: 3)
      html.element("tbody") { html in
        for (index, item) in goods.items.enumerated() {
          html.part("tr", [.text(.id, "i\(item.id)")]) { html in
            html.element("td") { $0.photo(of: item, isFirst: index < 4, isSmall: true) }
            html.element("th", [.token(.scope, "row")]) { html in
              html.element("a", [.href(item.url)]) { $0.isolated(item.draft.title, limit: 300) }
              if item.draft.details.offSale == true {
                html.element("span", [.class("sold-out")], LocalizedPhrase("off sale"))
              } else if item.draft.stock == 0 {
                html.element("span", [.class("sold-out")], LocalizedPhrase("sold out"))
              } else if let level = item.draft.details.reorderAt ?? nil, item.draft.stock <= level {
                html.element("span", [.class("sold-out")], LocalizedPhrase("low"))
              }
            }
            html.element("td", [.class("sku")]) { html in if let sku = item.draft.sku { html.isolated(sku) } }
            html.element("td", [.class("number")]) { $0.price(item.listed) }
            html.element("td", [.class("number")]) { stock(&$0, item, seller) }
            html.element("td", [.class("number sold")]) { html in
              // Beside the number where the table has no columns.
              html.element("span", [.class("words"), .token(.ariaHidden, "true")]) { html in
                html.text(LocalizedPhrase("Sold in 7 days"))
                html.text(": ")
              }
              html.text(html.format.number(goods.sold[item.id] ?? 0))
            }
          }
        }
      }
    }
  }

  /// The stock, and buttons that correct it by a piece.
  private func stock(_ html: inout HTML, _ item: StoredItem, _ seller: SellerSession) {
    let title = item.draft.title
    html.form(page.stock(ofItem: item.id), seller, [.class("stepper")]) { html in
      html.key()
      func button(_ kind: StaticString, _ sign: String, _ words: LocalizedPhrase, isOff: Bool = false) {
        html.element(
          "button",
          [
            .token(.type, "submit"), .token(.name, "kind"), .token(.value, kind), .class("quiet"),
            .label(words),
          ] + (isOff ? [.flag(.disabled)] : []), text: sign)
      }
      button("fewer", "−", LocalizedPhrase("\(title): one piece fewer"), isOff: item.draft.stock == 0)
      html.element("output", text: html.format.number(item.draft.stock))
      button("more", "+", LocalizedPhrase("\(title): one piece more"))
    }
  }

  private func who(_ html: inout HTML, _ seller: SellerSession) {
    let words: LocalizedPhrase =
      if seller.operatorKey != nil {
        "You are signed in as the operator, for all items."
      } else if let vendor = seller.vendor {
        "You are signed in as \(vendor.name)."
      } else {
        "You are signed in with a password. Change the stock in the table, or open an item to change the rest."
      }
    html.form(PageURL(["sell", "out"]), seller, [.class("actions")]) { html in
      html.element("p", words)
      html.submit("Sign out", [.class("quiet")])
    }
  }

  private func deleted(_ html: inout HTML, _ trash: [TrashedItem]) {
    guard !trash.isEmpty else { return }
    html.element("section", [.token(.ariaLabelledBy, "deleted")]) { html in
      html.element("h2", [.id("deleted")], "Deleted items")
      html.list([.class("deleted")], of: trash) { html, item in
        html.element("span", [.text(.id, "deleted-\(item.id)")]) { $0.isolated(item.title) }
        html.button(
          LocalizedPhrase("Restore"), PageURL(["goods", String(item.id), "restore"]), page.seller,
          [.class("quiet"), .text(.ariaDescribedBy, "deleted-\(item.id)")])
      }
    }
  }
}

extension PageURL {
  static func sales(on day: String) -> PageURL { PageURL(["sell"], [("day", day)]) }
}

extension PageRequest {
  /// Where a form changes the stock of an item, which leads back to its page, or to this part of the seller's table.
  func stock(ofItem id: Int) -> PageURL {
    let table = query.filter { ["q", "show", "before"].contains($0.name) }
    return PageURL(["goods", String(id), "stock"], path.first == "sell" ? table : [("then", "item")])
  }
}
