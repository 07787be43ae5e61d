import OpenMarket

/// The keys that identify the items of a plan. A SKU or a reference belongs to one row of the files, and to one item of
/// the market at a time.
struct PlannedKeys {
  private var keys = RepeatedKeys()
  /// The keys that the items of earlier rows no longer have.
  private var freed: Set<RowKey> = []

  /// Records the identifiers of a row, and returns the first one that an earlier row has; nil if all are new.
  mutating func repeated(in row: ImportRow, at place: RowPlace) -> (key: RowKey, first: RowPlace)? {
    var repeated: (RowKey, RowPlace)?
    if let key = row.key, let first = keys.first(key, at: place) { repeated = (key, first) }
    for key in row.otherIdentifiers {
      if let first = keys.first(key, at: place), repeated == nil { repeated = (key, first) }
    }
    return repeated
  }

  /// The first identifier of a row that another item has; nil if the item of the row can have all.
  func taken(_ row: ImportRow, in items: ExistingItems, besides item: BatchItem?) -> RowKey? {
    row.otherIdentifiers.first { key in
      guard let other = items[key], other.id != item?.id else { return false }
      return !freed.contains(key)
    }
  }

  /// Records which identifiers an item loses by a change or its deletion.
  mutating func free(_ item: BatchItem, by change: BatchItem) {
    let isDeleted = change.action == .delete
    if let sku = item.sku, isDeleted || change.sku != nil || change.clear?.contains(.detail(.sku)) == true {
      freed.insert(.sku(sku))
    }
    if let reference = item.reference, isDeleted || change.reference != nil {
      freed.insert(.reference(reference))
    }
  }
}

extension ImportRow {
  /// The SKU and the reference that the row sets besides its key.
  var otherIdentifiers: [RowKey] {
    if command == .delete { return [] }
    return [fields.details.sku.map(RowKey.sku), fields.reference.map(RowKey.reference)].compactMap(\.self)
      .filter { $0 != key }
  }
}
