import Foundation
import SystemSupport

/// Reads items as they are exported. Use it only inside a transaction.
struct ExportRows {
  let database: any Database

  /// The items of a query with the hashes of their passwords, in the order of their ids.
  ///
  /// - Parameter vendor: The vendor that the names are of, and whose items are exported; nil for all.
  func items(
    _ query: ExportQuery, vendor: Int?
  ) throws -> [(item: BatchItem, passwordHash: String)] {
    let ids = try ids(query, vendor: vendor)
    guard !ids.isEmpty else { return [] }
    let list = SQLCondition.list("item.id", in: ids)
    let items = try ItemRows(database: database).items(
      true, "WHERE \(list.sql) ORDER BY item.id", list.values)
    let hashes = try hashes(ofItems: ids)
    let keys = try DetailRows(database: database).keys(ofItems: ids)
    let digests = try ImageRows(database: database).digests(ofItems: ids)
    return items.map { item in
      var exported = BatchItem(item)
      exported.reference = keys[item.id]?.reference
      exported.key = keys[item.id]?.rowKey
      exported.images = item.images.map { digests[$0.id] ?? "" }
      return (exported, hashes[item.id] ?? "")
    }
  }

  private func ids(_ query: ExportQuery, vendor: Int?) throws -> [Int] {
    let details = DetailRows(database: database)
    func named(_ key: ItemKey, _ values: [String]) throws -> [Int] {
      try details.ids(key, in: values, vendor: vendor ?? StoredVendor.marketID).compactMap(\.self)
    }
    switch query.names {
    case .ids(let ids)?: return ids
    case .skus(let skus)?: return try named(.sku, skus)
    case .references(let references)?: return try named(.reference, references)
    case .keys(let keys)?: return try named(.rowKey, keys)
    case nil: break
    }
    let filter = try query.search.flatMap { try ItemFilter(PageQuery(search: $0), database) }
    let condition = SQLCondition.joined(
      [
        SQLCondition("id > ?", [.integer(query.after)]), filter?.condition,
        vendor.map { SQLCondition("vendor_id = ?", [.integer($0)]) },
      ].compactMap(\.self), by: "AND")
    return try database.rows(
      "SELECT id FROM item WHERE \(condition.sql) ORDER BY id LIMIT ?",
      condition.values + [.integer(query.limit)]
    ) { $0.integer(0) }
  }

  private func hashes(ofItems ids: [Int]) throws -> [Int: String] {
    let list = SQLCondition.list("id", in: ids)
    let rows = try database.rows(
      "SELECT id, password_hash FROM item WHERE \(list.sql)", list.values
    ) { ($0.integer(0), $0.text(1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

extension BatchItem {
  /// All fields of an item but those that only an import knows.
  init(_ item: StoredItem) {
    self.init()
    (id, version) = (item.id, item.version)
    (title, description) = (item.draft.title, item.draft.description)
    (price, currency) = (item.draft.price.amount, item.draft.price.currency.code)
    (discountedPrice, stock) = (item.draft.discountedPrice, item.draft.stock)
    (sku, note) = (item.draft.sku, item.draft.note)
    tags = item.draft.tags.isEmpty ? nil : item.draft.tags
    registrationDate = item.registrationDate
  }
}

extension StoredItem {
  /// Differs after every change of the item but its ratings: 16 hexadecimal digits.
  var version: String { Self.version(of: draft, registrationDate, images) }

  /// - Parameter registrationDate: As it is stored.
  static func version(of draft: ItemDraft, _ registrationDate: Date, _ images: [StoredImage]) -> String {
    var hash = FNV1a()
    var fields = [
      draft.title, draft.description, draft.price.amount.plainText, draft.price.currency.code,
      draft.discountedPrice?.plainText ?? "-", "\(draft.stock)", draft.sku ?? "", draft.note ?? "",
      "\(registrationDate.timeIntervalSince1970)", "\(images.count)",
    ]
    fields += images.map { "\($0.id)" } + draft.tags
    for field in fields {
      hash.combine(field)
      hash.combine("\0")
    }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
