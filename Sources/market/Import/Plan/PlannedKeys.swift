import OpenMarket

/// The keys that identify the items of a plan. A SKU or a reference belongs to one row of the files, and to one item of
/// the market at a time.
struct PlannedKeys {
  private var keys = RepeatedKeys()
  /// The identifiers of rows that this market exported. Those of several sellers' items may be equal.
  private var exported: Set<RowKey> = []
  /// The identifiers that such rows change to.
  private var changed = RepeatedKeys()
  /// The keys that the items of earlier rows no longer have.
  private var freed: Set<RowKey> = []

  /// Records the identifiers of a row, and returns the first one that an earlier row has; nil if all are new.
  mutating func repeated(in row: ImportRow, at place: RowPlace) -> (key: RowKey, first: RowPlace)? {
    var repeated: (RowKey, RowPlace)?
    if let key = row.key, let first = keys.first(key, at: place) { repeated = (key, first) }
    for key in row.otherIdentifiers {
      guard let first = keys.first(key, at: place) else {
        if row.isExportedHere { exported.insert(key) }
        continue
      }
      // Whether an item changes to it is known when the row is compared with its item.
      if row.isExportedHere, exported.contains(key) { continue }
      if repeated == nil { repeated = (key, first) }
    }
    return repeated
  }

  /// The first identifier that an exported row changes to as an earlier one did; nil for none.
  mutating func repeated(in change: BatchItem, of row: ImportRow, at place: RowPlace) -> (
    key: RowKey, first: RowPlace
  )? {
    guard row.isExportedHere else { return nil }
    for key in change.identifiers {
      if let first = changed.first(key, at: place) { return (key, first) }
    }
    return nil
  }

  /// The first identifier of a row that another item has; nil if the item of the row can have all.
  func taken(_ row: ImportRow, in items: ExistingItems, besides item: BatchItem?) -> RowKey? {
    row.otherIdentifiers.first { key in
      guard let other = items[key], other.id != item?.id, item?.has(key) != true else { return false }
      return !freed.contains(key)
    }
  }

  /// Records which identifiers an item loses by a change or its deletion.
  mutating func free(_ item: BatchItem, by change: BatchItem) {
    let isDeleted = change.action == .delete
    if let sku = item.sku, isDeleted || change.sku != nil || change.clear?.contains(.detail(.sku)) == true {
      freed.insert(.sku(sku))
    }
    let isCleared = isDeleted || change.clear?.contains(.detail(.barcodes)) == true
    if isCleared || change.details.barcodes != nil {
      let kept = isCleared ? [] : change.details.keys
      freed.formUnion((item.details.barcodes ?? []).map(RowKey.barcode).filter { !kept.contains($0) })
    }
    if let reference = item.reference, isDeleted || change.reference != nil {
      freed.insert(.reference(reference))
    }
  }
}

extension ImportRow {
  /// Whether the row names its item by the id that this market exported.
  fileprivate var isExportedHere: Bool {
    exported != nil && key?.column == .id
  }

  /// The SKU, the barcodes and the reference that the row sets besides its key.
  var otherIdentifiers: [RowKey] {
    command == .delete ? [] : fields.identifiers.filter { $0 != key }
  }
}

extension BatchItem {
  fileprivate var identifiers: [RowKey] {
    details.keys + [reference.map(RowKey.reference)].compactMap(\.self)
  }
}

extension ItemDetails {
  var keys: [RowKey] { [sku.map(RowKey.sku)].compactMap(\.self) + (barcodes ?? []).map(RowKey.barcode) }
}
