import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The cost of a search is bounded, and a bounded search finds the same items.
struct StoreSearchTests {
  private func add(_ title: String, _ description: String = "", to store: Store) async throws {
    _ = try await store.add(
      ValidDraft(ItemDraft(title: title, description: description, price: Price(1, .usDollar))), images: [],
      passwordHash: "h", at: .distantPast, key: nil)
  }

  // MARK: Words

  @Test func `a word is searched for once, and no more than eight words are`() {
    #expect(SearchText.words(in: "b a B  b\u{2003}c a") == ["b", "a", "c"])
    #expect(SearchText.words(in: "1 2 3 4 5 6 7 8 9 10") == ["1", "2", "3", "4", "5", "6", "7", "8"])
    #expect(SearchText.words(in: "1 1 1 1 1 1 1 1 1 2") == ["1", "2"])
    #expect(SearchText.words(in: " \n") == [])
  }

  @Test func `a word is searched for by its first 64 characters`() async throws {
    let store = Store(at: .ofOneTest, .patient())
    let long = String(repeating: "가나다라", count: 20)
    #expect(SearchText.words(in: long) == [String(long.prefix(64))])
    try await add(long, to: store)
    try await add(String(long.prefix(63)), to: store)
    #expect(try await store.page(PageQuery(search: long)).items.map(\.id) == [1])
  }

  @Test("Short words are found alike beside a word of few texts and one of many, without what is left out")
  func counts() throws {
    let database = try SQLiteDatabase(path: ":memory:", .memory)
    try SQLiteSchema.make(database, timeZone: nil)
    // `many` is in 21,000 texts, `few` in 100 of them; the id says which of a, b and c a text has.
    try database.execute(
      """
      INSERT INTO item_search (rowid, description)
      WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 21000)
      SELECT id, ' many ' || CASE WHEN id % 210 = 0 THEN 'few ' ELSE '' END || CASE WHEN id % 2 = 0 THEN 'a ' ELSE '' END
        || CASE WHEN id % 3 = 0 THEN 'b b ' ELSE '' END || CASE WHEN id % 11 = 0 THEN 'c ' ELSE '' END || '  ' FROM n
      """)
    try database.execute(
      """
      INSERT INTO item (id, vendor_id, title, currency, price, stock, registration_date, password_hash, description, state)
      SELECT id, 1, '', 'USD', 0, 0, 0, '', '', id IN (6, 420, 4620, 21000) FROM item_search_content
      """)
    let offSale = Set([6, 420, 4_620, 21_000])
    let divisors = ["many": 1, "few": 210, "a": 2, "b": 3, "c": 11]
    for search in [
      "a m", "b", "c b", "many a", "many c b", "few c", "few many b c", "a b c", "many z",
    ] {
      let words = SearchText.words(in: search)
      let ids = (1...21_000).filter { id in
        words.allSatisfy { word in
          // Only the letters stand alone: those of the long words count, too.
          let parts = divisors.filter { $0.key.contains(word) }.values
          return parts.contains { id.isMultiple(of: $0) }
        }
      }
      let conditions = try SearchRows(database: database).conditions(SearchMatch(words: words))
      for few in [0, 150, 1_000_000] {
        func found(_ scope: ItemScope?, counting most: Int? = 8_000) throws -> (ids: [Int], count: Int) {
          let found = try #require(
            try FilterIntersection(
              conditions, scope: scope, counting: most, in: database, few: few, several: few))
          let ids = try database.rows(found.selection.sql, found.selection.values) { $0.integer(0) }
          return (ids.sorted(), try found.count())
        }
        let (all, left) = (try found(nil), try found(.listed).ids)
        #expect(all.ids == ids, "\(search), few: \(few)")
        // All are counted where few meet a condition, and elsewhere no more than one above the limit.
        #expect(all.count == ids.count || all.count == 8_001 && ids.count > 8_000, "\(search), few: \(few)")
        #expect(left == ids.filter { !offSale.contains($0) }, "\(search), few: \(few)")
        for scope in [ItemScope.listed, .offSale, .present] {
          let expected = ids.filter { scope == .present || offSale.contains($0) == (scope == .offSale) }
          #expect(try found(scope, counting: nil).count == expected.count, "\(search), \(scope), few: \(few)")
        }
      }
    }
  }

  // MARK: Time

  @Test func `a search that takes longer than it may is ended with 503`() async throws {
    let folder = try TemporaryFolder()
    var options = Store.Options.patient()
    options.searchTime = .nanoseconds(1)
    let store = Store(at: folder.store("a.db"), options)
    for _ in 0..<60 { try await add("lamp", to: store) }
    for search in ["lamp", "l", "l a"] {
      await #expect(throws: StoreError.searchTooLong) { try await store.page(PageQuery(search: search)) }
    }
    let response = try await LocalMarket(store, .forTests).response(
      to: HTTPRequest(.get, target: "/items/1?q=lamp"))
    let reason = "The search takes too long: use more or longer words"
    #expect(
      response.shown
        == #"503 {"code":"search_too_long","error":true,"message":"\#(reason)","reason":"\#(reason)"}"#)
    #expect(response.headers["Retry-After"] == "1")
    // Other reads go on, and so do searches that may take their time.
    #expect(try await store.page(PageQuery()).total == 60)
    #expect(
      try await Store(at: folder.store("a.db"), .patient()).page(PageQuery(search: "l a")).total == 60)
  }

  @Test(.ofFiles) func `work that is no longer wanted is ended`() async throws {
    let folder = try TemporaryFolder()
    try await add("lamp", to: Store(at: folder.store("a.db")))
    let database = try SQLiteFile(path: folder.path("a.db")).open()
    let flag = CancellationFlag()
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    #expect(throws: CancellationError.self) {
      try database.transaction(for: .reading, within: WorkLimit(.seconds(600), flag)) {
        _ = try database.integer("SELECT count(*) FROM item")
        flag.cancel()
        _ = try database.integer(endless)
      }
    }
    let write = WorkLimit(.seconds(600), flag, givesWay: false)
    #expect(throws: CancellationError.self) {
      try database.transaction(for: .importing(bytes: 0), within: write) {
        _ = try database.integer(endless)
      }
    }
    #expect(throws: StoreError.searchTooLong) {
      try database.transaction(for: .reading, within: WorkLimit(.milliseconds(20))) {
        _ = try database.integer(endless)
      }
    }
    // Sooner, where a commit waits: this would take ten minutes.
    let gate = try #require(database as? SQLiteDatabase).sharing.gate
    let commit = Thread { gate.exclusive {} }
    #expect(throws: StoreError.searchTooLong) {
      try database.transaction(for: .reading, within: WorkLimit(.seconds(600))) {
        commit.start()
        _ = try database.integer(endless)
      }
    }
    // The connection is as good as before.
    #expect(
      try database.transaction(for: .reading) { try database.integer("SELECT count(*) FROM item") } == 1)
  }

  // MARK: Folding

  @Test func `text is folded to composed lower case`() {
    #expect("E\u{301}A ÀSS".folded.utf8.elementsEqual("éa àss".utf8))
    #expect("\u{1106}\u{1162}\u{11A8}".folded.utf8.elementsEqual("맥".utf8))
    // Thirty marks in a row are brought into their order.
    let marks = String(repeating: "\u{301}\u{323}", count: 15)
    let sorted = String(repeating: "\u{323}", count: 14) + String(repeating: "\u{301}", count: 15)
    #expect(("a" + marks).folded.utf8.elementsEqual(("ạ" + sorted).utf8))
  }

  @Test(arguments: [
    ("café", "CAFE\u{301}"), ("ＡＢＣ１２", "abc12"), ("ﬁne", "FINE"), ("φως", "ΦΩΣ"), ("Straße", "STRASSE"),
    ("soft\u{AD}ware", "software"), ("a\u{200B}b\u{FEFF}", "ab"), ("l’eau", "l'eau"), ("A–1", "a-1"),
    ("ｶﾞ", "ガ"),
    ("㈜ 가게", "(주) 가게"),
  ])
  func `texts of one meaning have one form`(one: String, other: String) {
    #expect(one.folded.utf8.elementsEqual(other.folded.utf8))
    #expect(one.folded.folded.utf8.elementsEqual(one.folded.utf8))
  }

  @Test(arguments: [
    ("Café crème", "cafe"), ("Café crème", "CAFÉ"), ("İstanbul", "istanbul"), ("IŞIK", "ışık"),
    ("Łódź", "lodz"),
    ("Елка", "ёлка"), ("L’eau de rose", "l'eau"), ("Ｗｉｄｅ lamp", "wide"), ("φως", "ΦΩΣ"), ("Cœur", "coeur"),
    ("\u{1106}\u{1162}\u{11A8}주", "맥주"),
  ])
  func `a search finds what is written with accents, in another width or in another case`(
    title: String, search: String
  ) async throws {
    let store = Store(at: .ofOneTest, .patient())
    try await add(title, to: store)
    try await add("Desk", title, to: store)
    #expect(try await store.page(PageQuery(search: search)).items.map(\.id) == [1, 2])
  }

  @Test func `an accent tells SKUs apart, and not searches`() {
    #expect(ItemCode.code(of: "CAFÉ") == ItemCode.code(of: "cafe\u{301}"))
    #expect(ItemCode.code(of: "CAFÉ") != ItemCode.code(of: "CAFE"))
    #expect(ItemCode.code(of: "ＭＵＧ－1") == ItemCode.code(of: "mug-1"))
  }

  @Test func `texts are stored composed`() async throws {
    let store = Store(at: .ofOneTest, .patient())
    var draft = ItemDraft(title: "cafe\u{301}", description: "e\u{301}", price: Price(1, .usDollar))
    draft.details.sku = "\u{1106}\u{1162}"
    draft.details.tags = ["u\u{308}"]
    _ = try await store.add(ValidDraft(draft), images: [], passwordHash: "h", at: .distantPast, key: nil)
    let item = try #require(try await store.page(PageQuery()).items.first)
    #expect(item.draft.title.utf8.elementsEqual("café".utf8))
    #expect(item.draft.sku.map { $0.utf8.elementsEqual("매".utf8) } == true)
    #expect(item.draft.tags.first.map { $0.utf8.elementsEqual("ü".utf8) } == true)
  }

  @Test func `text of ASCII, Hangul and Chinese characters is folded as any other`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let parts = [
      "a", "Z", "@", "[", "`", "{", "맥", "가", "\u{D7A3}", "\u{D7A4}", "\u{AC00}", "漢", "\u{4E00}", "\u{9FFF}",
      "\u{A000}", "\u{3FFF}", "É", "e\u{301}", "\u{1100}\u{1161}", "\u{11A8}", "가\u{11A8}", "Σ", "İ", " ",
      "\n",
    ]
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...4, using: &chance)
      let text = (0..<count).map { _ in parts.randomElement(using: &chance) ?? "" }.joined()
      let folded = text.precomposedStringWithCanonicalMapping.lowercased()
      #expect(
        Array(text.folded.utf8) == Array(folded.utf8), "\(text.debugDescription), seed \(seed)")
    }
  }

  @Test func `text of marks alone is folded without sorting them all`() throws {
    let limit = WaitLimit(for: "the text is folded")
    let marks = String(repeating: "\u{301}\u{323}", count: 300_000)
    #expect(("e" + marks).folded.unicodeScalars.count == 600_000)
    #expect(SearchText.words(in: "e" + marks).count == 1)
    try limit.check()
  }

  @Test(.ofFiles) func `an edit of other fields leaves the search index alone`() async throws {
    let folder = try TemporaryFolder()
    let store = Store(at: folder.store("a.db"))
    let marks = "e" + String(repeating: "\u{301}\u{323}", count: 100)
    try await add("Lamp", marks, to: store)
    let database = try SQLiteDatabase(path: folder.path("a.db"), .shared)
    func index() throws -> [Data] {
      try database.rows("SELECT block FROM item_search_data ORDER BY id") { $0.blob(0) }
    }
    let before = try index()
    func edit(_ change: @escaping @Sendable (inout ItemDraft) -> Void) async throws {
      _ = try await store.edit(id: 1, passwordHash: "h", at: Date()) { present in
        var draft = present
        change(&draft)
        return try ValidDraft(draft)
      }
    }
    try await edit { $0.stock = 7 }
    #expect(try index() == before)
    #expect(try await store.item(id: 1)?.draft.stock == 7)
    // Stored in one form.
    try await edit { $0.title = "Lömp" }
    try await edit { $0.title = "Lo\u{308}mp" }
    #expect(try await store.item(id: 1)?.draft.title.unicodeScalars.count == 4)
    #expect(try index() != before)
    for (search, total) in [("lömp", 1), ("lo\u{308}mp", 1), ("lomp", 1), ("lamp", 0)] {
      #expect(try await store.page(PageQuery(search: search)).total == total)
    }
  }
}
