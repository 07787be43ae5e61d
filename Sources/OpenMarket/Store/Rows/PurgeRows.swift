import Foundation

/// Where a purge is.
package struct PurgeState: Sendable {
  /// The items up to this one are done.
  var after = 0
  /// The last movement that an item which stays had when its turn came.
  var last: Int?
  package var isDone = false
  /// Whether something was forgotten since the beginning.
  var hasForgotten = false
}

/// Forgets movements and what is stored of them, a number of rows at a time: after each step the store adds up. Use it
/// only inside a transaction.
struct PurgeRows {
  /// Movements of a step.
  static let stepSize = 256
  private static let mostSellers = 20

  let database: any Database

  // MARK: The plan

  /// A request with the day and the seller that its words stand for. Throws `MarketplaceError.noSuchVendor`.
  func resolved(_ request: PurgeRequest, at date: Date) throws -> PurgeRequest {
    var resolved = request
    let today = try MarketSettings(database: database).calendar().day(of: date)
    resolved.deletedBefore = request.deletedBefore.map { GivenDay($0.day(today: today)) }
    if case .named(let name)? = request.seller {
      // Removed vendors, too.
      let ids = try database.integers(of: "SELECT id FROM vendor WHERE name = \(.text(name))")
      guard ids.count == 1 else { throw MarketplaceError.noSuchVendor(name) }
      resolved.seller = .vendor(ids[0])
    }
    return resolved
  }

  /// Counts the rows that a purge would delete. Reads all of them. Throws `MarketplaceError.noSuchItem` and `noSuchVendor`.
  func plan(_ query: PurgeRequest) throws -> PurgePlan {
    try checkNames(in: query)
    var plan = PurgePlan(request: query)
    let condition = try condition(query)
    plan.sellers = try database.rows(
      of: """
        SELECT item.vendor_id, seller_id, vendor.name, count(*) FROM item
        LEFT JOIN vendor ON vendor.id = item.vendor_id WHERE \(condition)
        GROUP BY item.vendor_id, seller_id, vendor.name
        ORDER BY count(*) DESC, item.vendor_id, seller_id LIMIT \(.integer(Self.mostSellers))
        """
    ) { row in
      PurgePlan.Group(
        seller: row.integer(1) == 0 ? .vendor(row.integer(0)) : .anonymous(row.integer(1)),
        name: row.integer(1) == 0 ? row.optionalText(2) : nil, items: row.integer(3))
    }
    plan.counts.items = try database.number("SELECT count(*) FROM item WHERE \(condition)")
    try count("IN (SELECT id FROM item WHERE \(condition))", counts: &plan.counts)
    if let id = query.item, try keeps(query) {
      plan.remaining = try ItemRows(database: database).title(ofItem: id)
      var own = PurgeCounts()
      try count("= \(.integer(id))", counts: &own)
      plan.counts.sales += own.sales
      // One movement stays, with the present stock.
      plan.counts.movements += max(0, own.movements - 1)
    }
    return plan
  }

  private func checkNames(in query: PurgeRequest) throws {
    func exists(_ sql: String, _ value: Int) throws -> Bool {
      try database.integer("SELECT 1 FROM \(sql) = ? LIMIT 1", .integer(value)) != nil
    }
    if let id = query.item, try !exists("item WHERE id", id) { throw MarketplaceError.noSuchItem(id: id) }
    let isKnown =
      switch query.seller {
      case .vendor(let id): try exists("vendor WHERE id", id)
      // An item that is named tells its seller.
      case .anonymous(let number): try query.item != nil || exists("item WHERE seller_id", number)
      case .named, nil: true
      }
    if !isKnown { throw MarketplaceError.noSuchVendor(query.seller?.text ?? "") }
  }

  private func count(_ items: SQLCondition, counts: inout PurgeCounts) throws {
    func number(_ rows: String) throws -> Int {
      try database.number("SELECT count(*) FROM \(sql: rows) item_id \(items)")
    }
    counts.movements += try number("movement WHERE")
    counts.sales += try number("movement WHERE kind = 'sold' AND sale IS NULL AND")
    counts.changes += try number("item_change WHERE")
    counts.removedReviews += try number("removed_review WHERE")
  }

  /// The condition of the deleted items that a query is about.
  ///
  /// - Parameter query: Resolved: words that are left select nothing.
  private func condition(_ query: PurgeRequest) throws -> SQLCondition {
    var conditions = [SQLCondition(query.isEmpty ? "FALSE" : "item.state > 1")]
    if let day = query.deletedBefore {
      let calendar = try MarketSettings(database: database).calendar()
      conditions.append(
        day.fixed.map { "item.deleted < \(.date(calendar.firstInstant(of: $0)))" } ?? "FALSE")
    }
    switch query.seller {
    case .vendor(let id): conditions.append("item.vendor_id = \(.integer(id))")
    case .anonymous(let number):
      conditions += [
        "item.vendor_id = \(.integer(StoredVendor.marketID))", "seller_id = \(.integer(number))",
      ]
    case .named: conditions.append("FALSE")
    case nil: break
    }
    if let item = query.item { conditions.append("item.id = \(.integer(item))") }
    return .joined(conditions, by: "AND")
  }

  /// Whether the item of a query is there and stays, without its sales.
  private func keeps(_ query: PurgeRequest) throws -> Bool {
    guard let id = query.item, query.deletedBefore == nil else { return false }
    let vendor = try database.integer("SELECT vendor_id FROM item WHERE id = ? AND state < 2", .integer(id))
    switch query.seller {
    case nil: return vendor != nil
    case .vendor(let number): return vendor == number
    case .anonymous(let number):
      return try vendor == StoredVendor.marketID && SellerRows(database).seller(ofItem: id)?.id == number
    case .named: return false
    }
  }

  // MARK: Forgetting

  /// Forgets the next movements, and an item with the last of its own. Returns what was forgotten.
  ///
  /// - Parameter query: Resolved.
  func step(_ query: PurgeRequest, _ state: inout PurgeState) throws -> PurgeCounts {
    if let id = query.item, try keeps(query) {
      let newest = try database.integer("SELECT max(id) FROM movement WHERE item_id = ?", .integer(id)) ?? 0
      let last = state.last ?? newest
      state.last = last
      let (counts, isDone) = try restart(id, upTo: last)
      state.isDone = isDone
      return counts
    }
    let condition = try condition(query)
    let found = try database.integers(
      of: "SELECT id FROM item WHERE \(condition) AND id > \(.integer(state.after)) ORDER BY id LIMIT 1"
    ).first
    guard let id = found else {
      state.isDone = true
      return PurgeCounts()
    }
    let (counts, isDone) = try forget(id)
    if isDone { state.after = id }
    return counts
  }

  /// Forgets the last movements of a deleted item, and the item when there is none left.
  private func forget(_ id: Int) throws -> (PurgeCounts, isDone: Bool) {
    try TrashRows(database: database).discard(id, at: Date())
    let movements = try movements(
      "item_id = \(.integer(id)) ORDER BY id DESC LIMIT \(.integer(Self.stepSize))")
    var counts = PurgeCounts()
    if let first = movements.last?.movement {
      counts = try remove(movements, ofItem: id)
      try database.run("DELETE FROM movement WHERE item_id = ? AND id >= ?", .integer(id), .integer(first.id))
    }
    guard movements.count < Self.stepSize else { return (counts, false) }
    counts.items = 1
    counts.changes = try database.changes("DELETE FROM item_change WHERE item_id = ?", .integer(id))
    counts.removedReviews = try database.changes("DELETE FROM removed_review WHERE item_id = ?", .integer(id))
    try LogRows(database, at: Date()).forget(item: id)
    try database.run("DELETE FROM sale_total WHERE item_id = ?", .integer(id))
    try database.run("DELETE FROM item WHERE id = ?", .integer(id))
    return (counts, true)
  }

  /// Begins the ledger of an item again: in the place of its first movements is one opening, with the stock after them.
  ///
  /// - Parameter last: The last movement that it had at first.
  private func restart(_ id: Int, upTo last: Int) throws -> (PurgeCounts, isDone: Bool) {
    let most = DatabaseValue.integer(Self.stepSize + 1)
    let movements = try movements(
      "item_id = \(.integer(id)) AND id <= \(.integer(last)) ORDER BY id LIMIT \(most)")
    guard let kept = movements.last?.movement else { return (PurgeCounts(), true) }
    var counts = try remove(movements, ofItem: id)
    counts.movements -= 1
    try database.run(
      """
      UPDATE movement SET kind = 'opening', quantity = stock, cost = CASE WHEN costed > 0 THEN stock_cost / costed ELSE stock_cost END, note = NULL, reference = NULL,
        reason = NULL, counted = NULL, expected = NULL, reverses = NULL, sale = NULL WHERE id = ?
      """, .integer(kept.id))
    try database.run("DELETE FROM movement WHERE item_id = ? AND id < ?", .integer(id), .integer(kept.id))
    // `remove` has counted the one that stays, too.
    try database.run("UPDATE item SET movements = movements + 1 WHERE id = ?", .integer(id))
    let isDone = movements.count <= Self.stepSize
    // The rest is added up again: an older version may have had sums that cannot be counted down.
    if isDone {
      try DerivedRows(database: database).rebuildLedger(ofItem: id)
      try SaleTotals(database: database).rebuild(ofItem: id)
    }
    return (counts, isDone)
  }

  /// Takes movements out of all sums, and forgets the sales that begin with them and the requests that recorded them.
  private func remove(_ purged: [PurgedMovement], ofItem id: Int) throws -> PurgeCounts {
    let (sums, movements) = (PurgedSums(purged), purged.map(\.movement))
    try SaleTotals(database: database).remove(sums, ofItem: id)
    try database.run(
      """
      UPDATE item SET movements = movements - ?1,
        moved_pieces = CASE WHEN moved_pieces > ?2 THEN moved_pieces - ?2 ELSE 0 END,
        moved_amount = CASE WHEN moved_amount > ?3 THEN moved_amount - ?3 ELSE 0 END
      WHERE id = ?4
      """, .integer(movements.count), .integer(sums.pieces), .integer(sums.amount), .integer(id))
    let sales = movements.filter { $0.kind == .sold && $0.sale == nil }.map(\.id)
    for sale in sales {
      try database.run("DELETE FROM sale WHERE id = ?", .integer(sale))
      try ReviewRows(database: database).updateMark(ofSale: sale)
    }
    // A request and what it recorded have one date, by which there is an index.
    for (date, recorded) in Dictionary(grouping: movements, by: \.recordedAt) {
      let ids = recorded.map(\.id)
      try database.run(
        """
        DELETE FROM request_record
        WHERE date = ? AND kind = 'movements' AND last_id >= ? AND first_id <= ?
        """, .date(date), .integer(ids.min() ?? 0), .integer(ids.max() ?? 0))
      if recorded.contains(where: { $0.kind == .opening }) {
        try database.run(
          """
          DELETE FROM request_record
          WHERE date = ? AND kind = 'item' AND first_id = ? AND NOT EXISTS (SELECT 1 FROM item WHERE item.id = first_id AND state < 2)
          """, .date(date), .integer(id))
      }
    }
    var counts = PurgeCounts()
    counts.movements = movements.count
    counts.sales = sales.count
    return counts
  }

  private func movements(_ condition: SQLCondition) throws -> [PurgedMovement] {
    try database.rows(
      of: "SELECT \(sql: Movement.columns), day FROM movement WHERE \(condition)"
    ) { row throws(StoreError) in (day: row.integer(Movement.columnCount), movement: try Movement(row)) }
  }
}
