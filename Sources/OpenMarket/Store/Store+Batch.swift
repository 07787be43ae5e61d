import Foundation
import SystemSupport

extension Store {
  /// Finds the items that the lines of a batch name; nil if there is no store.
  ///
  /// - Parameter hash: The password hash of the seller that sends them.
  func targets(of batch: [BatchItem], vendor: Int, hash: String) async throws -> BatchTargets? {
    try await read { database in
      let sellers = try SellerRows(database)
      let seller = sellers.seller(vendor: vendor, passwordHash: hash)
      let (items, details) = (ItemRows(database: database), DetailRows(database: database))
      var targets = BatchTargets(seller: seller)
      try details.noteAbsentKeys(of: batch, vendor: vendor)
      for (line, item) in batch.enumerated() {
        let id =
          item.action == .add
          ? try item.key.flatMap { try details.named(.rowKey, $0, by: seller) }
          : try details.target(of: item, by: seller)
        if let id, let found = try items.passwordHash(ofItem: id) {
          let owner = try sellers.seller(ofItem: id)
          targets.items[line] = BatchTargets.Item(
            id: id, passwordHash: found, isOfSeller: owner.map { $0.id != 0 } ?? false)
          targets.hasOwn = targets.hasOwn || found == hash
        }
        targets.namesOthers = try targets.namesOthers || details.namesOthers(item, than: seller)
      }
      return targets
    } ?? nil
  }

  /// Applies the lines of a batch in their order, in transactions of `batchTime` each, between which others write. A
  /// line that is refused changes nothing. An error ends the batch after the transactions before it; a client that leaves
  /// does not, once the first one is done.
  ///
  /// - Parameters:
  ///   - hash: The password hash of new items, by which their seller is known; nil where none is added.
  ///   - verified: The password hashes for which the request has the password; nil for the operator.
  ///   - run: Names the requests of an import, whose changes are one entry of the log; nil for one request.
  ///   - isAtomic: Whether all lines are one transaction, and one that is refused undoes it: throws `BatchAborted`.
  func apply(
    _ batch: [PreparedBatchItem], vendor: Int, hash: String?, verified: Set<String>?, at date: Date,
    isAtomic: Bool, run: String? = nil
  ) async throws -> [BatchResult] {
    let client = WorkClient.current
    @Sendable func step(
      after results: [BatchResult], _ entry: Int?
    ) async throws -> (results: [BatchResult], entry: Int?) {
      let time = isAtomic ? nil : batchTime
      let (lines, purpose) = Self.next(
        of: batch.dropFirst(results.count), isWhole: isAtomic,
        bytes: time == nil ? .max : Self.transactionBytes)
      let isLong = if case .importing = purpose { true } else { false }
      let apply = { @Sendable (database: any Database) -> ([BatchResult], Int?) in
        let limit = time.map { WorkLimit($0) }
        var rows = try BatchRows(
          database, vendor: vendor, hash: hash, verified: verified, client: client, run: run,
          entry: entry, long: isLong ? database.dialect.long : nil, at: date)
        try DetailRows(database: database).noteAbsentKeys(of: lines.map(\.item), vendor: vendor)
        var results: [BatchResult] = []
        for (line, entry) in lines.enumerated() where results.isEmpty || limit?.isReached != true {
          switch try rows.apply(entry) {
          case .success(let result): results.append(result)
          case .failure(let refusal):
            if isAtomic { throw BatchAborted(line: line, reason: refusal) }
            results.append(BatchResult(.refused, key: entry.item.key, id: entry.item.id, refusal: refusal))
          }
        }
        try rows.finish()
        return (results, rows.entry)
      }
      if results.isEmpty { return try await write(purpose, apply) }
      guard let next = try await writeNext(purpose, apply) else { throw StoreError.inaccessible }
      return (results + next.0, next.1)
    }
    let first = batch.isEmpty ? ([], nil) : try await step(after: [], nil)
    guard first.0.count < batch.count else { return first.0 }
    return try await Task {
      var (results, entry) = first
      while results.count < batch.count { (results, entry) = try await step(after: results, entry) }
      return results
    }.value
  }

  /// A sale in a database on a server waits for the transaction that changed its item. In a file each transaction of a command makes
  /// a part of the full-text index, which is merged later: 5,000 lines take about as long as one sale waits.
  private var batchTime: Duration? {
    if case .postgreSQL = location { options.batchTime ?? .milliseconds(250) } else { options.batchTime }
  }

  /// Bytes of lines that one transaction of a divided batch takes, unless its first line has more.
  private static let transactionBytes = 4 << 20

  /// The lines of the next transaction, and what it is for: deletions have one of their own, which works in a full store.
  private static func next(
    of batch: ArraySlice<PreparedBatchItem>, isWhole: Bool, bytes limit: Int
  ) -> (lines: ArraySlice<PreparedBatchItem>, purpose: TransactionPurpose) {
    let isDeleting = batch.first?.item.action == .delete
    var bytes = 0
    let lines = batch.prefix { line in
      let isFirst = bytes == 0
      guard isWhole || isFirst || (line.item.action == .delete) == isDeleting && line.bytes <= limit - bytes
      else { return false }
      bytes += line.bytes
      return true
    }
    let deletes = lines.allSatisfy { $0.item.action == .delete }
    let isLong = limit == .max && lines.count > BatchLimits.atomic
    return (lines, deletes ? .deleting : isLong ? .importing(bytes: bytes) : .writing(bytes: bytes))
  }

  /// The items of an export; nil where there is no store.
  ///
  /// - Parameter date: By which days such as `yesterday` are found.
  func exported(_ query: ExportQuery, for reader: ExportScope, at date: Date) async throws -> ExportedItems? {
    try await read(query.search == nil ? .list : .search, of: query, reader) { database in
      try ExportRows(database: database).items(query, for: reader, now: date)
    }
  }
}

/// The items that the lines of a batch name.
struct BatchTargets: Sendable {
  struct Item: Sendable {
    let id: Int
    let passwordHash: String
    /// Whether the hash is under the salt of the store, so that comparing it is enough.
    let isOfSeller: Bool
  }

  let seller: Seller
  /// The items that are there, with their password hashes, by the number of the line.
  var items: [Int: Item] = [:]
  /// Whether one of them is the seller's own.
  var hasOwn = false
  /// Whether a line has a key that another seller has, too.
  var namesOthers = false
}

extension Store {
  /// Moves an item into the trash and returns it; nil if its password hash is not the verified one, or the item is gone. Where
  /// the trash is turned off, or there is no room even for that, deletes it for good.
  ///
  /// - Parameter run: Names the requests whose deletions are one entry of the log; nil for one request.
  func trash(
    id: Int, passwordHash: String, run: String? = nil, at date: Date
  ) async throws -> DeletedItem? {
    let client = WorkClient.current
    do {
      return try await writeExisting(.deleting) { database -> DeletedItem? in
        let items = ItemRows(database: database)
        guard try items.passwordHash(ofItem: id) == passwordHash else { return nil }
        let movements = try MovementRows(database, at: date)
        let deleted = try items.delete(
          items.named(items.existing(id)), movements, client: client)
        try LogRows(database, at: date).record(.delete, deleted.change, run: run)
        return deleted
      } ?? nil
    } catch let error as StoreError where [.full, .limitReached].contains(error.kind) {
      return try await delete(id: id, passwordHash: passwordHash, at: date).map {
        DeletedItem(item: $0, expiry: nil)
      }
    }
  }

  /// The days for which deleted items can be restored; nil if there is no store.
  func trashDays() async throws -> Int? {
    try await read { try MarketSettings(database: $0).trashDays() }
  }
}

extension Store {
  /// A number that differs after every write, by any process: that of a file, or of the log of a database on a server.
  func changeNumber() async throws -> UInt64 {
    if let version { return version }
    return try await read { UInt64(try LogRows($0, at: .distantPast).lastID()) } ?? 0
  }

  /// A page of the log, the newest entry first; nil if there is no store.
  ///
  /// - Parameter item: Selects the entries that have changed this item; nil for all.
  func log(_ page: Int, size: Int, ofItem item: Int?) async throws -> LogPage? {
    try await read { try LogRows($0, at: .now).page(page, size: size, ofItem: item) }
  }

  /// Takes an entry of the log back in one transaction; nil if there is no store. Throws an `UndoRefusal`.
  ///
  /// - Parameters:
  ///   - entry: Its number; nil for the newest one.
  ///   - isForced: Whether what has changed since is taken back, too.
  ///   - isPlan: Whether the result is told and nothing is changed.
  ///   - verified: The password hashes of items for which the request has the password; nil for the operator.
  func undo(
    _ entry: Int?, isForced: Bool, isPlan: Bool, verified: Set<String>? = nil, at date: Date
  ) async throws -> UndoResult? {
    let client = WorkClient.current
    do {
      return try await writeExisting(isPlan ? .deleting : .writing) { database in
        var result = try UndoRows(
          database, isForced: isForced, client: client, verified: verified, at: date
        ).undo(entry)
        guard !isPlan else {
          result.undo = nil
          throw Planned(result: result)
        }
        return result
      }
    } catch let planned as Planned<UndoResult> {
      return planned.result
    }
  }
}

extension Store {
  /// The password hashes of the items of an entry, one item of each, for a client of a server; none where one of its changes is of no item that
  /// is there. An entry that is too large for a client has those of its last changes.
  func owners(
    ofEntry id: Int, at date: Date
  ) async throws -> (owners: [(item: Int, passwordHash: String)], isTooLarge: Bool) {
    try await read { database in
      let (items, trash) = (ItemRows(database: database), TrashRows(database: database))
      let changes = try LogRows(database, at: date).lastChanges(
        of: id, before: .max, limit: LogLimits.undone + 1
      ).map(\.change)
      let images = changes.flatMap { ($0.formerImages ?? []) + ($0.images ?? []) }
      let isTooLarge =
        try changes.count > LogLimits.undone || images.count > LogLimits.undoneImages
        || ImageRows(database: database).bytes(of: images) > LogLimits.keptBytes
      var owners: [(item: Int, passwordHash: String)] = []
      for item in Set(changes.map(\.item)).sorted(by: { $0 ?? 0 < $1 ?? 0 }) {
        let hash = try item.flatMap {
          try items.passwordHash(ofItem: $0) ?? trash.owner(ofItem: $0, at: date)?.passwordHash
        }
        guard let item, let hash else { return ([], isTooLarge) }
        if !owners.contains(where: { $0.passwordHash == hash }) { owners.append((item, hash)) }
      }
      return (owners, isTooLarge)
    } ?? ([], false)
  }
}

/// Ends the transaction of a plan, so that nothing of it remains.
struct Planned<Result: Sendable>: Error {
  let result: Result
}
