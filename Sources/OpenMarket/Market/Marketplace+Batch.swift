import Foundation
import SystemSupport

/// Many items in one request.
extension Marketplace {
  /// Applies the lines of a batch, and returns the result of each. A line that is refused changes nothing, and the
  /// others are done, unless `isAtomic`: then all lines are one transaction, and the first refused one is thrown as
  /// `BatchRefused`.
  ///
  /// - Parameters:
  ///   - lines: Each with the images that replace those of its item; nil leaves them.
  ///   - limit: The most lines of one transaction.
  ///   - client: The network address of the client; nil in this process.
  func apply(
    _ lines: [(item: BatchItem, images: [ItemImage]?)], _ credentials: Credentials, isAtomic: Bool,
    limit: Int = BatchLimits.items, client: String?
  ) async throws -> [BatchResult] {
    try credentials.validate()
    try bytes?.check(client, at: now())
    let seller = try await seller(credentials, client)
    var verified = seller.hashes
    if case .password(let password) = credentials {
      for hash in try await store.passwordHashes(ofItemsIn: lines.map(\.item), vendor: seller.vendor)
      where try await isRight(password, hash: hash, of: "a batch", client) {
        verified.insert(hash)
      }
    }
    var hash = verified.first
    if hash == nil, case .password(let password) = credentials,
      lines.contains(where: { $0.item.action == .add })
    {
      let new = try await passwords.hash(password, for: client)
      verified.insert(new)
      hash = new
    }
    var results: [BatchResult] = []
    let size = max(1, isAtomic ? lines.count : limit)
    for start in stride(from: 0, to: lines.count, by: size) {
      let prepared = try await prepared(lines[start..<min(start + size, lines.count)])
      results += try await store.apply(
        prepared, vendor: seller.vendor, hash: hash, verified: verified, at: now(), isAtomic: isAtomic)
      let stored = prepared.reduce(0) {
        $0 + ($1.images?.bytes ?? 0) + ($1.draft?.draft.storedTextBytes ?? 0)
      }
      bytes?.spend(stored, by: client, at: now())
    }
    return results
  }

  /// Items for an export, in the order of their ids, with their notes where the credentials are those of the item, or the
  /// only client is this process. Of a query for own items only those remain that the credentials open.
  func export(
    _ query: ExportQuery, _ credentials: Credentials?, readsNotes: Bool, client: String?
  ) async throws -> [BatchItem] {
    let vendor: Int?
    var seller = (vendor: StoredVendor.marketID, hashes: Set<String>())
    if let credentials {
      try credentials.validate()
      seller = try await self.seller(credentials, client)
      vendor = seller.vendor
    } else {
      vendor = query.names == nil ? nil : StoredVendor.marketID
    }
    var items = try await store.exported(query, vendor: vendor)
    guard query.isOwn || !readsNotes else { return items.map(\.item) }
    var known = seller.hashes
    var wrong: Set<String> = []
    for index in items.indices where query.isOwn || items[index].item.note != nil {
      let hash = items[index].passwordHash
      if !known.contains(hash), !wrong.contains(hash), case .password(let password)? = credentials {
        if try await isRight(password, hash: hash, of: "an export", client) {
          known.insert(hash)
        } else {
          wrong.insert(hash)
        }
      }
      if !known.contains(hash), !readsNotes { items[index].item.note = nil }
    }
    if query.isOwn { items.removeAll { !known.contains($0.passwordHash) } }
    return items.map(\.item)
  }

  /// The vendor that the items of a request are of, and the password hashes of its items that are known to be right.
  private func seller(
    _ credentials: Credentials, _ client: String?
  ) async throws -> (vendor: Int, hashes: Set<String>) {
    switch credentials {
    case .password: return (StoredVendor.marketID, [])
    case .vendor(let identifier, let secret):
      let (vendor, hash) = try await vendor(identifier, secret: secret, client)
      return (vendor.id, [hash])
    }
  }

  /// Lines with images that are prepared at the same time.
  private static let preparedAtOnce = 4

  /// Prepares lines, and returns them in their order.
  private func prepared(
    _ lines: ArraySlice<(item: BatchItem, images: [ItemImage]?)>
  ) async throws -> [PreparedBatchItem] {
    try await withThrowingTaskGroup(of: (Int, PreparedBatchItem).self) { group in
      var prepared: [PreparedBatchItem?] = []
      var running = 0
      for (index, line) in lines.enumerated() {
        guard line.images?.isEmpty == false else {
          prepared.append(try await prepare(line.item, line.images))
          continue
        }
        prepared.append(nil)
        if running == Self.preparedAtOnce, let (done, result) = try await group.next() {
          prepared[done] = result
          running -= 1
        }
        group.addTask { (index, try await prepare(line.item, line.images)) }
        running += 1
      }
      for try await (done, result) in group { prepared[done] = result }
      return prepared.compactMap(\.self)
    }
  }

  /// Validates, folds and checks what a line has, before the store is locked.
  private func prepare(_ item: BatchItem, _ images: [ItemImage]?) async throws -> PreparedBatchItem {
    do {
      try ItemKeys(reference: item.reference, rowKey: item.key).validate()
      let draft = item.action == .add ? IndexedDraft(try item.draft()) : nil
      guard let images else {
        return PreparedBatchItem(item, draft: draft, images: item.clearsImages ? [] : nil)
      }
      guard images.count <= ItemLimits.images else { throw ValidationError(.images, .tooManyImages) }
      return PreparedBatchItem(item, draft: draft, images: try await stripped(images))
    } catch let error as ValidationError {
      return PreparedBatchItem(item, refusal: .invalid(error))
    }
  }
}

/// The limits of a batch.
package enum BatchLimits {
  /// Most items of one request to a server, which is one transaction: the store is locked for writing as long as it takes.
  /// Most items that one export returns, too.
  package static let items = 500
  /// Most items of one transaction in this process: a commit waits for the disk several times, and a larger transaction
  /// takes more memory and is hardly faster.
  package static let embedded = 1_000
}
