import OpenMarket

struct ExistingItems {
  private let networkManager: NetworkManager
  private let password: String?
  private var byKey: [RowKey: BatchItem] = [:]
  /// By the SKU itself: two items of an earlier release may have SKUs that differ in case alone.
  private var bySKU: [String: [Int: BatchItem]] = [:]
  /// The items that have a SKU or a barcode, in any case.
  private var byCode: [RowKey: Set<Int>] = [:]
  private var byRowKey: [String: BatchItem] = [:]
  private var byTitle: [String: [BatchItem]] = [:]
  private var foreign: Set<Int> = []
  /// The codes of rows that several items have, each with these: the store cannot say which is meant.
  private(set) var ambiguous: [RowKey: [Int]] = [:]

  /// Asks the market for the items of up to `BatchLimits.items` rows, with a request for each kind of key.
  ///
  /// - Parameter rows: Each with the key of its contents; nil where its own key is enough.
  init(
    of rows: [(row: ImportRow, key: String?)], at networkManager: NetworkManager, password: String?
  ) async throws {
    (self.networkManager, self.password) = (networkManager, password)
    let ids = rows.compactMap { row, _ in row.exported == nil ? row.otherID.map(RowKey.id) : nil }
    try await ask(for: rows.compactMap(\.row.key) + ids, rows.compactMap(\.key))
    // Another item may have the identifiers that the item of the row lacks.
    let others = rows.flatMap { row, _ in
      let item = row.key.flatMap { self[$0] }
      return (row.otherIdentifiers + (item == nil ? [row.former].compactMap(\.self) : []))
        .filter { byKey[$0] == nil && item?.has($0) != true }
    }
    try await ask(for: others)
    // At the store itself a code is the item that has it, whoever added it.
    guard networkManager.isOperated else { return }
    for key in rows.compactMap(\.row.key) + others {
      if let ids = byCode[key], ids.count > 1, bySKU[key.text]?.count != 1 { ambiguous[key] = ids.sorted() }
    }
  }

  mutating func ask(for keys: [RowKey], _ rowKeys: [String] = []) async throws {
    func texts(in column: ImportColumn) -> [String] { keys.filter { $0.column == column }.map(\.text) }
    let (ids, references, titles) = (
      texts(in: .id).compactMap { Int($0) }, texts(in: .reference), texts(in: .title)
    )
    let skus = keys.filter(\.isCode).map(\.text)
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
  mutating func findForeign(_ ids: [Int]) async throws {
    guard !ids.isEmpty, let password else { return }
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

  func isForeign(_ item: BatchItem) -> Bool { item.id.map(foreign.contains) ?? false }

  subscript(key: RowKey) -> BatchItem? {
    if key.column == .sku, let item = bySKU[key.text]?.values.first { return item }
    if key.column == .title { return items(titled: key.text).first }
    return byKey[key]
  }

  func item(_ key: RowKey?, rowKey: String?) -> BatchItem? {
    if let key { return self[key] }
    return rowKey.flatMap { byRowKey[$0] }
  }
}

extension BatchItem {
  func has(_ key: RowKey) -> Bool {
    switch key.column {
    case .reference: reference.map(RowKey.reference) == key
    case .id: id.map(RowKey.id) == key
    case .title: title.map(RowKey.title) == key
    default: details.keys.contains(key)
    }
  }
}
