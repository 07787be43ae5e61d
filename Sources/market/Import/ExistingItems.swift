import OpenMarket

/// The items of a market that rows of an import name.
struct ExistingItems {
  private var bySKU: [String: BatchItem] = [:]
  private var byID: [Int: BatchItem] = [:]
  private var byReference: [String: BatchItem] = [:]
  private var byRowKey: [String: BatchItem] = [:]
  /// Whether the market takes one item at a time.
  private(set) var takesNoBatches = false

  /// Asks the market for the items of up to `BatchLimits.items` rows: with a request for each kind of key, or at a market
  /// that takes one item at a time with one for each item that is remembered.
  init(
    of rows: [(key: RowKey?, rowKey: String?)], at market: NetworkManager, password: String?,
    _ memory: ImportMemory
  ) async throws {
    do {
      try await ask(for: rows, market, password: password)
    } catch let error as MarketError where error == .takesNoBatches {
      takesNoBatches = true
      try await remember(rows, market, memory)
    }
  }

  private mutating func remember(
    _ rows: [(key: RowKey?, rowKey: String?)], _ market: NetworkManager, _ memory: ImportMemory
  ) async throws {
    for row in rows {
      let key = row.key?.memoryKey ?? row.rowKey.map { "row:\($0)" }
      var id = key.flatMap { memory[$0] }
      if case .id(let given)? = row.key { id = given }
      guard let id else { continue }
      // Nil where it was deleted since.
      if let item = try await market.present(id) { remember(BatchItem(item), row.key, row.rowKey) }
    }
  }

  private mutating func remember(_ item: BatchItem, _ key: RowKey?, _ rowKey: String?) {
    switch key {
    case .sku(let sku)?: bySKU[sku] = item
    case .id(let id)?: byID[id] = item
    case .reference(let reference)?: byReference[reference] = item
    case nil: if let rowKey { byRowKey[rowKey] = item }
    }
  }

  private mutating func ask(
    for rows: [(key: RowKey?, rowKey: String?)], _ market: NetworkManager, password: String?
  ) async throws {
    var (skus, ids, references): ([String], [Int], [String]) = ([], [], [])
    for row in rows {
      switch row.key {
      case .sku(let sku)?: skus.append(sku)
      case .id(let id)?: ids.append(id)
      case .reference(let reference)?: references.append(reference)
      case nil: break
      }
    }
    let rowKeys = rows.compactMap(\.rowKey)
    for names: ExportQuery.Names in [.skus(skus), .ids(ids), .references(references), .keys(rowKeys)]
    where !names.isEmpty {
      for item in try await market.export(ExportQuery(names), password: password) {
        if let sku = item.sku { bySKU[sku] = item }
        if let id = item.id { byID[id] = item }
        if let reference = item.reference { byReference[reference] = item }
        if let key = item.key { byRowKey[key] = item }
      }
    }
  }

  /// The item of a row; nil for a new one.
  func item(_ key: RowKey?, rowKey: String?) -> BatchItem? {
    switch key {
    case .sku(let sku)?: bySKU[sku]
    case .id(let id)?: byID[id]
    case .reference(let reference)?: byReference[reference]
    case nil: rowKey.flatMap { byRowKey[$0] }
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
  fileprivate func present(_ id: Int) async throws(MarketError) -> Item? {
    do {
      return try await item(id: id)
    } catch {
      guard case .noSuchItem = error else { throw error }
      return nil
    }
  }
}
