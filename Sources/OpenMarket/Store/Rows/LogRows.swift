import Foundation
import SystemSupport

/// The log of writes. An entry is written in the transaction of its write. Use it only inside a transaction.
struct LogRows {
  let database: any Database
  let date: Date

  init(_ database: any Database, at date: Date) {
    (self.database, self.date) = (database, date)
  }

  // MARK: Writing

  /// Writes an entry of one change, or a change of an item to the entry that the requests of a run have. Items of another seller have
  /// another entry, since an entry is taken back for one password.
  func record(_ command: LogCommand, _ change: LogChange, run: String? = nil) throws {
    // Without waiting for its number.
    guard let run else { return try database.run(statement: row(command, change)) }
    let seller = try change.item.flatMap { try SellerRows(database).seller(ofItem: $0) }
    let name = Self.name(ofRun: run, of: seller ?? .unknown)
    guard let entry = try entry(ofRun: name) else { return _ = try begin(command, change, run: name) }
    try append(change, to: entry)
  }

  /// The name under which the entry of a run is found.
  static func name(ofRun run: String, of seller: Seller) -> String { "\(run) \(seller.vendor).\(seller.id)" }

  /// Writes the first change of an entry, and returns the number of the entry.
  ///
  /// - Parameters:
  ///   - run: Names the requests of an import.
  ///   - undoes: The entry that this one takes back.
  func begin(
    _ command: LogCommand, _ change: LogChange, run: String? = nil, undoes: Int? = nil
  ) throws -> Int {
    try database.insert(statement: row(command, change, run: run, undoes: undoes))
  }

  /// Writes a further change of an entry.
  func append(_ change: LogChange, to entry: Int) throws {
    try database.run(statement: row(nil, change, entry: entry))
  }

  /// Writes the changes of one write.
  func record(_ command: LogCommand, _ changes: [LogChange]) throws {
    guard let first = changes.first else { return }
    guard changes.count > 1 else { return try record(command, first) }
    let entry = try begin(command, first)
    for change in changes.dropFirst() { try append(change, to: entry) }
  }

  /// The entry of the requests of a run so far; nil before the first.
  func entry(ofRun run: String) throws -> Int? {
    try database.integer("SELECT id FROM log_change WHERE run = ? LIMIT 1", .text(run))
  }

  /// - Parameter command: Nil for a further change of an entry.
  private func row(
    _ command: LogCommand?, _ change: LogChange, entry: Int? = nil, run: String? = nil, undoes: Int? = nil
  ) throws -> SQLCondition {
    let contents = change.stored.compact
    let kept = try ImageRows(database: database).bytes(of: change.formerImages ?? [], isKept: true)
    return SQLCondition(
      """
      INSERT INTO log_change (entry, run, date, command, item_id, bytes, undoes, contents)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(entry), .text(run), command == nil ? .null : .date(date), .text(command?.rawValue),
        .integer(change.item),
        .integer(contents.utf8.count + kept), .integer(undoes), .text(contents),
      ])
  }

  // MARK: Reading

  private static let head = "id, date, command, undoes, undone"
  /// Entries in the order of their index, in both databases.
  private static let newestEntries = "WHERE entry IS NULL ORDER BY entry DESC, id DESC"

  /// The number of the newest change; 0 before the first.
  func lastID() throws -> Int {
    try database.integer("SELECT coalesce(max(id), 0) FROM log_change") ?? 0
  }

  /// A page of the log, the newest entry first.
  ///
  /// - Parameter item: Selects the entries that have changed this item; nil for all.
  func page(_ number: Int, size: Int, ofItem item: Int?) throws -> LogPage {
    let condition: SQLCondition =
      item.map { "id IN (SELECT coalesce(entry, id) FROM log_change WHERE item_id = \(.integer($0)))" }
      ?? "entry IS NULL"
    let total = try database.number("SELECT count(*) FROM log_change WHERE \(condition)")
    let isCut = try (database.integer("SELECT min(id) FROM log_change") ?? 1) > 1
    let (first, overflow) = (number - 1).multipliedReportingOverflow(by: size)
    guard !overflow, first < total else { return LogPage(entries: [], total: total, isCut: isCut) }
    var entries = try database.rows(
      of: """
        SELECT \(sql: Self.head) FROM log_change WHERE \(condition)
        ORDER BY entry DESC, id DESC LIMIT \(.integer(size)) OFFSET \(.integer(first))
        """, as: Self.entry)
    for index in entries.indices {
      let id = entries[index].id
      if let item {
        entries[index].changes = try changes(of: id, item: item)
        entries[index].count = entries[index].changes.count
      } else {
        entries[index].changes = try changes(of: id, limit: LogLimits.shown)
        entries[index].count = try count(ofEntry: id)
      }
    }
    return LogPage(entries: entries, total: total, isCut: isCut)
  }

  /// A page of the entries whose first change is of a seller's item, which may be in the trash, among the newest of the log. Each has
  /// its first changes that are of the seller.
  ///
  /// - Parameter hash: The password hash of the seller's items.
  func page(_ number: Int, size: Int, ofSeller hash: String) throws -> LogPage {
    let newest = "SELECT \(Self.head), item_id FROM log_change \(Self.newestEntries) LIMIT ?"
    let found = try database.rows(
      """
      SELECT \(Self.head) FROM (\(newest)) AS newest
      WHERE EXISTS (
        SELECT 1 FROM item WHERE item.id = newest.item_id AND password_hash = ? AND (state < 2 OR expiry > ?))
      ORDER BY id DESC
      """, .integer(LogLimits.searched), .text(hash), .date(date), as: Self.entry)
    let isCut =
      try (database.integer("SELECT min(id) FROM log_change") ?? 1) > 1
      || database.integer(
        "SELECT id FROM log_change \(Self.newestEntries) LIMIT 1 OFFSET ?",
        .integer(LogLimits.searched)) != nil
    let (first, overflow) = (number - 1).multipliedReportingOverflow(by: size)
    guard !overflow, first < found.count else {
      return LogPage(entries: [], total: found.count, isCut: isCut)
    }
    var entries = Array(found[first..<min(first + size, found.count)])
    for index in entries.indices {
      let changes = try changes(of: entries[index].id, limit: LogLimits.servedChanges)
      let own = try items(changes.compactMap(\.item), ofSeller: hash)
      entries[index].changes = changes.filter { $0.item.map(own.contains) ?? false }
      entries[index].count = try count(ofEntry: entries[index].id)
    }
    return LogPage(entries: entries, total: found.count, isCut: isCut)
  }

  /// Selects the items that are a seller's.
  private func items(_ ids: [Int], ofSeller hash: String) throws -> Set<Int> {
    let list = SQLCondition.list("id", in: ids)
    return try Set(
      database.integers(of: "SELECT id FROM item WHERE password_hash = \(.text(hash)) AND \(list)"))
  }

  private func count(ofEntry id: Int) throws -> Int {
    1 + (try database.integer("SELECT count(*) FROM log_change WHERE entry = ?", .integer(id)) ?? 0)
  }

  /// An entry without its changes, the newest one for nil.
  func entry(_ id: Int?) throws -> LogEntry? {
    try database.rows(
      """
      SELECT \(Self.head) FROM log_change
      WHERE entry IS NULL AND id = coalesce(?, (SELECT id FROM log_change \(Self.newestEntries) LIMIT 1))
      """, .integer(id), as: Self.entry
    ).first
  }

  private static func entry(_ row: any DatabaseRow) throws(StoreError) -> LogEntry {
    LogEntry(
      id: row.integer(0), date: row.date(1), command: try row.value(2, LogCommand.init), changes: [],
      count: 0,
      undoes: row.optionalInteger(3), undone: row.optionalInteger(4))
  }

  /// The contents of a change; null where they are long.
  private static let shown =
    "item_id, CASE WHEN length(contents) <= \(LogLimits.shownBytes) THEN contents END AS contents"

  /// The first changes of an entry, in their order.
  private func changes(of entry: Int, limit: Int) throws -> [LogChange] {
    try database.rows(
      """
      SELECT item_id, contents FROM (
        SELECT id, \(Self.shown) FROM log_change WHERE id = ?1
        UNION ALL SELECT id, item_id, contents FROM (
          SELECT id, \(Self.shown) FROM log_change WHERE entry = ?1 ORDER BY id LIMIT ?2) AS further) AS changes
      ORDER BY id LIMIT ?2
      """, .integer(entry), .integer(limit), as: Self.shown)
  }

  /// The first changes that an entry has made to an item.
  private func changes(of entry: Int, item: Int) throws -> [LogChange] {
    try database.rows(
      "SELECT \(Self.shown) FROM log_change WHERE item_id = ? AND (id = ? OR entry = ?) ORDER BY id LIMIT ?",
      .integer(item), .integer(entry), .integer(entry), .integer(LogLimits.servedChanges), as: Self.shown)
  }

  private static func shown(_ row: any DatabaseRow) throws(StoreError) -> LogChange {
    row.isNull(1) ? LogChange(.edited, item: row.optionalInteger(0)) : try change(row, 0)
  }

  /// The last changes of an entry before one, the last first, with their numbers.
  func lastChanges(of entry: Int, before id: Int, limit: Int) throws -> [(id: Int, change: LogChange)] {
    var found = try database.rows(
      "SELECT id, item_id, contents FROM log_change WHERE entry = ? AND id < ? ORDER BY id DESC LIMIT ?",
      .integer(entry), .integer(id), .integer(limit)
    ) { row throws(StoreError) in (id: row.integer(0), change: try Self.change(row, 1)) }
    if found.count < limit, entry < id {
      found += try database.rows("SELECT id, item_id, contents FROM log_change WHERE id = ?", .integer(entry))
      {
        row throws(StoreError) in (id: row.integer(0), change: try Self.change(row, 1))
      }
    }
    return found
  }

  /// - Parameter column: That of the item; the contents follow.
  private static func change(_ row: any DatabaseRow, _ column: Int) throws(StoreError) -> LogChange {
    try row.value(column + 1) { LogChange(stored: $0, item: row.optionalInteger(column)) }
  }

  /// The kinds of the changes of an item since one, without those of its own entry, and those that were taken back.
  func kinds(ofItem item: Int, after id: Int, besides entry: Int) throws -> Set<LogChange.Kind> {
    let found = try database.rows(
      """
      SELECT later.item_id, later.contents FROM log_change AS later
      JOIN log_change AS head ON head.id = coalesce(later.entry, later.id)
      WHERE later.item_id = ? AND later.id > ? AND head.id <> ? AND head.undone IS NULL AND head.undoes IS NULL
      ORDER BY later.id LIMIT ?
      """, .integer(item), .integer(id), .integer(entry), .integer(LogLimits.shown)
    ) { row throws(StoreError) in try Self.change(row, 0).kind }
    return Set(found)
  }

  /// Whether an item was sold since a change, by an entry that stands.
  func isSold(_ item: Int, after id: Int, besides entry: Int) throws -> Bool {
    try database.integer(
      """
      SELECT later.id FROM log_change AS later
      JOIN log_change AS head ON head.id = coalesce(later.entry, later.id)
      WHERE later.item_id = ? AND later.id > ? AND head.id <> ? AND head.undone IS NULL AND head.command = ?
      LIMIT 1
      """, .integer(item), .integer(id), .integer(entry), .text(LogCommand.sell.rawValue)) != nil
  }

  /// Notes that an entry takes another one back.
  func mark(_ entry: LogEntry, undoneBy undo: Int) throws {
    try database.run(
      "UPDATE log_change SET undone = ? WHERE id = ?", .integer(undo), .integer(entry.id))
    if let former = entry.undoes {
      try database.run("UPDATE log_change SET undone = NULL WHERE id = ?", .integer(former))
    }
  }

  // MARK: Forgetting

  /// Changes that one transaction forgets.
  static let step = 500

  /// Whether the log has more than it keeps. Small changes are bounded by their number, large ones are added up.
  func hasTooMuch() throws -> Bool {
    let sums = try database.rows(
      """
      SELECT coalesce((SELECT max(id) FROM log_change), 0) - coalesce((SELECT min(id) FROM log_change), 0),
        CAST((SELECT coalesce(sum(bytes), 0) FROM log_change WHERE bytes > 1024) AS BIGINT)
      """
    ) { (changes: $0.integer(0), bytes: $0.integer(1)) }.first
    return sums.map { $0.changes >= LogLimits.changes || $0.bytes > LogLimits.bytes } ?? false
  }

  /// Forgets the next of the oldest changes; returns whether there were some.
  @discardableResult
  func forgetOldest(limit: Int = Self.step) throws -> Bool {
    let oldest = try database.rows(
      "SELECT id, item_id, contents FROM log_change ORDER BY id LIMIT ?", .integer(limit)
    ) { row throws(StoreError) in (id: row.integer(0), change: try Self.change(row, 1)) }
    for row in oldest { try forgetImages(of: row.change) }
    try database.run("DELETE FROM log_change WHERE id <= ?", .integer(oldest.last?.id ?? 0))
    return !oldest.isEmpty
  }

  /// Forgets what changes of an item say; that there were some remains.
  func forget(item: Int) throws {
    let changes = try database.rows(
      "SELECT item_id, contents FROM log_change WHERE item_id = ?", .integer(item)
    ) { row throws(StoreError) in try Self.change(row, 0) }
    for change in changes { try forgetImages(of: change) }
    let contents = LogChange(.forgotten).stored.compact
    try database.run(
      "UPDATE log_change SET item_id = NULL, bytes = ?, contents = ? WHERE item_id = ?",
      .integer(contents.utf8.count), .text(contents), .integer(item))
  }

  /// Deletes the images that were kept for a change.
  private func forgetImages(of change: LogChange) throws {
    guard change.formerImages != nil || change.images != nil else { return }
    try ImageRows(database: database).deleteKept((change.formerImages ?? []) + (change.images ?? []))
  }
}
