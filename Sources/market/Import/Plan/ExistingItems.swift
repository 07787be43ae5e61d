import OpenMarket

/// The items of a market that rows of an import name.
struct ExistingItems {
  private var byKey: [RowKey: BatchItem] = [:]
  /// By the SKU itself: two items of an earlier release may have SKUs that differ in case alone.
  private var bySKU: [String: [Int: BatchItem]] = [:]
  /// The items that have a SKU or a barcode, in any case.
  private var byCode: [RowKey: Set<Int>] = [:]
  private var byRowKey: [String: BatchItem] = [:]
  /// By the code of the title.
  private var byTitle: [String: [BatchItem]] = [:]
  private var foreign: Set<Int> = []

  /// Asks the market for the items of up to `BatchLimits.items` rows, with a request for each kind of key.
  ///
  /// - Parameter rows: Each with the key of its contents; nil where its own key is enough.
  init(
    of rows: [(row: ImportRow, key: String?)], at networkManager: NetworkManager, password: String?
  ) async throws {
    let ids = rows.compactMap { row, _ in row.exported == nil ? row.otherID.map(RowKey.id) : nil }
    try await ask(
      for: rows.compactMap(\.row.key) + ids, rows.compactMap(\.key), networkManager: networkManager,
      password: password)
    // Another item may have the identifiers that the item of the row lacks.
    let others = rows.flatMap { row, _ in
      let item = row.key.flatMap { self[$0] }
      return (row.otherIdentifiers + (item == nil ? [row.former].compactMap(\.self) : []))
        .filter { byKey[$0] == nil && item?.has($0) != true }
    }
    try await ask(for: others, [], networkManager: networkManager, password: password)
    // At the store itself a code is the item that has it, whoever added it.
    guard networkManager.isOperated else { return }
    for key in rows.compactMap(\.row.key) + others {
      guard let ids = byCode[key], ids.count > 1, bySKU[key.text]?.count != 1 else { continue }
      throw ItemNameError.several(key.text, ids.sorted())
    }
  }

  /// Asks the market which items have these keys.
  mutating func ask(
    for keys: [RowKey], _ rowKeys: [String], networkManager: NetworkManager, password: String?
  ) async throws {
    var (skus, ids, references, titles): ([String], [Int], [String], [String]) = ([], [], [], [])
    for key in keys {
      switch key {
      case .sku(let code), .barcode(let code): skus.append(code)
      case .id(let id): ids.append(id)
      case .reference(let reference): references.append(reference)
      case .title(let title): titles.append(title)
      }
    }
    // Two sellers may have the same SKU: without a password a SKU finds items of any seller.
    let isOwn = password != nil || networkManager.isOperated
    let parts = stride(from: 0, to: skus.count, by: BatchLimits.items).map {
      ExportQuery.Names.skus(Array(skus[$0..<min($0 + BatchLimits.items, skus.count)]))
    }
    let others: [ExportQuery.Names] =
      (ids.isEmpty ? [] : [.ids(ids)]) + (references.isEmpty ? [] : [.references(references)])
      + (rowKeys.isEmpty ? [] : [.keys(rowKeys)]) + (titles.isEmpty ? [] : [.titles(titles)])
    for names in parts + others {
      for item in try await networkManager.export(ExportQuery(names), password: password) {
        if let id = item.id { byKey[.id(id)] = item }
        // An item that is named by its id may be another seller's.
        switch names {
        case .skus where isOwn:
          for key in item.details.keys {
            byKey[key] = item
            if let id = item.id { byCode[key, default: []].insert(id) }
          }
          if let sku = item.sku, let id = item.id { bySKU[sku, default: [:]][id] = item }
        case .references: if let reference = item.reference { byKey[.reference(reference)] = item }
        case .titles: byTitle[ItemCode.titleCode(of: item.title ?? ""), default: []].append(item)
        case .ids, .keys, .skus: break
        }
        if let key = item.key { byRowKey[key] = item }
      }
    }
  }

  /// The items with a title: those with the very same, else those whose titles are meant by it.
  func items(titled title: String) -> [BatchItem] {
    let found = byTitle.isEmpty ? [] : byTitle[ItemCode.titleCode(of: title)] ?? []
    let exact = found.filter { $0.title == title }
    return exact.isEmpty ? found : exact
  }

  /// Asks the market which of the items that rows change have another password. It does not say after too many wrong ones,
  /// and is not waited for: the market refuses these rows when they are sent.
  mutating func findForeign(_ ids: [Int], at networkManager: NetworkManager, password: String) async throws {
    guard !ids.isEmpty else { return }
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
  subscript(key: RowKey) -> BatchItem? {
    if case .sku(let sku) = key, let item = bySKU[sku]?.values.first { return item }
    if case .title(let title) = key { return items(titled: title).first }
    return byKey[key]
  }

  /// The item of a row; nil for a new one.
  func item(_ key: RowKey?, rowKey: String?) -> BatchItem? {
    if let key { return self[key] }
    return rowKey.flatMap { byRowKey[$0] }
  }
}

extension BatchItem {
  func has(_ key: RowKey) -> Bool {
    switch key {
    case .sku, .barcode: details.keys.contains(key)
    case .reference: reference.map { .reference($0) } == key
    case .id: id.map { .id($0) } == key
    case .title: title.map { .title($0) } == key
    }
  }
}
