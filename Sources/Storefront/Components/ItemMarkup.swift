import Foundation
import OpenMarket
import SystemSupport
import Wording

/// An item of the store as people read it, without the addresses of its images.
extension StoredItem {
  var listed: Item {
    Item(
      id: id, title: draft.title, price: draft.price,
      discountedPrice: draft.discountedPrice.map { Price($0, draft.price.currency) }, stock: draft.stock,
      thumbnails: [], registrationDate: registrationDate, description: nil, images: nil, rating: rating,
      details: draft.details.published)
  }

  var url: PageURL { PageURL("goods", id) }
}

extension HTML {
  /// Most bytes of a title in a row: 50 rows have less than 256 KiB.
  private static let titleBytes = 3_000

  /// A row of a list: an image, the title as the one link, the price, the ratings and whether it is sold out.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the image is among those that are seen first.
  ///   - isOnSale: Whether the item has a page and a price.
  ///   - saysMore: Whether its tags, vendor and stock are shown.
  ///   - more: Appends what precedes the title.
  mutating func card(
    _ item: StoredItem, isFirst: Bool, isOnSale: Bool = true, saysMore: Bool = false,
    _ more: ((inout HTML) -> Void)? = nil
  ) {
    let listed = item.listed
    let canBeBought = listed.stock > 0 && isOnSale
    part("li", [.text(.id, "i\(item.id)"), .class(canBeBought ? "card" : "card gone")]) { html in
      html.photo(of: item, isFirst: isFirst)
      html.element("div", [.class("facts")]) { html in
        more?(&html)
        html.element("h2") { html in
          guard isOnSale else { return html.isolated(listed.title, limit: Self.titleBytes) }
          html.element("a", [.href(item.url)]) { $0.isolated(listed.title, limit: Self.titleBytes) }
        }
        guard isOnSale else {
          return html.element("p", [.class("sold-out")], LocalizedPhrase("no longer for sale"))
        }
        html.price(listed)
        html.rating(item.rating)
        if saysMore {
          html.element("p", [.class("more")]) { html in
            let vendor = item.vendor.id == StoredVendor.marketID ? [] : [item.vendor.name]
            for text in (item.draft.details.tags ?? []) + vendor {
              html.isolated(text, limit: 100)
              html.text(" · ")
            }
            html.text(LocalizedPhrase("\(html.format.number(listed.stock)) in stock"))
          }
        }
        if listed.stock == 0 { html.element("p", [.class("sold-out")], LocalizedPhrase("sold out")) }
      }
    }
  }

  /// The first image of an item in a list, next to its title and therefore without words, or its title.
  ///
  /// - Parameter isSmall: Whether the tile is one of a table.
  mutating func photo(of item: StoredItem, isFirst: Bool, isSmall: Bool = false) {
    element("div", [.class("photo"), .token(.ariaHidden, "true")]) { html in
      if let image = item.images.first {
        html.void(
          "img",
          html.sources(of: image, .small, room: html.room(of: image, isSmall: isSmall)) + [
            .token(.alt, ""), .token(.width, "320"), .token(.height, "320"),
            isFirst ? .token(.fetchPriority, "high") : .token(.loading, "lazy"), .token(.decoding, "async"),
          ] + (html.isTiny(image) ? [.class("tiny")] : []))
      } else {
        html.tile(item)
      }
    }
  }

  /// Whether an image would be blurred if it filled its tile.
  private func isTiny(_ image: StoredImage) -> Bool {
    pixels[image.id].map { min($0.width, $0.height) < 160 && max($0.width, $0.height) < 320 } ?? false
  }

  /// The widths at which a tile shows an image. A wide one is as high as its tile, which cuts it at the sides.
  private func room(of image: StoredImage, isSmall: Bool) -> String {
    let shape = pixels[image.id].map { max(1, $0.width / $0.height) } ?? 1
    return isSmall
      ? "\(56 * shape)px" : "(min-width: 60rem) \(17 * shape)rem, \(45 * shape)vw"
  }

  /// The title of an item in place of an image, on the tint of its first tag.
  mutating func tile(_ item: StoredItem) {
    let tint = item.draft.details.tags?.first.map { $0.utf8.reduce(0) { ($0 * 31 + Int($1)) % 6 } + 1 } ?? 0
    element("span", [.text(.class, "tile tint\(tint)")]) {
      $0.element("span", text: item.draft.title.beginning)
    }
  }

  /// The address of an image: of a copy in this size, and of those for other screens, where there are copies that differ.
  ///
  /// - Parameter room: The widths at which the image is shown, as `sizes` has them.
  func sources(of image: StoredImage, _ size: ThumbnailSize, room: String) -> [HTMLAttribute] {
    guard hasThumbnails else { return [.address(.src, PageURL(image))] }
    let copies = ThumbnailSize.allCases.map { size in
      (PageURL(image, size), pixels[image.id].map { size.width(ofCopy: $0) } ?? size.rawValue)
    }
    guard Set(copies.map(\.1)).count > 1 else { return [.address(.src, PageURL(image, .small))] }
    return [.address(.src, PageURL(image, size)), .sources(copies), .text(.sizes, room)]
  }

  /// The price; a discounted one with the price before, struck through, and the discount in per cent.
  mutating func price(_ item: Item) {
    element("p", [.class("price")]) { html in
      guard let discounted = item.discountedPrice, discounted != item.price else {
        return html.element("b", text: html.format.price(item.price))
      }
      html.element("b", text: html.format.price(discounted))
      html.text(" ")
      html.element("s") { html in
        html.element("span", [.class("unseen")], "Price before:")
        html.text(" ")
        html.text(html.format.price(item.price))
      }
      if let percent = item.discountPercent {
        html.text(" ")
        html.element("span", [.class("off")], text: "−\(percent)%")
      }
    }
  }

  /// Five stars in halves with the number of ratings.
  ///
  /// - Parameter saysNone: Whether there is a line without ratings, too: the first one then moves nothing below it.
  mutating func rating(_ rating: RatingSummary, saysNone: Bool = false) {
    guard let tenths = rating.tenths else {
      if saysNone { element("p", [.class("rating")], rating.words(format)) }
      return
    }
    element("p", [.class("rating")]) { html in
      html.element("span", [.class("unseen")], rating.words(html.format))
      html.stars(tenths: tenths)
      html.element("span", [.token(.ariaHidden, "true")]) { html in
        html.text("\(html.format.tenths(tenths)) (\(html.format.compact(rating.count)))")
      }
    }
  }

  /// Five stars, cut to halves, as a picture for the words beside it.
  mutating func stars(tenths: Int) {
    element("span", [.text(.class, "stars s\(tenths / 5)"), .token(.ariaHidden, "true")], text: "★★★★★")
  }

  /// An instant: its age for people, and the time for programs.
  mutating func age(_ date: Date) {
    element(
      "time", [.text(.datetime, format.timestamp(date)), .text(.title, format.dayAndTime(date))]
    ) { $0.vary { $0.text($0.format.age(date)) } }
  }
}

extension String {
  /// The first words of a text, for a tile or a sentence.
  var beginning: String {
    let start = prefix(60)
    guard start.endIndex < endIndex else { return self }
    return (prefix(61).lastIndex(where: \.isWhitespace).map { self[..<$0] } ?? start) + "…"
  }
}

/// A list of items with what it is narrowed and ordered by.
extension HTML {
  /// A form with the order of the list, and its conditions folded behind a button.
  ///
  /// - Parameter subject: The condition that the page is about, which the form leaves out.
  mutating func controls(_ list: ListQuery, _ page: PageRequest, besides subject: ItemCondition?) {
    let filter = list.page.filter
    let conditions = filter.conditions.filter { $0.condition != subject }
    // Not filled in by the browser after Back: the form says what the list shows.
    let attributes: [HTMLAttribute] = [.class("filters"), .token(.autocomplete, "off")]
    element("form", attributes + [.address(.action, PageURL(page.path))]) { html in
      if let words = list.page.search { html.hidden("q", words) }
      let shown: Set<ItemCondition> = [.min, .max, .currency, .inStock, .soldOut, .discounted]
      for (condition, value) in conditions where !shown.contains(condition) {
        html.hidden(condition.rawValue, value.text)
      }
      html.order(list.page)
      html.element("details", list.isFiltered(besides: subject) ? [.flag(.open)] : []) { html in
        html.element("summary", [.class("quiet")]) { html in
          html.text(LocalizedPhrase("Filters"))
          if !conditions.isEmpty {
            html.element("span", [.class("count")], text: html.format.number(conditions.count))
          }
        }
        html.element("div", [.class("panel")]) { html in
          html.group(LocalizedPhrase("Price")) { html in
            html.field("Price from", list, .min)
            html.field("Price up to", list, .max)
            html.currencies(list)
          }
          html.group(LocalizedPhrase("Availability")) { html in
            let chosen = [ItemCondition.inStock, .soldOut].first { filter[$0] != nil }
            for (choice, words) in [
              (nil, LocalizedPhrase("Any")), (.inStock, "In stock"),
              (ItemCondition.soldOut, "Sold out"),
            ] {
              html.box(
                "show", id: "show-\(choice?.rawValue ?? "")", words, value: choice?.rawValue ?? "",
                isOn: choice == chosen, .token(.type, "radio"))
            }
          }
          html.group(LocalizedPhrase("Offers")) { html in
            html.box("discounted", LocalizedPhrase("Discounted"), isOn: filter[.discounted] != nil)
          }
          html.submit(LocalizedPhrase("Show"))
        }
      }
    }
    chips(list, page, besides: subject)
  }

  /// A line that a list has other words than those of a search.
  mutating func instead(of words: String, _ found: [String]) {
    let others = found.joined(separator: " ")
    element(
      "p", [.class("instead")],
      words.contains(" ")
        ? "Nothing has all of “\(words)”. These items have “\(others)”."
        : "Nothing has “\(words)”. These items have “\(others)”.")
  }

  private mutating func group(_ name: LocalizedPhrase, _ fields: (inout HTML) -> Void) {
    element("fieldset") { html in
      html.element("legend", name)
      fields(&html)
    }
  }

  /// The conditions in force, each with a link that removes it.
  private mutating func chips(_ list: ListQuery, _ page: PageRequest, besides subject: ItemCondition?) {
    let conditions = list.page.filter.conditions.filter { $0.condition != subject }
    guard !conditions.isEmpty else { return }
    func without(_ names: [String]) -> PageURL {
      PageURL(page.path, page.query.filter { $0.name != "page" && !names.contains($0.name) })
    }
    let currency = list.priced?.currency ?? list.counts.currencies.first?.currency
    func text(_ value: ListFilter.Value, _ format: OutputFormat) -> String {
      guard case .amount(let amount) = value, let currency else { return value.text }
      return format.price(Price(amount, currency))
    }
    element("ul", [.class("tags chips"), .label(LocalizedPhrase("Conditions"))]) { html in
      for (condition, value) in conditions {
        html.element("li") { html in
          let others = [.inStock, .soldOut].contains(condition) ? ["show"] : []
          html.element("a", [.href(without([condition.rawValue] + others))]) { html in
            html.isolated(html.format.text(condition.chip(text(value, html.format))))
            html.text(" ")
            html.element("span", [.token(.ariaHidden, "true")], text: "×")
            html.element("span", [.class("unseen")], LocalizedPhrase("Remove"))
          }
        }
      }
      guard conditions.count > 1 else { return }
      let all = without(["show"] + ItemCondition.allCases.map(\.rawValue))
      html.element("li") { $0.link("Remove all", all) }
    }
  }

  /// Links to see a list as a grid or as rows.
  mutating func views(_ page: PageRequest) {
    views(
      [(Preferences.View.grid, LocalizedPhrase("Grid")), (.list, LocalizedPhrase("List"))].map {
        (page.address(with: [("view", $0.rawValue)]), $1, $0 == page.preferences.view)
      })
  }

  /// Links of which one is that of the page.
  mutating func views(
    _ links: [(url: PageURL, words: LocalizedPhrase, isCurrent: Bool)], _ attributes: [HTMLAttribute] = []
  ) {
    list([.class("views")], of: links) { html, link in
      html.element("a", [.href(link.url)] + attributes + (link.isCurrent ? [.current] : []), link.words)
    }
  }

  private mutating func order(_ query: PageQuery) {
    element("p", [.class("order")]) { html in
      html.element("label", [.class("unseen"), .token(.for, "sort")], LocalizedPhrase("Order"))
      html.element("select", [.token(.name, "sort"), .id("sort")]) { html in
        for choice in query.search == nil ? PageQuery.Sort.offered : PageQuery.Sort.offeredInSearch {
          html.option(choice.rawValue, html.format.text(choice.words), isChosen: choice == query.sort)
        }
      }
      // Without scripts, and for keys.
      html.submit(LocalizedPhrase("Show"), [.class("quiet")])
    }
  }

  private mutating func field(
    _ words: LocalizedPhrase, _ list: ListQuery, _ condition: ItemCondition
  ) {
    field(condition.rawValue, words, problem: list.slips[condition], isAlone: true) { html, own in
      html.void(
        "input",
        own + [
          .text(.value, list.limits[condition] ?? ""), .token(.autocomplete, "off"),
          .token(.inputmode, "decimal"),
        ])
    }
  }

  /// The choice of a currency in which items are sold; nothing where there is one.
  private mutating func currencies(_ list: ListQuery) {
    let (slip, chosen) = (list.slips[.currency], list.page.filter[.currency]?.currency)
    guard list.counts.currencies.count > 1 || slip != nil || chosen != nil else { return }
    let all = list.counts.currencies.map(\.currency)
    field("currency", LocalizedPhrase("Currency"), problem: slip, isAlone: true) { html, own in
      html.element("select", own) { html in
        html.element("option", [.token(.value, "")], "All currencies")
        for currency in all + (chosen.map { all.contains($0) ? [] : [$0] } ?? []) {
          html.option(
            currency.code, currency.code, isChosen: currency == chosen ?? list.priced?.currency)
        }
      }
    }
  }

  /// Says that a list by price is of one currency, with a link to the list of all where items have others.
  mutating func currency(of list: ListQuery, _ page: PageRequest) {
    guard let priced = list.priced, priced.others > 0 else { return }
    element("p", [.class("instead")]) { html in
      html.text(
        LocalizedPhrase(
          "Only prices in \(priced.currency.code) are listed. Items with other currencies: \(html.format.number(priced.others))"
        ))
      html.text(" ")
      let isByPrice = [PageQuery.Sort.price, .priceDescending].contains(list.page.sort)
      let names = ["page", "min", "max", "currency"] + (isByPrice ? ["sort"] : [])
      html.link("Show all currencies", PageURL(page.path, page.query.filter { !names.contains($0.name) }))
    }
  }

  /// Links to the lists of tags, with the numbers of their items.
  mutating func categories(_ tags: [(tag: String, items: Int)]) {
    guard !tags.isEmpty else { return }
    element("nav", [.label(LocalizedPhrase("Categories"))]) { html in
      html.list([.class("tags chips categories")], of: tags) { html, category in
        html.element("a", [.href(PageURL(tag: category.tag))]) { html in
          html.isolated(category.tag)
          html.text(" ")
          html.element("span", [.class("count")], text: html.format.number(category.items))
        }
      }
    }
  }

  /// A choice of a list that unfolds.
  mutating func option(_ value: String, _ text: String, isChosen: Bool) {
    element("option", [.text(.value, value)] + (isChosen ? [.flag(.selected)] : []), text: text)
  }

  /// The head of a table.
  ///
  /// - Parameter start: The first column of numbers.
  mutating func columns(_ names: [LocalizedPhrase], numbersFrom start: Int = .max) {
    element("thead") { html in
      html.element("tr") { html in
        for (index, name) in names.enumerated() {
          html.element("th", [.token(.scope, "col")] + (index < start ? [] : [.class("number")]), name)
        }
      }
    }
  }

  /// A box to tick, or one of several to choose from.
  mutating func box(
    _ name: String, id: String? = nil, _ words: LocalizedPhrase, value: String = "1", isOn: Bool,
    _ attributes: HTMLAttribute...
  ) {
    element("p", [.class("box")]) { html in
      html.void(
        "input",
        (attributes.isEmpty ? [.token(.type, "checkbox")] : attributes) + [
          .text(.name, name), .text(.id, id ?? name), .text(.value, value),
        ] + (isOn ? [.flag(.checked)] : []))
      html.element("label", [.text(.for, id ?? name)], words)
    }
  }

  /// The rows of a page of a list.
  mutating func rows(_ rows: ListQuery.Rows, _ page: PageRequest) {
    pixels = rows.pixels
    let view = page.preferences.view
    element("ol", [.id("items"), .items(in: view), .text(.dataNewest, String(rows.newest))]) { html in
      for (index, item) in rows.items.enumerated() {
        html.card(item, isFirst: index < 4, saysMore: view == .list)
      }
    }
  }

  /// Links to the previous and the next part of a list, with the positions that are shown; nil for those of one part.
  mutating func turning(
    _ list: ListQuery, _ rows: ListQuery.Rows, _ page: PageRequest, shown: Range<Int>? = nil
  ) {
    let shown = shown ?? list.start..<list.start + rows.items.count
    guard shown.lowerBound > 0 || rows.hasNext else { return }
    element("nav", [.class("turn"), .label("Parts of the list")]) { html in
      if shown.lowerBound > 0 {
        html.link(LocalizedPhrase("Previous"), page.part(list.page.number - 1), .token(.rel, "prev"))
      }
      html.element(
        "p",
        html.format.place(
          after: shown.lowerBound, count: shown.count, of: rows.total, moreThan: SearchMatch.counted))
      if rows.hasNext {
        html.element(
          "a",
          [
            .token(.rel, "next"), .id("next"), .href(page.part(list.page.number + 1)),
            .text(.dataTotal, String(rows.total ?? 0)),
            // The script fills in the numbers.
            .phrase(
              .dataMore,
              rows.total == nil
                ? "Show more · \("{shown}") of more than \(html.format.number(SearchMatch.counted))"
                : "Show more · \("{shown}") of \("{total}")"),
            .phrase(.dataFailed, "The rows could not be loaded. Check the connection and try again."),
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

extension ItemCondition {
  /// The condition with its value, as a chip names it.
  fileprivate func chip(_ value: String) -> LocalizedPhrase {
    switch self {
    case .min: "Price from \(value)"
    case .max: "Price up to \(value)"
    case .inStock: "In stock"
    case .soldOut: "Sold out"
    case .discounted: LocalizedPhrase("Discounted")
    default: LocalizedPhrase(verbatim: value)
    }
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
    view == .grid ? .class("items grid") : .class("items rows")
  }
}

extension HTML {
  /// The ratings by star, the best first: a bar in proportion to all ratings, and their number.
  mutating func histogram(_ rating: Rating) {
    part("div", [.class("histogram")]) { html in
      if let tenths = rating.summary.tenths {
        html.element("p", [.class("mean")]) { html in
          html.element("b", [.token(.ariaHidden, "true")], text: html.format.tenths(tenths))
          html.stars(tenths: tenths)
          html.element("span", rating.summary.words(html.format, verified: rating.verifiedCount))
        }
      }
      html.element("dl") { html in
        for stars in Stars.allCases.reversed() {
          let count = rating.count(of: stars)
          html.element("div") { html in
            html.element("dt") { html in
              html.element(
                "span", [.token(.ariaHidden, "true")], text: "\(html.format.number(stars.rawValue)) ★")
              html.element("span", [.class("unseen")], stars.words)
            }
            html.element("dd") { html in
              // In tenths of all ratings, and at least one of them where there is any.
              let tenths = (count * 10 + rating.count - 1) / rating.count
              html.element("span", [.text(.class, "share s\(tenths)"), .token(.ariaHidden, "true")]) { _ in }
              html.text(html.format.number(count))
            }
          }
        }
      }
    }
  }

  /// A text of a person in its own lines.
  mutating func prose(_ text: String) {
    element("p", [.class("prose"), .token(.dir, "auto")], text: text)
  }

  /// A review with the seller's answer. A folded text is shown when the reader unfolds it.
  ///
  /// - Parameter more: Appends what follows.
  mutating func review(_ review: Review, _ more: (inout HTML) -> Void) {
    part("li", [.class("review"), .text(.id, "review-\(review.id)")]) { html in
      html.element("p", [.class("by")]) { html in
        html.stars(tenths: review.stars.rawValue * 10)
        html.element("span", [.class("unseen")], review.stars.words)
        if let author = review.author { html.element("b") { $0.isolated(author) } }
        if review.isVerified { html.element("span", [.class("mark")], LocalizedPhrase("verified purchase")) }
        html.age(review.date)
      }
      if review.isFolded, !review.text.isEmpty {
        html.element("details") { html in
          html.element("summary", "The seller has folded this text")
          html.prose(review.text)
        }
      } else if !review.text.isEmpty {
        html.prose(review.text)
      }
      if let answer = review.answer {
        html.element("div", [.class("answer")]) { html in
          html.element("p", [.class("by")]) { html in
            html.element("b", LocalizedPhrase("Seller's answer"))
            html.age(answer.date)
          }
          html.prose(answer.text)
        }
      }
      more(&html)
    }
  }
}

/// A form of the page that was sent and not done: what was typed, and why.
struct FormAttempt {
  let form: String
  let text: String
  let isTicked: Bool
  let problem: LocalizedPhrase

  static let sentBefore: LocalizedPhrase =
    "This form was sent before, and what it said then was saved. Send it again to save what it says now, too."
  /// Most characters of the text that the page repeats: more than any that is valid.
  private static let longest = 2 * ReviewLimits.text

  /// - Parameter isTicked: Whether the box of the form was ticked.
  init(form: String, text: String, isTicked: Bool = false, problem: LocalizedPhrase) {
    (self.form, self.isTicked, self.problem) = (form, isTicked, problem)
    self.text = String(text.unicodeScalars.prefix(Self.longest))
  }
}

/// The parts of the forms of sellers.
extension HTML {
  /// A form that changes something: it has the token of its seller.
  mutating func form(
    _ action: PageURL, _ seller: SellerSession?, _ attributes: [HTMLAttribute] = [],
    _ contents: (inout HTML) -> Void
  ) {
    element(
      "form",
      [.token(.method, "post"), .token(.enctype, "multipart/form-data"), .address(.action, action)]
        + attributes
    ) { html in
      if let seller { html.hidden("token", seller.token) }
      contents(&html)
    }
  }

  /// A form that is a button alone, with values that the page has chosen and then a key.
  mutating func button(
    _ words: LocalizedPhrase, _ action: PageURL, _ seller: SellerSession?,
    _ attributes: [HTMLAttribute] = [.class("quiet")], sending values: [(name: String, value: String)] = []
  ) {
    form(action, seller) { html in
      for (name, value) in values { html.hidden(name, value) }
      if !values.isEmpty { html.key() }
      html.submit(words, attributes)
    }
  }

  /// A value that the page has chosen: a browser that goes back would fill in the former one unless it is told not to.
  mutating func hidden(_ name: String, _ value: String) {
    vary {
      $0.void(
        "input",
        [.token(.type, "hidden"), .text(.name, name), .text(.value, value), .token(.autocomplete, "off")])
    }
  }

  /// The key of a form, by which it does once what it does, however often it is sent.
  mutating func key(_ key: String = RandomSecret.make(length: 26)) { hidden("key", key) }

  /// A field for a number of pieces with a button beside it, and the problem of the number that was sent.
  mutating func quantity(
    _ id: String, _ label: LocalizedPhrase, _ value: String, _ words: LocalizedPhrase,
    _ attempt: FormAttempt?, isQuiet: Bool = false
  ) {
    field("quantity", id: id, label, problem: attempt?.problem, isRequired: true, isAlone: true) {
      html, own in
      html.element("div", [.class("actions")]) { html in
        html.void(
          "input",
          own + [
            .text(.value, attempt?.text ?? value), .token(.inputmode, "numeric"),
            .token(.autocomplete, "off"),
          ])
        html.submit(words, isQuiet ? [.class("quiet")] : [])
      }
    }
  }

  mutating func submit(_ words: LocalizedPhrase, _ attributes: [HTMLAttribute] = []) {
    element("button", [.token(.type, "submit")] + attributes, words)
  }

  /// A labelled field: its hint, and the problem that its value has.
  ///
  /// - Parameters:
  ///   - name: The name of its part in the form.
  ///   - id: Nil for the name.
  ///   - isAlone: Whether the form has no summary of its problems, and no mark at what is optional.
  ///   - input: Appends the field with the attributes that it gets.
  mutating func field(
    _ name: String, id: String? = nil, _ label: LocalizedPhrase, hint: LocalizedPhrase? = nil,
    problem: LocalizedPhrase? = nil, isRequired: Bool = false, isAlone: Bool = false,
    _ input: (inout HTML, [HTMLAttribute]) -> Void
  ) {
    let id = id ?? name
    var attributes: [HTMLAttribute] = [.text(.name, name), .text(.id, id)]
    let notes = [problem.map { _ in "\(id)-problem" }, hint.map { _ in "\(id)-hint" }].compactMap(\.self)
    if !notes.isEmpty { attributes.append(.text(.ariaDescribedBy, notes.joined(separator: " "))) }
    if problem != nil { attributes.append(.token(.ariaInvalid, "true")) }
    if isRequired { attributes.append(.flag(.required)) }
    element("div", [.class("field")]) { html in
      html.element("label", [.text(.for, id)]) { html in
        html.text(label)
        if !isRequired, !isAlone {
          html.element("span", [.class("optional")], LocalizedPhrase("optional"))
        }
      }
      if let hint { html.element("p", [.class("hint"), .text(.id, "\(id)-hint")], hint) }
      if let problem {
        let role: [HTMLAttribute] = isAlone ? [.token(.role, "alert")] : []
        html.element("p", [.class("problem"), .text(.id, "\(id)-problem")] + role, problem)
      }
      input(&html, attributes)
    }
  }

  /// A field with one line of text.
  mutating func line(
    _ name: String, _ label: LocalizedPhrase, _ value: String, hint: LocalizedPhrase? = nil,
    problem: LocalizedPhrase? = nil, isRequired: Bool = false, _ attributes: [HTMLAttribute] = []
  ) {
    field(name, label, hint: hint, problem: problem, isRequired: isRequired) { html, own in
      html.void("input", own + [.text(.value, value)] + attributes)
    }
  }

  /// A field with lines of text.
  mutating func area(_ text: String, _ attributes: [HTMLAttribute]) {
    element("textarea", attributes + [.token(.dir, "auto")]) { html in
      // A browser drops the first line end.
      html.markup("\n")
      html.text(text)
    }
  }

  /// A summary of the problems of a form, with a link to the field of each.
  mutating func problems(_ problems: [(field: ItemField?, words: LocalizedPhrase)]) {
    guard let first = problems.first else { return }
    reason = first.words.english
    element("div", [.class("problems"), .id("problems"), .token(.role, "alert"), .token(.tabindex, "-1")]) {
      html in
      html.element("h2", "Nothing was saved yet")
      html.list([], of: problems) { html, problem in
        guard let field = problem.field else { return html.text(problem.words) }
        html.link(problem.words, PageURL(fragment: field.rawValue))
      }
    }
  }

  /// A message about a problem of a small form.
  mutating func problem(_ words: LocalizedPhrase) {
    reason = words.english
    element("div", [.class("problems"), .token(.role, "alert")]) { html in html.element("p", words) }
  }
}

extension HTML {
  /// The message about the form that led to this page, with what can be done next.
  mutating func notice(_ page: PageRequest) {
    guard let notice = page.notice else { return }
    element("div", [.class("notice"), .token(.role, "status")]) { html in
      html.element("p", notice.words(html.format))
      html.element("div", [.class("actions")]) { html in
        if let item = notice.item, let sale = notice.sale {
          let receipt = PageURL(["goods", String(item), "sales", String(sale.movement)])
          html.link(LocalizedPhrase("Receipt"), receipt, .class("quiet"), .forSeller)
          if notice.kind == .sold {
            html.button(LocalizedPhrase("Undo"), receipt, page.seller, sending: [("kind", "undo")])
          }
        } else if let item = notice.item, let count = notice.count {
          let receipt = page.path.count == 4 ? PageURL(page.path) : nil
          html.button(
            LocalizedPhrase("Undo"), receipt ?? page.stock(ofItem: item), page.seller,
            sending: [("kind", "undo"), ("movement", String(count.movement))])
        } else if let item = notice.item, notice.kind == .deleted {
          html.button(LocalizedPhrase("Undo"), PageURL(["goods", String(item), "restore"]), page.seller)
        } else if let item = notice.item, [.added, .repeated].contains(notice.kind) {
          let form = PageURL(["sell", "add"], [("item", String(item))])
          html.link("Add another like it", form, .class("quiet"), .forSeller)
        }
      }
    }
  }
}
