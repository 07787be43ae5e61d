import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// Searches are ordered by what fits best, and find words that are written apart.
struct SearchFitTests {
  /// An item as the test has made it.
  private struct Known {
    let id: Int
    let title: String
    let labels: [String]
    let description: String

    /// The place of the item among those of a search, by what it has; nil where it lacks a word.
    func place(_ words: [String]) -> Int? {
      let title = [Field(title, isJoined: true)]
      let head = title + labels.map { Field($0, isJoined: true) }
      let all = head + [Field(description, isJoined: false)]
      let has = { (fields: [Field], isWhole: Bool) in
        words.allSatisfy { word in fields.contains { $0.has(word, isWhole: isWhole) } }
      }
      for (place, fields) in [title, head, all].enumerated() {
        if has(fields, true) { return 2 * place }
        if has(fields, false) { return 2 * place + 1 }
      }
      return nil
    }
  }

  /// A text as its runs of letters and its runs of marks.
  private struct Field {
    private let runs: [String]
    private let joined: String?

    init(_ text: String, isJoined: Bool) {
      var runs: [String] = []
      var isLetters: Bool?
      for character in text {
        let kind = character.isWhitespace ? nil : character.isLetter || character.isNumber
        if let kind, kind == isLetters { runs[runs.count - 1].append(character) }
        if let kind, kind != isLetters { runs.append(String(character)) }
        isLetters = kind
      }
      self.runs = runs
      let letters = runs.filter { $0.first?.isLetter == true || $0.first?.isNumber == true }
      joined = isJoined && letters.count > 1 ? letters.joined() : nil
    }

    func has(_ word: String, isWhole: Bool) -> Bool {
      let parts = Field(word, isJoined: false).runs
      let text = runs.joined(separator: " ")
      let pattern = parts.joined(separator: " ")
      guard isWhole else { return text.contains(pattern) || joined?.contains(pattern) == true }
      return " \(text) ".contains(" \(pattern) ") || joined == pattern
    }
  }

  private static func add(_ draft: ItemDraft, to store: Store) async throws -> Int {
    let item = try await store.add(
      ValidDraft(draft), images: [], passwordHash: "h", at: .distantPast, key: nil)
    return try #require(item).id
  }

  private func found(_ query: PageQuery, in store: Store) async throws -> [Int] {
    var (query, ids) = (query, [Int]())
    query.number = 1
    while true {
      let page = try await store.page(query)
      ids += page.items.map(\.id)
      guard !page.items.isEmpty else {
        #expect(page.total == ids.count)
        return ids
      }
      query.number += 1
    }
  }

  @Test("Random searches list the items that a person would pick, in this order, on pages of any size")
  func order() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let letters = ["a", "b", "가", "나", "é", " ", " ", "-", "%", "\""]
    func text(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &chance)).map { _ in letters.randomElement(using: &chance) ?? "" }
        .joined()
    }
    // A search finds a letter with an accent and without.
    func plain(_ text: String) -> String { text.replacing("é", with: "e") }
    let store = Store(at: .ofOneTest, .patient())
    let won = try #require(Currency("KRW"))
    var known: [Known] = []
    while known.count < 120 {
      let (title, description) = ("a" + text(0...6), text(0...12))
      let tags = Set((0..<Int.random(in: 0...2, using: &chance)).map { _ in "t" + text(1...4) }).sorted()
      let currency = known.count % 3 == 0 ? Currency.usDollar : won
      let draft = ItemDraft(
        title: title, description: description, price: Price(1, currency), stock: known.count % 5, tags: tags)
      guard let valid = try? ValidDraft(draft) else { continue }
      known.append(
        Known(
          id: try await Self.add(draft, to: store), title: plain(title),
          labels: (valid.draft.details.tags ?? []).map(plain), description: plain(description)))
    }
    for _ in 0..<150 {
      let search = text(1...7)
      let words = SearchText.words(in: search)
      guard !words.isEmpty else { continue }
      let places = known.compactMap { item in item.place(words).map { (place: $0, id: item.id) } }
      let expected = places.sorted { ($0.place, -$0.id) < ($1.place, -$1.id) }.map(\.id)
      var query = PageQuery(size: Int.random(in: 1...40, using: &chance), search: search)
      #expect(try await found(query, in: store) == expected, "'\(search)', seed \(seed)")
      query.currencies = [.usDollar]
      #expect(
        try await found(query, in: store) == expected.filter { ($0 - 1) % 3 == 0 },
        "'\(search)', seed \(seed)")
      query.sort = .newest
      #expect(
        try await found(query, in: store) == expected.filter { ($0 - 1) % 3 == 0 }.sorted(by: >),
        "'\(search)', seed \(seed)")
      query.currencies = nil
      query.sort = .best
      query.filter[.soldOut] = ListFilter.Value(["1"], of: .soldOut)
      #expect(
        try await found(query, in: store) == expected.filter { ($0 - 1) % 5 == 0 },
        "'\(search)', seed \(seed)")
    }
  }

  /// A store with 80 items whose texts have the same few letters; some texts wait in the backlog.
  private static func mixed(_ seed: UInt64) async throws -> Store {
    var chance = SeededChance(seed: seed)
    let store = Store(at: .ofOneTest, .patient())
    func text() -> String {
      (0..<6).map { _ in ["a", "b", "가", " "].randomElement(using: &chance) ?? "" }.joined()
    }
    for number in 0..<80 {
      // Long texts wait in the backlog.
      let length = number % 20 == 7 ? SearchRows.indexedAtOnce / 4 : 1
      let description = String(repeating: text() + " ", count: length)
      _ = try await Self.add(
        ItemDraft(
          title: "t" + text() + "t", description: description, price: Price(1, .usDollar),
          tags: ["u" + text() + "u"]),
        to: store)
    }
    return store
  }

  @Test(
    "Items that are walked are those that the index finds, in the same order",
    .enabled(if: !TestDatabase.isServer, "a database ranks the items itself"))
  func walked() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let store = try await Self.mixed(seed)
    for search in ["a", "가", "b a", "aa", "가 t", "가 a b", "t", "ttt a"] {
      for few in [0, 9, 40] {
        let ids = try await store.read { database in
          let words = SearchText.words(in: search)
          let fits = try [1_000, few].map {
            try SearchFit(
              words, vendors: [], where: [], scope: .listed, isFrequent: false, in: database, few: $0)
          }
          return try [0..<5, 3..<20, 0..<100].map { window in
            try fits.map { try $0.ids(in: window, isBackwards: false) }
          }
        }
        for pages in try #require(ids) {
          #expect(pages[0] == pages[1], "'\(search)', few: \(few), seed \(seed)")
        }
      }
    }
  }

  @Test(
    "The newest items of a search that many meet are ranked, and the others follow",
    .enabled(if: TestDatabase.isServer))
  func frequent() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let store = try await Self.mixed(seed)
    for search in ["a", "가", "b a", "aa", "가 t", "ttt a"] {
      let words = SearchText.words(in: search)
      let found = try await store.read { database in
        func fit(_ isFrequent: Bool, counted: Int) throws -> SearchFit {
          try SearchFit(
            words, vendors: [], where: [], scope: .listed, isFrequent: isFrequent, in: database,
            counted: counted)
        }
        let join = try #require(try fit(false, counted: 1_000).join(in: 0..<100, isBackwards: false))
        let ranked = try database.integers(of: "SELECT item.id FROM item \(join)")
        let pages = try [1_000, 9].map { counted in
          try [0..<100, 3..<20, 9..<11].map {
            try fit(true, counted: counted).ids(in: $0, isBackwards: false)
          }
        }
        return (ranked, pages)
      }
      let (ranked, pages) = try #require(found)
      let newest = ranked.sorted(by: >)
      let first = Set(newest.prefix(9))
      let mixed = ranked.filter(first.contains) + newest.dropFirst(9)
      for (pages, expected) in zip(pages, [ranked, mixed]) {
        for (page, window) in zip(pages, [0..<100, 3..<20, 9..<11]) {
          #expect(
            page == Array(expected.dropFirst(window.lowerBound).prefix(window.count)),
            "'\(search)', seed \(seed)")
        }
      }
    }
  }

  @Test(
    "Titles come before SKUs and tags, these before descriptions, whole words before parts, then the newest")
  func classes() async throws {
    let store = Store(at: .ofOneTest, .patient())
    let price = Price(1, .usDollar)
    let drafts = [
      ItemDraft(title: "d1", description: "soapy water", price: price),
      ItemDraft(title: "d2", description: "The soap, in a box", price: price),
      ItemDraft(title: "s1", price: price, sku: "SOAP1"), ItemDraft(title: "s2", price: price, sku: "soap-2"),
      ItemDraft(title: "t1", price: price, tags: ["soaps"]),
      ItemDraft(title: "t2", price: price, tags: ["Soap"]),
      ItemDraft(title: "Soapbox", price: price), ItemDraft(title: "Olive (soap)", price: price),
      ItemDraft(title: "Soap dish", price: price), ItemDraft(title: "Lamp", price: price),
      ItemDraft(title: "Dish", description: "for soap", price: price, tags: ["soap"]),
      ItemDraft(title: "Box", description: "for a soap dish", price: price),
    ]
    for draft in drafts { _ = try await Self.add(draft, to: store) }
    #expect(try await found(PageQuery(search: "soap"), in: store) == [9, 8, 7, 11, 6, 4, 5, 3, 12, 2, 1])
    // The worst place of a word decides.
    #expect(try await found(PageQuery(search: "soap dish"), in: store) == [9, 11, 12])
    #expect(try await found(PageQuery(sort: .oldest, search: "soap dish"), in: store) == [9, 11, 12])
    #expect(try await found(PageQuery(sort: .title, search: "soap dish"), in: store) == [12, 11, 9])
  }

  @Test("A word is found across spaces and marks of a title, a SKU or a tag, and never across two of them")
  func apart() async throws {
    let store = Store(at: .ofOneTest, .patient())
    let price = Price(1, .usDollar)
    _ = try await Self.add(
      ItemDraft(title: "비누 – 라벤더", description: "핸드 메이드", price: price, sku: "A-100", tags: ["여름 신상", "선물"]),
      to: store)
    _ = try await Self.add(ItemDraft(title: "라벤더비누", price: price), to: store)
    for (search, ids) in [
      ("비누라벤더", [1]), ("누라벤", [1]), ("라벤더비누", [2]), ("비누 라벤더", [2, 1]), ("a100", [1]), ("A-100", [1]),
      ("여름신상", [1]), ("신상선물", []), ("라벤더a", []), ("메이드a", []), ("–", [1]), ("비누–라벤더", [1]),
    ] {
      #expect(try await found(PageQuery(search: search), in: store).sorted() == ids.sorted(), "'\(search)'")
    }
  }

  @Test("An item that was edited, deleted and restored is found where it belongs")
  func writes() async throws {
    let store = Store(at: .ofOneTest, .patient())
    let long = String(repeating: "가나다 ", count: 2_000)
    for title in ["Lamp", "Lamps", "Desk"] {
      _ = try await Self.add(
        ItemDraft(
          title: title, description: title == "Desk" ? long + "lamp" : "", price: Price(1, .usDollar)),
        to: store)
    }
    #expect(try await found(PageQuery(search: "lamp"), in: store) == [1, 2, 3])
    _ = try await store.edit(id: 3, passwordHash: "h", at: .distantPast) { present in
      var draft = present
      draft.title = "Desk lamp"
      return try ValidDraft(draft)
    }
    #expect(try await found(PageQuery(search: "lamp"), in: store) == [3, 1, 2])
    _ = try await store.edit(id: 1, passwordHash: "h", at: .distantPast) { present in
      var draft = present
      draft.details.tags = ["lamp"]
      draft.title = "Light"
      return try ValidDraft(draft)
    }
    #expect(try await found(PageQuery(search: "lamp"), in: store) == [3, 2, 1])
    _ = try await store.delete(id: 3, passwordHash: "h", at: .now)
    #expect(try await found(PageQuery(search: "lamp"), in: store) == [2, 1])
    #expect(try await found(PageQuery(search: "나다"), in: store) == [])
  }

  @Test("Without an order a search has the best first, also for old clients, and a list is ordered as before")
  func wire() async throws {
    let store = Store(at: .ofOneTest, .patient())
    let market = LocalMarket(store, .forTests)
    func ids(_ target: String) async throws -> [Int] {
      let response = try await market.response(to: HTTPRequest(.get, target: target))
      return try JSON.decode(IDs.self, from: response.body).ids
    }
    for (title, description) in [("Soap dish", ""), ("Dish", "soap"), ("Soap", "")] {
      _ = try await Self.add(
        ItemDraft(title: title, description: description, price: Price(1, .usDollar)), to: store)
    }
    #expect(try await ids("/items/1?q=soap") == [3, 1, 2])
    #expect(try await ids("/items/1?q=soap&sort=best") == [3, 1, 2])
    #expect(try await ids("/items/1?q=soap&sort=oldest") == [1, 2, 3])
    #expect(try await ids("/items/1?sort=best") == [1, 2, 3])
    #expect(try await ids("/api/products?page_no=1&items_per_page=20&search_value=soap") == [3, 1, 2])
    #expect(try await ids("/api/products?page_no=1&items_per_page=20&search_value=%20") == [3, 2, 1])
  }

  private struct IDs: Decodable {
    private struct Row: Decodable { let id: Int }

    private let items: [Row]?
    private let pages: [Row]?

    var ids: [Int] { (items ?? pages ?? []).map(\.id) }
  }
}
