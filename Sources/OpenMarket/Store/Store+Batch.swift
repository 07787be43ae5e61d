import Foundation

/// One line of a batch as the store takes it.
struct PreparedBatchItem: Sendable {
  let item: BatchItem
  /// A new item, validated and folded; nil for a change.
  let draft: IndexedDraft?
  /// The images that replace all present ones; nil for no change.
  let images: [StrippedImage]?
  /// What was found before the store was asked; the line is refused.
  let refusal: BatchRefusal?

  init(
    _ item: BatchItem, draft: IndexedDraft? = nil, images: [StrippedImage]? = nil,
    refusal: BatchRefusal? = nil
  ) {
    self.item = item
    self.draft = draft
    self.images = images
    self.refusal = refusal
  }

  /// About how many bytes it takes in the store.
  fileprivate var bytes: Int {
    (draft?.bytes ?? 0) + (images?.bytes ?? 0) + (item.description?.utf8.count ?? 0) + 200
  }
}

extension Store {
  /// The password hashes of the items that lines of a batch change, or have added before under their keys, each once.
  func passwordHashes(ofItemsIn batch: [BatchItem], vendor: Int) async throws -> Set<String> {
    try await read { database in
      let (items, details) = (ItemRows(database: database), DetailRows(database: database))
      return try batch.reduce(into: []) { hashes, item in
        let id =
          item.action == .add
          ? try item.key.flatMap { try details.id(.rowKey, $0, vendor: vendor) }
          : try details.target(of: item, vendor: vendor)
        guard let id else { return }
        if let hash = try items.passwordHash(ofItem: id) { hashes.insert(hash) }
      }
    } ?? []
  }

  /// Applies the lines of a batch in one transaction, in their order. A line that is refused changes nothing.
  ///
  /// - Parameters:
  ///   - hash: The password hash of new items; nil where none is added.
  ///   - verified: The password hashes for which the request has the password.
  ///   - isAtomic: Whether one refused line undoes all: throws `BatchRefused`.
  func apply(
    _ batch: [PreparedBatchItem], vendor: Int, hash: String?, verified: Set<String>, at date: Date,
    isAtomic: Bool
  ) async throws -> [BatchResult] {
    let bytes = batch.reduce(0) { $0 + $1.bytes }
    return try await write(.writing(bytes: bytes)) { database in
      var rows = try BatchRows(database, vendor: vendor, hash: hash, verified: verified, at: date)
      let results = try batch.enumerated().map { line, entry in
        switch try rows.apply(entry) {
        case .success(let result): return result
        case .failure(let refusal):
          if isAtomic { throw BatchRefused(line: line, refusal: refusal) }
          return BatchResult(.refused, key: entry.item.key, id: entry.item.id, refusal: refusal)
        }
      }
      try rows.finish()
      return results
    }
  }

  /// Items for an export, each with the hash of its password.
  ///
  /// - Parameter vendor: The vendor that the names are of, and whose items are exported; nil for all.
  func exported(
    _ query: ExportQuery, vendor: Int?
  ) async throws -> [(item: BatchItem, passwordHash: String)] {
    let work = { @Sendable (database: any Database) in
      try ExportRows(database: database).items(query, vendor: vendor)
    }
    return try await (query.search == nil ? read(work) : search(work)) ?? []
  }
}
