import OpenMarket

/// The items of a market that rows of an import name.
struct ExistingItems {
  private var byKey: [RowKey: BatchItem] = [:]
  private var byRowKey: [String: BatchItem] = [:]
  private var foreign: Set<Int> = []
  /// Whether the market takes one item at a time.
  private(set) var takesNoBatches = false

  /// Asks the market for the items of up to `BatchLimits.items` rows: with a request for each kind of key, or at a market
  /// that takes one item at a time with one for each item that is remembered.
  ///
  /// - Parameter rows: Each with the key of its contents; nil where its own key is enough.
  init(
    of rows: [(row: ImportRow, key: String?)], at networkManager: NetworkManager, password: String?,
    memory: ImportedIDs
  ) async throws {
    do {
      let ids = rows.compactMap { row, _ in row.version == nil ? row.otherID.map(RowKey.id) : nil }
      try await ask(
        for: rows.compactMap(\.row.key) + ids, rows.compactMap(\.key), networkManager: networkManager,
        password: password)
      // Another item may have the identifiers that the item of the row lacks.
      let others = rows.flatMap { row, _ in
        let item = row.key.flatMap { byKey[$0] }
        return row.otherIdentifiers.filter { byKey[$0] == nil && item?.has($0) != true }
      }
      try await ask(for: others, [], networkManager: networkManager, password: password)
    } catch let error as ClientError where error == .unsupported(.batches) {
      takesNoBatches = true
      try await remember(rows.map { ($0.row.key, $0.key) }, networkManager, memory: memory)
    }
  }

  private mutating func remember(
    _ rows: [(key: RowKey?, rowKey: String?)], _ networkManager: NetworkManager, memory: ImportedIDs
  ) async throws {
    for row in rows {
      let key = row.key?.memoryKey ?? row.rowKey.map { "row:\($0)" }
      var id = key.flatMap { memory[$0] }
      if case .id(let given)? = row.key { id = given }
      guard let id else { continue }
      // Nil where it was deleted since.
      guard let item = try await networkManager.present(id) else { continue }
      if let key = row.key {
        byKey[key] = BatchItem(item)
      } else if let rowKey = row.rowKey {
        byRowKey[rowKey] = BatchItem(item)
      }
    }
  }

  private mutating func ask(
    for keys: [RowKey], _ rowKeys: [String], networkManager: NetworkManager, password: String?
  ) async throws {
    var (skus, ids, references): ([String], [Int], [String]) = ([], [], [])
    for key in keys {
      switch key {
      case .sku(let sku): skus.append(sku)
      case .id(let id): ids.append(id)
      case .reference(let reference): references.append(reference)
      }
    }
    // Two sellers may have the same SKU: without a password a SKU finds items of any seller.
    let isOwn = password != nil || networkManager.isEmbedded
    for names: ExportQuery.Names in [.skus(skus), .ids(ids), .references(references), .keys(rowKeys)]
    where !names.isEmpty {
      for item in try await networkManager.export(ExportQuery(names), password: password) {
        if let id = item.id { byKey[.id(id)] = item }
        // An item that is named by its id may be another seller's.
        switch names {
        case .skus: if let sku = item.sku, isOwn { byKey[.sku(sku)] = item }
        case .references: if let reference = item.reference { byKey[.reference(reference)] = item }
        case .ids, .keys: break
        }
        if let key = item.key { byRowKey[key] = item }
      }
    }
  }

  /// Asks the market which of the items that rows change have another password. It does not say after too many wrong ones,
  /// and is not waited for: the market refuses these rows when they are sent.
  mutating func findForeign(_ ids: [Int], at networkManager: NetworkManager, password: String) async throws {
    guard !ids.isEmpty, !takesNoBatches else { return }
    do {
      let own = try await networkManager.withoutRetries.export(
        ExportQuery(.ids(ids), isOwn: true), password: password)
      foreign = Set(ids).subtracting(own.compactMap(\.id))
    } catch {
      switch error {
      case .unavailable, .noResponse: return
      default: throw error
      }
    }
  }

  /// Whether an item is known to have another password.
  func isForeign(_ item: BatchItem) -> Bool { item.id.map(foreign.contains) ?? false }

  /// The item with a key; nil where there is none.
  subscript(key: RowKey) -> BatchItem? { byKey[key] }

  /// The item of a row; nil for a new one.
  func item(_ key: RowKey?, rowKey: String?) -> BatchItem? {
    if let key { return byKey[key] }
    return rowKey.flatMap { byRowKey[$0] }
  }
}

extension BatchItem {
  /// Whether the item has an identifier.
  fileprivate func has(_ key: RowKey) -> Bool {
    switch key {
    case .sku: sku.map { .sku($0) } == key
    case .reference: reference.map { .reference($0) } == key
    case .id: id.map { .id($0) } == key
    }
  }
}

extension ExportQuery.Names {
  fileprivate var isEmpty: Bool {
    switch self {
    case .ids(let ids): ids.isEmpty
    case .skus(let names), .references(let names), .keys(let names): names.isEmpty
    }
  }
}

extension NetworkManager {
  /// The full item; nil where there is none.
  fileprivate func present(_ id: Int) async throws(ClientError) -> Item? {
    do {
      return try await item(id: id)
    } catch {
      guard case .noSuchItem = error else { throw error }
      return nil
    }
  }
}
