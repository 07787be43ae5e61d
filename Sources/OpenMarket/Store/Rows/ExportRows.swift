import Foundation
import SystemSupport

/// The rights of a request for an export.
struct ExportReader: Sendable {
  /// The vendor whose items are exported.
  var vendor = StoredVendor.marketID
  /// The password hash of the items that are the reader's own; nil without a password.
  var passwordHash: String?
  /// Whether everything is the reader's: the store is.
  var readsAll = false
}

/// The items of an export.
struct ExportedItems: Sendable {
  var items: [BatchItem] = []
  /// Whether one of the items that were found is the reader's own.
  var hasOwn = false
  /// The seller of the reader's password; nil without one.
  let seller: Seller?

  init(seller: Seller? = nil) {
    self.seller = seller
  }
}

/// Reads items as they are exported. Use it only inside a transaction.
struct ExportRows {
  let database: any Database

  /// The items of a query, in the order of their ids, each as the reader may see it. Private values of other sellers'
  /// items are omitted: notes, references, row keys and the digests of images.
  func items(_ query: ExportQuery, for reader: ExportReader) throws -> ExportedItems {
    let sellers = try SellerRows(database)
    let seller = reader.passwordHash.map { sellers.seller(vendor: reader.vendor, passwordHash: $0) }
    let ids = try ids(query, of: seller, for: reader)
    guard !ids.isEmpty else { return ExportedItems(seller: seller) }
    let list = SQLCondition.list("item.id", in: ids)
    let items = try ItemRows(database: database).items(
      descriptions: .included, "WHERE \(list.sql) ORDER BY item.id", list.values)
    let hashes = try hashes(ofItems: ids)
    let keys = try DetailRows(database: database).keys(ofItems: ids)
    let digests = try ImageRows(database: database).digests(ofItems: ids)
    let versions = try ItemVersions(database)
    var exported = ExportedItems(seller: seller)
    for item in items {
      let hash = hashes[item.id] ?? ""
      let isOwn = reader.passwordHash == hash
      exported.hasOwn = exported.hasOwn || isOwn
      let owner = sellers.seller(vendor: item.vendor.id, passwordHash: hash)
      if query.isOwn, !isOwn, seller?.vendor != StoredVendor.marketID || owner.id != 0 { continue }
      var line = BatchItem(item)
      let isWhole = isOwn || reader.readsAll
      line.version = versions.version(of: item, isWhole: isWhole).text
      if isWhole {
        line.key = keys[item.id]?.rowKey
        if query.names != nil { line.versionKey = versions.key(ofItem: item.id).text }
        line.images = item.images.map { digests[$0.id] ?? "" }
      } else {
        line.details = line.details.published
        line.images = item.images.map { _ in "" }
        // By which the request has named it.
        if case .references? = query.names {} else { line.reference = nil }
        if case .keys? = query.names { line.key = keys[item.id]?.rowKey }
      }
      exported.items.append(line)
    }
    return exported
  }

  private func ids(_ query: ExportQuery, of seller: Seller?, for reader: ExportReader) throws -> [Int] {
    let details = DetailRows(database: database)
    func named(_ key: ItemKey, _ values: [String]) throws -> [Int] {
      guard let seller = seller ?? (reader.readsAll ? .unknown : nil) else { return [] }
      return try details.ids(key, in: values, of: seller).compactMap(\.self)
    }
    switch query.names {
    case .ids(let ids)?: return ids
    // Without a password it is public, and may be that of several.
    case .skus(let skus)? where seller == nil: return try details.ids(ofSKUs: skus, limit: BatchLimits.items)
    case .skus(let skus)?: return try named(.sku, skus)
    case .references(let references)?: return try named(.reference, references)
    case .keys(let keys)?: return try named(.rowKey, keys)
    case nil: break
    }
    let filter = try query.search.flatMap { try ItemFilter(PageQuery(search: $0), unlisted: 0, database) }
    let condition = SQLCondition.joined(
      [
        SQLCondition("id > ?", [.integer(query.after)]), filter?.condition,
        seller.map { SQLCondition("vendor_id = ?", [.integer($0.vendor)]) },
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
  /// All fields of an item, private ones too, but its row key.
  init(_ item: StoredItem) {
    self.init(id: item.id)
    take(item.draft, registrationDate: item.registrationDate)
    reference = item.reference
  }

  /// Takes all fields of a draft.
  mutating func take(_ draft: ItemDraft, registrationDate date: Date) {
    (title, description) = (draft.title, draft.description)
    (price, currency) = (draft.price.amount, draft.price.currency.code)
    (discountedPrice, stock, details) = (draft.discountedPrice, draft.stock, draft.details)
    registrationDate = date
  }
}
