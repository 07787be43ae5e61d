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

  /// Applies the lines of a batch in their order, in transactions of `Options.batchTime` each, between which others write. A
  /// line that is refused changes nothing. An error ends the batch after the transactions before it; a client that leaves
  /// does not, once the first one is done.
  ///
  /// - Parameters:
  ///   - hash: The password hash of new items, by which their seller is known; nil where none is added.
  ///   - verified: The password hashes for which the request has the password.
  ///   - run: Names the requests of an import, whose changes are one entry of the log; nil for one request.
  ///   - isAtomic: Whether all lines are one transaction, and one that is refused undoes it: throws `BatchAborted`.
  func apply(
    _ batch: [PreparedBatchItem], vendor: Int, hash: String?, verified: Set<String>, at date: Date,
    isAtomic: Bool, run: String? = nil
  ) async throws -> [BatchResult] {
    let client = WorkClient.current
    @Sendable func step(
      after results: [BatchResult], _ entry: Int?
    ) async throws -> (results: [BatchResult], entry: Int?) {
      let time = isAtomic ? nil : options.batchTime
      let (lines, purpose) = Self.next(
        of: batch.dropFirst(results.count), isWhole: isAtomic,
        bytes: time == nil ? .max : Self.transactionBytes)
      let apply = { @Sendable (database: any Database) -> ([BatchResult], Int?) in
        let limit = time.map { WorkLimit($0) }
        var rows = try BatchRows(
          database, vendor: vendor, hash: hash, verified: verified, client: client, run: run,
          entry: entry, at: date)
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
    return (lines, deletes ? .deleting : .writing(bytes: bytes))
  }

  /// The items of an export; nil where there is no store.
  ///
  /// - Parameter date: By which days such as `yesterday` are found.
  func exported(_ query: ExportQuery, for reader: ExportReader, at date: Date) async throws -> ExportedItems?
  {
    let work = { @Sendable (database: any Database) in
      try ExportRows(database: database).items(query, for: reader, now: date)
    }
    return try await query.search == nil ? read(work) : search(work)
  }

  /// Passes some items of an export to `body`, within the transaction that reads them, and returns its result.
  func exportPart<Result: Sendable>(
    ofItems ids: [Int], _ query: ExportQuery, for reader: ExportReader,
    as body: @escaping @Sendable (ExportPart) throws -> Result
  ) async throws -> Result? {
    try await read { database in
      try body(ExportRows(database: database).part(ofItems: ids, query, for: reader))
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
