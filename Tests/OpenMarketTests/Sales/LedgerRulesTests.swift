import Foundation
import Testing

@testable import OpenMarket

/// The rules of the ledger on values, without a store.
struct LedgerRulesTests {
  private static let now = Date(timeIntervalSince1970: 1_000_000)
  private static let price = Price(5, .usDollar)
  private static let receipt = ReceiptCode.random()

  private func rules(
    _ action: MovementRequest.Action, stock: Int = 10, note: String? = nil, reference: String? = nil,
    at reported: Date? = nil, isAlreadyCounted: Bool = false, counted: Date? = nil, opened: Date? = nil,
    limit: Int = 1_000
  ) -> LedgerRules {
    LedgerRules(
      item: .init(id: 1, stock: stock, price: Self.price),
      request: MovementRequest(
        itemID: 1, action, note: note, reference: reference, isAlreadyCounted: isAlreadyCounted),
      now: Self.now, reported: reported, counts: .init(last: counted, opened: opened), limit: limit)
  }

  private func movement(
    _ id: Int, _ kind: MovementKind, _ quantity: Int, price: Decimal = 5, cost: Decimal? = nil,
    note: String? = nil, reverses: Int? = nil, sale: Int? = nil, at date: Date = now - 100
  ) -> Movement {
    Movement(
      id: id, itemID: 1, kind: kind, quantity: quantity, stock: 10, price: Price(price, .usDollar),
      cost: cost, note: note, reference: nil, reason: nil, counted: nil, expected: nil, reverses: reverses,
      sale: sale, recordedAt: date, reportedAt: date)
  }

  /// `kind quantity price`, with the numbers of what is taken back.
  private func words(_ movements: [NewMovement]) -> [String] {
    movements.map {
      "\($0.kind) \($0.quantity) \($0.price.amount)" + ($0.reverses.map { " of \($0)" } ?? "")
        + ($0.sale.map { " in \($0)" } ?? "")
    }
  }

  // MARK: Counts

  @Test func `what a count has already leaves the stock as it was`() throws {
    let (before, count) = (Self.now - 100, Self.now - 50)
    func late(_ action: MovementRequest.Action) -> LedgerRules {
      rules(action, at: before, isAlreadyCounted: true, counted: count)
    }
    let sale = try late(.sell(quantity: 3, price: 4)).sale(of: 3, price: 4, cost: nil, receipt: Self.receipt)
    #expect(words(sale) == ["correction 3 5", "sold -3 4"])
    #expect(sale.map(\.reportedAt) == [before, before])
    let delivery = try late(.restock(quantity: 3, cost: 2)).delivery(of: 3, cost: 2)
    #expect(words(delivery) == ["received 3 5", "correction -3 5"])
    #expect(
      words(try late(.writeOff(quantity: 2, .lost)).writeOff(of: 2, .lost)) == [
        "correction 2 5", "removed -2 5",
      ])
    let sold = StandingSale(id: 2, reference: nil, entry: 2, price: Price(4, .usDollar), cost: nil, pieces: 3)
    for (isResellable, expected) in [
      (true, ["returned 2 4 of 2 in 2", "correction -2 5"]),
      (false, ["returned 2 4 of 2 in 2", "removed -2 5"]),
    ] {
      let returned = try late(.return(quantity: 2, isResellable: isResellable))
        .returns(of: 2, isResellable: isResellable, from: [sold])
      #expect(words(returned) == expected)
    }
  }

  @Test func `without a later count nothing was counted already`() {
    let last = Self.now - 50
    for counted in [nil, Self.now - 100] {
      #expect(throws: LedgerRefusal.notCounted(item: 1)) {
        try rules(.restock(quantity: 1, cost: nil), at: last, isAlreadyCounted: true, counted: counted)
          .delivery(of: 1, cost: nil)
      }
    }
    // The stock that an item was added with is a count.
    #expect(throws: Never.self) {
      try rules(.restock(quantity: 1, cost: nil), at: last, isAlreadyCounted: true, opened: Self.now)
        .delivery(of: 1, cost: nil)
    }
  }

  @Test func `a time before a count or in the future is refused`() {
    #expect(throws: LedgerRefusal.beforeCount(item: 1, counted: Self.now - 50)) {
      try rules(.writeOff(quantity: 1, .lost), at: Self.now - 100, counted: Self.now - 50).writeOff(
        of: 1, .lost)
    }
    #expect(throws: LedgerRefusal.inFuture) {
      try rules(.adjust(by: 1), at: Self.now + 1).adjustment(by: 1)
    }
    #expect(throws: Never.self) {
      try rules(.adjust(by: 1), at: Self.now - 50, counted: Self.now - 50).adjustment(by: 1)
    }
  }

  // MARK: Sales

  @Test func `a sale has the cost of its currency, and its receipt`() throws {
    let rules = rules(.sell(quantity: 2, price: nil), note: "n", reference: "r")
    let sale = try rules.sale(of: 2, price: nil, cost: Price(3, .usDollar), receipt: Self.receipt)
    #expect(
      sale == [
        NewMovement(
          itemID: 1, kind: .sold, quantity: -2, price: Self.price, cost: 3, note: "n", reference: "r",
          receipt: Self.receipt)
      ])
    let won = try #require(Currency("KRW"))
    #expect(
      try rules.sale(of: 2, price: nil, cost: Price(3, won), receipt: Self.receipt).map(\.cost) == [nil])
  }

  @Test func `a recorded sale is the same one with its first or its present terms`() throws {
    let (first, present) = (movement(2, .sold, -2), movement(4, .sold, -3, price: 4, sale: 2))
    func same(_ quantity: Int, _ price: Decimal?) throws -> Int {
      try rules(.sell(quantity: quantity, price: price), reference: "r")
        .repeated(ReferencedMovement(first: first, standing: present)).id
    }
    #expect(try same(2, 5) == 2)
    #expect(try same(3, 4) == 4)
    #expect(try same(3, nil) == 4)
    let four = Price(4, .usDollar)
    #expect(
      throws: LedgerRefusal.otherTerms(
        item: 1, entry: 4, reference: "", .sale(quantity: 3, four), given: .sale(quantity: 2, four))
    ) { try same(2, 4) }
  }

  @Test func `a recorded delivery is the same one with either cost, and with none`() throws {
    let (first, present) = (
      movement(2, .received, 5, cost: 3), movement(4, .received, 5, cost: 4, reverses: 2)
    )
    func same(_ quantity: Int, _ cost: Decimal?) throws -> Int {
      try rules(.restock(quantity: quantity, cost: cost), reference: "r")
        .repeated(ReferencedMovement(first: first, standing: present)).id
    }
    #expect(try same(5, 3) == 2)
    #expect(try same(5, 4) == 4)
    #expect(try same(5, nil) == 4)
    for (quantity, cost) in [(5, 9), (6, 4)] as [(Int, Decimal)] {
      #expect(
        throws: LedgerRefusal.otherTerms(
          item: 1, entry: 4, reference: "", .delivery(quantity: 5), given: .delivery(quantity: quantity))
      ) { try same(quantity, cost) }
    }
  }

  // MARK: Returns

  @Test func `a return takes from sales in their order, at most what they have`() throws {
    let sales = [(7, 1), (5, 4)].map {
      StandingSale(id: $0, reference: "r\($0)", entry: $0 + 1, price: Self.price, cost: nil, pieces: $1)
    }
    let rules = rules(.return(quantity: 3, isResellable: true), note: "box")
    let returned = try rules.returns(of: 3, isResellable: true, from: sales)
    #expect(words(returned) == ["returned 1 5 of 8 in 7", "returned 2 5 of 6 in 5"])
    #expect(returned.map(\.note) == ["box", nil])
    #expect(returned.map(\.reference) == ["r7", "r5"])
    #expect(throws: LedgerRefusal.notSold(item: 1, returnable: 5, quantity: 6)) {
      try rules.returns(of: 6, isResellable: true, from: sales)
    }
  }

  @Test func `a repeated report has the recorded time, or none`() throws {
    let sold = ReferencedMovement(first: movement(4, .sold, -2), standing: movement(4, .sold, -2))
    func repeated(at time: Date?) throws -> Int {
      try rules(.sell(quantity: 2, price: nil), reference: "r", at: time).repeated(sold).id
    }
    for time in [nil, Self.now - 100] { #expect(try repeated(at: time) == 4) }
    #expect(throws: LedgerRefusal.otherTime(item: 1, entry: 4, reference: "")) {
      try repeated(at: Self.now - 101)
    }
  }

  @Test(arguments: [
    (true, false, 1_000), (false, false, 999), (true, true, 999), (false, true, 999),
  ])
  func `a return leaves room for the movement that takes its pieces off`(
    isResellable: Bool, isAlreadyCounted: Bool, most: Int
  ) throws {
    let rules = rules(
      .return(quantity: 1, isResellable: isResellable), at: Self.now - 100,
      isAlreadyCounted: isAlreadyCounted,
      counted: Self.now)
    #expect(rules.readSales == most + 1)
    let sales = (1...rules.readSales).map {
      StandingSale(id: $0, reference: nil, entry: $0, price: Self.price, cost: nil, pieces: 1)
    }
    guard isAlreadyCounted else { return }
    #expect(try rules.returns(of: most, isResellable: isResellable, from: sales).count == 1_000)
    #expect(throws: LedgerRefusal.tooMany(item: 1)) {
      try rules.returns(of: most + 1, isResellable: isResellable, from: sales)
    }
  }

  // MARK: Corrections

  private func corrected(
    _ sale: Movement, _ returned: [Movement] = [], isVoid: Bool = false, isAlreadyCounted: Bool = false
  ) -> CorrectedSale {
    CorrectedSale(
      id: 2, entry: sale.id, isVoid: isVoid, isAlreadyCounted: isAlreadyCounted, returned: returned)
  }

  @Test func `a correction moves the sale and its returns to the new terms`() throws {
    let sale = movement(4, .sold, -3, cost: 2, note: "n")
    let back = movement(5, .returned, 1, reverses: 4, sale: 2)
    let rules = rules(.correct(entry: 4, quantity: 2, price: 6))
    let all = try rules.correction(
      of: sale, quantity: 2, price: 6, cost: nil, in: corrected(sale, [back]))
    #expect(
      words(all) == [
        "correction 3 5 of 4 in 2", "correction -1 5 of 5 in 2", "returned 1 6 of 5 in 2",
        "sold -2 6 of 4 in 2",
      ])
    #expect(all.map(\.note) == [nil, nil, nil, "n"])
    #expect(all.map(\.cost) == [2, nil, nil, 2])
    #expect(throws: LedgerRefusal.belowReturns(entry: 4, returned: 1)) {
      try rules.correction(of: sale, quantity: 0, price: nil, cost: nil, in: corrected(sale, [back]))
    }
  }

  @Test func `no pieces void a sale, which is corrected no more`() throws {
    let sale = movement(4, .sold, -3)
    let rules = rules(.correct(entry: 4, quantity: 0), note: "mistake")
    let void = try rules.correction(of: sale, quantity: 0, price: nil, cost: nil, in: corrected(sale))
    #expect(words(void) == ["correction 3 5 of 4 in 2"])
    #expect(void.map(\.note) == ["mistake"])
    for (state, by) in [
      (corrected(sale, isVoid: true), nil), (corrected(movement(9, .sold, -3)), 9), (nil, nil),
    ] as [(CorrectedSale?, Int?)] {
      #expect(throws: LedgerRefusal.alreadyCorrected(entry: 4, by: by)) {
        try rules.correction(of: sale, quantity: 1, price: nil, cost: nil, in: state)
      }
    }
    #expect(throws: LedgerRefusal.notASale(entry: 5)) {
      try rules.correction(of: movement(5, .removed, -1), quantity: 1, price: nil, cost: nil, in: nil)
    }
  }

  @Test(arguments: [
    (0, ["correction 3 5 of 4 in 2", "correction -3 5"]),
    (2, ["correction 3 5 of 4 in 2", "sold -2 5 of 4 in 2", "correction -1 5"]),
    (5, ["correction 2 5", "correction 3 5 of 4 in 2", "sold -5 5 of 4 in 2"]),
    // The quantity that it has.
    (3, []),
  ])
  func `a stock that was counted after a sale stays when the sale is corrected`(
    quantity: Int, expected: [String]
  ) throws {
    let sale = movement(4, .sold, -3)
    let rules = rules(.correct(entry: 4, quantity: quantity), counted: Self.now - 50)
    let all = try rules.correction(of: sale, quantity: quantity, price: nil, cost: nil, in: corrected(sale))
    #expect(words(all) == expected)
  }

  @Test func `a sale before the item was added gives its pieces back, unless they were counted already`()
    throws
  {
    let sale = movement(4, .sold, -3)
    let rules = rules(.correct(entry: 4, quantity: 0), opened: Self.now - 50)
    for (isAlreadyCounted, expected) in [
      (false, ["correction 3 5 of 4 in 2"]), (true, ["correction 3 5 of 4 in 2", "correction -3 5"]),
    ] {
      let void = try rules.correction(
        of: sale, quantity: 0, price: nil, cost: nil,
        in: corrected(sale, isAlreadyCounted: isAlreadyCounted))
      #expect(words(void) == expected)
    }
  }

  @Test func `a correction moves as many returns as its request may write`() throws {
    #expect(rules(.correct(entry: 4, price: 1)).movableReturns == 499)
    #expect(rules(.correct(entry: 4, quantity: 1)).movableReturns == 498)
    let sale = movement(4, .sold, -10)
    let back = movement(5, .returned, 1, reverses: 4, sale: 2)
    #expect(throws: LedgerRefusal.tooMany(item: 1)) {
      try rules(.correct(entry: 4, price: 1), limit: 5)
        .correction(of: sale, quantity: nil, price: 1, cost: nil, in: corrected(sale, [back, back]))
    }
  }

  @Test func `a delivery gets another cost and nothing else`() throws {
    let delivery = movement(6, .received, 4, cost: 2, note: "Kim")
    let rules = rules(.correct(entry: 6, cost: 3))
    func correct(
      _ quantity: Int? = nil, _ price: Decimal? = nil, _ cost: Decimal? = nil, replacement: Int? = nil
    ) throws -> [NewMovement] {
      try rules.correction(
        ofDelivery: delivery, quantity: quantity, price: price, cost: cost, replacement: replacement)
    }
    let all = try correct(nil, nil, 3)
    #expect(words(all) == ["received 4 5 of 6", "correction -4 5 of 6"])
    #expect(all.map(\.cost) == [3, 2])
    #expect(all.map(\.note) == ["Kim", nil])
    #expect(all.map(\.reportedAt) == [delivery.reportedAt, delivery.reportedAt])
    #expect(throws: LedgerRefusal.notASale(entry: 6)) { try correct(1, nil, 3) }
    #expect(throws: LedgerRefusal.notASale(entry: 6)) { try correct(nil, 1) }
    #expect(throws: LedgerRefusal.alreadyCorrected(entry: 6, by: 9)) {
      try correct(nil, nil, 3, replacement: 9)
    }
    #expect(try correct(nil, nil, 2) == [])
    #expect(throws: ValidationError.self) { try correct(nil, nil, 0.001) }
  }

  // MARK: Stock

  @Test func `each movement has the stock after it, from 0 to the limit`() throws {
    func stocks(_ changes: [Int], from stock: Int) throws -> [Int] {
      try LedgerRules.stocks(
        after: changes.map { NewMovement(itemID: 1, kind: .correction, quantity: $0, price: Self.price) },
        from: stock)
    }
    #expect(try stocks([2, -5, 1], from: 3) == [5, 0, 1])
    #expect(try stocks([], from: 3) == [])
    #expect(throws: LedgerRefusal.notEnough(item: 1, stock: 5, quantity: 6)) {
      try stocks([2, -6, 9], from: 3)
    }
    #expect(throws: LedgerRefusal.aboveLimit(item: 1)) { try stocks([1], from: ItemLimits.stock) }
  }
}
