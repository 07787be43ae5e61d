package import Foundation

/// A request with the password hash that was verified for its item.
struct AuthorizedMovement: Sendable {
  let request: MovementRequest
  let passwordHash: String
}

/// The movements that a request recorded.
package struct RecordedMovements: Sendable, Equatable {
  package let movements: [RecordedMovement]
  /// Whether all of it was recorded before.
  package let isRepeated: Bool
}

extension Store {
  /// Returns the movements that would be recorded, with the numbers that they would have now. Nil as for `record`.
  func plan(_ movements: [AuthorizedMovement], at date: Date) async throws -> RecordedMovements? {
    do {
      return try await writeExisting(.deleting) { database -> RecordedMovements? in
        guard try Self.isAuthorized(movements, in: database) else { return nil }
        var ledger = try SaleLedger(database, at: date)
        let recorded = try ledger.record(movements.map(\.request))
        throw Planned(result: RecordedMovements(movements: recorded, isRepeated: true))
      } ?? nil
    } catch let planned as Planned<RecordedMovements> {
      return planned.result
    }
  }

  /// Whether the password hashes are still those of the items.
  private static func isAuthorized(_ movements: [AuthorizedMovement], in database: any Database) throws
    -> Bool
  {
    let items = ItemRows(database: database)
    return try movements.allSatisfy { try items.passwordHash(ofItem: $0.request.itemID) == $0.passwordHash }
  }

  /// Records movements in one transaction, all or none. If the key was used before, returns what it recorded then. Nil if
  /// the password hash of an item has changed or an item is gone.
  func record(
    _ movements: [AuthorizedMovement], key: IdempotencyKey?, at date: Date
  ) async throws -> RecordedMovements? {
    try await writeExisting(.recording) { database -> RecordedMovements? in
      guard try Self.isAuthorized(movements, in: database) else { return nil }
      var ledger = try SaleLedger(database, at: date)
      let last = try database.integer("SELECT max(id) FROM movement") ?? 0
      let records = IdempotencyRecords(database: database)
      if key != nil { try records.deleteExpired(at: date) }
      if let key, let recorded = try ledger.recorded(movements.map(\.request), under: key, at: date) {
        return RecordedMovements(movements: recorded, isRepeated: true)
      }
      let recorded = try ledger.record(movements.map(\.request))
      let added = recorded.filter { $0.movement.id > last }.map(\.movement.id)
      if let key, let first = added.first, let final = added.last {
        try records.insert(key, first...final, at: date)
      }
      let new = Dictionary(grouping: recorded.filter { $0.movement.id > last }) { $0.movement.itemID }
      try LogRows(database, at: date).record(
        LogCommand(movements.first?.request.action),
        new.sorted { $0.key < $1.key }.compactMap { _, rows in
          try .movements(rows.map(\.movement), title: rows.first?.title ?? "", in: database)
        })
      return RecordedMovements(movements: recorded, isRepeated: added.isEmpty)
    } ?? nil
  }

  /// The day at the market; that of this machine where there is no store.
  func today(at date: Date) async throws -> CalendarDay {
    let calendar = try await read { try MarketSettings(database: $0).calendar() }
    return (calendar ?? SalesCalendar(timeZone: options.timeZone ?? .current)).day(of: date)
  }

  /// A page of the history of an item, the newest entries first.
  func history(ofItem id: Int, _ page: Int, size: Int) async throws -> HistoryPage {
    try await read { try MovementHistory(database: $0).page(ofItem: id, page, size: size) }
      ?? HistoryPage(number: page, entries: [], total: 0)
  }

  /// The sales of a seller on a day.
  ///
  /// - Parameter limit: The most sales that are listed; all are added up.
  func sales(
    ofVendor vendor: Int, hash: String, onDay day: CalendarDay, limit: Int
  ) async throws -> SalesOfDay? {
    try await read(.report, of: "\(vendor) \(hash) \(day) \(limit)") { database in
      let own = try SellerRows(database).condition(ofVendor: vendor, hash: hash)
      return try MovementHistory(database: database).sales(onDay: day.number, of: own, limit: limit)
    }
  }

  /// The last sales of an item, the newest first, among its last thousand movements: an item with more deliveries than sales costs
  /// no more.
  func sales(ofItem id: Int, limit: Int) async throws -> [SalesOfDay.Sale] {
    let last: SQLCondition =
      "SELECT id FROM movement WHERE item_id = \(.integer(id)) ORDER BY id DESC LIMIT 1000"
    return try await read {
      try MovementHistory(database: $0).sales(where: "id IN (\(last))", limit: limit)
    } ?? []
  }

  /// Sales added up, a page of rows.
  func sales(_ query: SalesQuery) async throws -> SalesReport {
    try await read(.report, of: query) { try SalesSummary(database: $0).report(query) }
      ?? SalesReport(rows: [])
  }
}

/// A ranking as the store has it, with items whose images have no addresses yet.
package struct StoredBestSellers: Sendable {
  /// A place of the ranking.
  package struct Place: Sendable {
    package let rank: Int
    package let previousRank: Int?
    package let status: BestSeller.Status
    package let itemID: Int
    package let pieces: Int
    package let piecesToDate: Int
    package let revenue: [Price]
    package let item: StoredItem
    package let isOnSale: Bool
  }

  package let period: SalesPeriod
  /// The market's present day.
  package let today: CalendarDay
  /// The only currency whose sales count; nil for all.
  package internal(set) var currency: Currency?
  package internal(set) var total = 0
  package internal(set) var pieces = 0
  /// Nil unless the items are ranked by it.
  package internal(set) var revenue: Decimal?
  package internal(set) var places: [Place] = []
  package internal(set) var days: [CalendarDay] = []
  package internal(set) var nearest: SalesPeriod?
  /// The day of the first sale, or the present one without any.
  package internal(set) var first: CalendarDay
}

extension Store {
  /// The ranking of a period, with the place of each item in the period before. Throws `MarketplaceError.future` for a
  /// period that has not begun.
  func bestSellers(_ query: BestQuery, at date: Date) async throws -> StoredBestSellers {
    try await read(.report, of: query) { try Self.bestSellers(query, at: date, database: $0) }
      ?? Self.empty(query, SalesCalendar(timeZone: options.timeZone ?? .current).day(of: date))
  }

  /// A ranking without items of the period that a query asks for.
  private static func empty(_ query: BestQuery, _ today: CalendarDay) throws -> StoredBestSellers {
    let present = SalesPeriod(query.time.scale, containing: today)
    let period = query.time.period(today: today)
    guard period.number <= present.number else { throw MarketplaceError.future(period) }
    return StoredBestSellers(period: period, today: today, currency: query.currency, first: today)
  }

  private static func bestSellers(
    _ query: BestQuery, at date: Date, database: any Database
  ) throws -> StoredBestSellers {
    var best = try empty(query, MarketSettings(database: database).calendar().day(of: date))
    let period = best.period
    let anyCurrency = SalesRanking(database, by: .pieces, in: nil)
    if query.measure == .revenue, query.currency == nil {
      best.currency = try anyCurrency.mainCurrency(of: period)
    }
    // Without a currency there is no revenue.
    let isRanked = query.measure == .pieces || best.currency != nil
    let ranking = isRanked ? SalesRanking(database, by: query.measure, in: best.currency) : anyCurrency
    if isRanked {
      let places = try ranking.places(query.limit, of: period)
      (best.total, best.pieces) = (places.items, places.pieces)
      if query.measure == .revenue { best.revenue = places.revenue }
      best.places = try Self.places(places.first, ranking, period, database: database)
    }
    if best.total == 0 {
      best.nearest = try ranking.nearest(
        to: period, noLaterThan: SalesPeriod(period.scale, containing: best.today))
    }
    best.first = min(try ranking.firstDay() ?? best.today, best.today)
    best.days = try ranking.days(of: period.days)
    return best
  }

  private static func places(
    _ totals: [SalesRanking.Total], _ ranking: SalesRanking, _ period: SalesPeriod, database: any Database
  ) throws -> [StoredBestSellers.Place] {
    let ids = totals.map(\.itemID)
    let previous = try ranking.ranks(ofItems: ids, in: period.previous)
    let before = try ranking.ranked(ids.filter { previous[$0] == nil }, before: period.previous)
    let toDate = try ranking.pieces(ofItems: ids, on: .min...period.days.upperBound.number - 1)
    let items = try ItemRows(database: database).formerItems(ids)
    var places: [StoredBestSellers.Place] = []
    var (rank, former) = (1, totals.first.map(ranking.value))
    for (index, total) in totals.enumerated() {
      let value = ranking.value(of: total)
      if value != former { (rank, former) = (index + 1, value) }
      let id = total.itemID
      guard let (item, isOnSale) = items[id] else { throw StoreError.damaged }
      places.append(
        .init(
          rank: rank, previousRank: previous[id],
          status: .init(rank: rank, previousRank: previous[id], wasRanked: before.contains(id)),
          itemID: id, pieces: total.pieces, piecesToDate: toDate[id] ?? 0,
          revenue: try total.revenue.map { code, amount in
            guard let currency = Currency(code) else { throw StoreError.damaged }
            return Price(Decimal(tenThousandths: amount), currency)
          }, item: item, isOnSale: isOnSale))
    }
    return places
  }
}

extension LogCommand {
  fileprivate init(_ action: MovementRequest.Action?) {
    self =
      switch action {
      case .sell?, nil: .sell
      case .restock?: .restock
      case .return?: .return
      case .writeOff?: .writeOff
      case .adjust?: .adjust
      case .correct?: .correct
      }
  }
}

extension Store {
  /// A page of the reviews of an item; nil if there is no such item.
  func reviews(_ query: ReviewQuery) async throws -> ReviewPage? {
    try await read { database in
      guard try ItemRows(database: database).passwordHash(ofItem: query.itemID) != nil else { return nil }
      return try ReviewRows(database: database).page(query)
    } ?? nil
  }

  /// The item of a review and the hash of the review's own password.
  func owners(ofReview id: Int) async throws -> (item: Int, passwordHash: String)? {
    try await read { try ReviewRows(database: $0).owners(ofReview: id) } ?? nil
  }

  /// The review that was written with a receipt, and its password hash; nil if there is none. Throws
  /// `MarketplaceError.unknownReceipt`.
  func review(withReceipt code: String, item: Int) async throws -> (id: Int, passwordHash: String)? {
    try await read { database in
      let rows = ReviewRows(database: database)
      let sale = try SaleRows(database: database).sale(ofTyped: code, item: item)
      guard let id = try rows.id(ofSale: sale.sale), let owners = try rows.owners(ofReview: id) else {
        return nil
      }
      return (id, owners.passwordHash)
    } ?? nil
  }

  /// The review that was written under a key, as it is now, and its password hash; nil if the key was not used. Throws
  /// `MarketplaceError.goneReview` if the review was deleted, and `idempotencyKeyReused`.
  func review(
    writtenUnder key: IdempotencyKey, at date: Date
  ) async throws -> (review: Review, passwordHash: String)? {
    try await read { database in
      let records = IdempotencyRecords(database: database)
      guard let ids = try records.ids(for: key, at: date) else { return nil }
      let rows = ReviewRows(database: database)
      guard let review = try rows.review(id: ids.lowerBound),
        let owners = try rows.owners(ofReview: ids.lowerBound)
      else { throw MarketplaceError.goneReview(id: ids.lowerBound) }
      return (review, owners.passwordHash)
    } ?? nil
  }

  /// Stores a review and returns it, and whether it is new. With a receipt that has a review, that one is changed, if its
  /// password hash is still the verified one. Nil if the item is gone, the hash has changed or the key was used before.
  ///
  /// - Parameters:
  ///   - passwordHash: That of a new review.
  ///   - verified: The verified hash of the review that the receipt has; nil if it has none.
  ///   - key: The Idempotency-Key of the request; nil without one.
  func write(
    _ draft: ReviewDraft, item: Int, passwordHash: String, verified: String?, key: IdempotencyKey? = nil,
    at date: Date
  ) async throws -> (review: Review, isNew: Bool)? {
    try await writeExisting(.writing(bytes: draft.bytes)) { database in
      guard try ItemRows(database: database).passwordHash(ofItem: item) != nil else { return nil }
      let rows = ReviewRows(database: database)
      let records = IdempotencyRecords(database: database)
      if let key {
        try records.deleteExpired(at: date)
        guard try records.ids(for: key, at: date) == nil else { return nil }
      }
      let sale = try draft.receipt.map { try SaleRows(database: database).sale(ofTyped: $0, item: item) }
      if let sale, let id = try rows.id(ofSale: sale.sale) {
        guard try rows.owners(ofReview: id)?.passwordHash == verified else { return nil }
        try rows.update(id, to: draft, isVerified: sale.stands, at: date)
        if let key { try records.insert(key, id...id, at: date) }
        let review = try rows.existing(id)
        try rows.log(.reviewChanged, of: review, at: date)
        return (review, false)
      }
      let id = try rows.insert(draft, item: item, sale: sale, passwordHash: passwordHash, at: date)
      if let key { try records.insert(key, id...id, at: date) }
      let review = try rows.existing(id)
      try rows.log(.reviewed, of: review, at: date)
      return (review, true)
    } ?? nil
  }

  /// Stores the answer to a review, if the item's password hash is still the verified one; nil if it is not, or if the review
  /// is gone. Throws `MarketplaceError.answered` for a review with another answer.
  func answer(review id: Int, _ text: String, itemHash: String, at date: Date) async throws -> Review? {
    try await withReview(id, itemHash: itemHash, purpose: .writing(bytes: text.utf8.count)) { rows, review in
      guard review.answer == nil || review.answer?.text == text else {
        throw MarketplaceError.answered(id: id)
      }
      guard review.answer == nil else { return review }
      try rows.setAnswer(text, ofReview: id, at: date)
      let answered = try rows.existing(id)
      try rows.log(.answered, of: answered, at: date)
      return answered
    }
  }

  /// Folds the text of a review; nil as for `answer`.
  func fold(review id: Int, itemHash: String) async throws -> Review? {
    let date = options.now()
    return try await withReview(id, itemHash: itemHash, purpose: .writing) { rows, review in
      guard !review.isFolded else { return review }
      try rows.setFolded(true, ofReview: id)
      try rows.log(.folded, of: review, at: date)
      return try rows.existing(id)
    }
  }

  /// Deletes a review and returns what it was; nil if its password hash is no more the verified one, or there is none.
  ///
  /// - Parameters:
  ///   - passwordHash: Nil on behalf of the operator.
  ///   - reason: The operator's, which is recorded.
  func delete(
    review id: Int, passwordHash: String?, reason: String? = nil, at date: Date
  ) async throws -> Review? {
    try await writeExisting(.deleting) { database -> Review? in
      let rows = ReviewRows(database: database)
      guard let owners = try rows.owners(ofReview: id),
        passwordHash ?? owners.passwordHash == owners.passwordHash
      else { return nil }
      let review = try rows.existing(id)
      try rows.delete(review)
      if let reason { try rows.log(removalOf: review, reason: reason, at: date) }
      try rows.log(.reviewDeleted, of: review, at: date)
      return review
    } ?? nil
  }

  private func withReview(
    _ id: Int, itemHash: String, purpose: TransactionPurpose,
    _ work: @escaping @Sendable (ReviewRows, Review) throws -> Review
  ) async throws -> Review? {
    try await writeExisting(purpose) { database -> Review? in
      let rows = ReviewRows(database: database)
      guard let review = try rows.review(id: id),
        try ItemRows(database: database).passwordHash(ofItem: review.itemID) == itemHash
      else { return nil }
      return try work(rows, review)
    } ?? nil
  }
}

extension ReviewDraft {
  /// The length of its texts in the store.
  var bytes: Int { text.utf8.count + (author?.utf8.count ?? 0) }
}
