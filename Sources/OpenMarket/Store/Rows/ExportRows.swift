import Foundation
import SystemSupport

/// The rights of a request for an export.
struct ExportScope: Sendable, Hashable {
  /// The vendor whose items are exported.
  var vendor = StoredVendor.marketID
  /// The password hash of the items that are the reader's own; nil without a password.
  var passwordHash: String?
  /// Whether everything is the reader's: the store is.
  var readsAll = false
}

/// The items of an export, and what else a reader is told of it.
struct ExportedItems: Sendable {
  let ids: [Int]
  /// The seller of the reader's password; nil without one.
  let seller: Seller?
  /// The name of the market's time zone.
  let timeZone: String?
}

/// Some of the items of an export.
struct ExportPart: Sendable {
  let lines: [BatchItem]
  /// How many of the items were found; those that were deleted meanwhile are missing.
  let found: Int

  /// Bytes of the long texts.
  var bytes: Int { lines.reduce(0) { $0 + ($1.description?.utf8.count ?? 0) } }
}

/// Reads items as they are exported. Use it only inside a transaction.
struct ExportRows {
  let database: any Database

  /// The items of a query.
  ///
  /// - Parameter now: By which days such as `yesterday` are found.
  func items(_ query: ExportQuery, for reader: ExportScope, now: Date) throws -> ExportedItems {
    let seller = try seller(of: reader, in: SellerRows(database))
    // A setting that is damaged is no reason to withhold the items.
    let zone = (try? MarketSettings(database: database).calendar())?.timeZone.identifier
    return ExportedItems(
      ids: try Set(ids(query, of: seller, for: reader, now: now)).sorted(), seller: seller, timeZone: zone)
  }

  private func seller(of reader: ExportScope, in sellers: SellerRows) -> Seller? {
    reader.passwordHash.map { sellers.seller(vendor: reader.vendor, passwordHash: $0) }
  }

  /// Some items of a query, in the order of their ids, each as the reader may see it. Private values of other sellers' items are
  /// omitted: notes, references, row keys and the digests of images.
  func part(ofItems ids: [Int], _ query: ExportQuery, for reader: ExportScope) throws -> ExportPart {
    let sellers = try SellerRows(database)
    let seller = seller(of: reader, in: sellers)
    let versions = try ItemVersions(database)
    let list = SQLCondition.list("item.id", in: ids)
    let items = try ItemRows(database: database).items(
      descriptions: .included, "WHERE \(list) ORDER BY item.id")
    let hashes = try database.values(of: "SELECT item.id, password_hash FROM item WHERE \(list)") {
      $0.text(1)
    }
    let keys = try DetailRows(database: database).keys(ofItems: ids)
    let digests = try ImageRows(database: database).digests(ofItems: ids)
    let costs = reader.readsAll ? try StockValueRows(database: database).costs(of: list) : [:]
    var lines: [BatchItem] = []
    for item in items {
      let hash = hashes[item.id] ?? ""
      let isOwn = reader.passwordHash == hash
      // Any password may be the right one for an item of the unknown seller.
      if query.isOwn, !isOwn,
        seller?.vendor != StoredVendor.marketID
          || sellers.seller(vendor: item.vendor.id, passwordHash: hash).id != 0
      {
        continue
      }
      var line = BatchItem(item)
      let isWhole = isOwn || reader.readsAll
      line.version = versions.version(of: item, isWhole: isWhole).text
      if isWhole {
        line.key = keys[item.id]?.rowKey
        if query.names != nil {
          line.versionKey = versions.key(ofItem: item.id).text
          line.cells = keys[item.id]?.cells
        }
        line.images = item.images.map { digests[$0.id] ?? "" }
        line.cost = costs[item.id]?.average?.amount
      } else {
        line.details = line.details.published
        line.images = item.images.map { _ in "" }
        // By which the request has named it.
        if case .references? = query.names {} else { line.reference = nil }
        if case .keys? = query.names { line.key = keys[item.id]?.rowKey }
      }
      lines.append(line)
    }
    return ExportPart(lines: lines, found: items.count)
  }

  /// The items of a reader with one of these titles, whose codes are compared; two of those that have the very same.
  private func ids(titled titles: [String], for reader: ExportScope) throws -> [Int] {
    guard reader.readsAll || reader.passwordHash != nil else { return [] }
    let keys = Set((titles + titles.map(ItemCode.words)).map(TitleKeys.key)).sorted()
    let named = SQLCondition.list("title_key", in: keys.map { .text($0) })
    let own: SQLCondition =
      reader.readsAll ? "TRUE" : "password_hash = \(.text(reader.passwordHash ?? ""))"
    let codes = Set(titles.map(ItemCode.titleCode))
    // A key has neither accents nor zeros before numbers.
    return try database.rows(
      of: """
        SELECT title, min(id), max(id) FROM item WHERE state IN (0, 1) AND \(named) AND \(own) GROUP BY title
        """
    ) { row in
      codes.contains(ItemCode.titleCode(of: row.text(0))) ? [row.integer(1), row.integer(2)] : []
    }.flatMap { $0 }
  }

  private func ids(
    _ query: ExportQuery, of seller: Seller?, for reader: ExportScope, now: Date
  ) throws -> [Int] {
    let details = DetailRows(database: database)
    func named(_ key: ItemKey, _ values: [String]) throws -> [Int] {
      guard seller != nil || reader.readsAll else { return [] }
      return try details.items(key, in: values, of: seller).compactMap { $0.count == 1 ? $0[0] : nil }
    }
    switch query.names {
    case .ids(let ids)?: return ids
    // SKUs may repeat across sellers.
    case .skus(let skus)?:
      return Array(try details.items(.sku, in: skus, of: seller).joined().prefix(BatchLimits.items))
    case .references(let references)?: return try named(.reference, references)
    case .keys(let keys)?: return try named(.rowKey, keys)
    case .titles(let titles)?: return try self.ids(titled: titles, for: reader)
    case nil: break
    }
    let filter = try ItemFilter(
      PageQuery(search: query.search, filter: query.filter), unlisted: 0, scope: .present, now: now,
      database: database)
    let condition = SQLCondition.joined(
      [
        SQLCondition("id > ?", [.integer(query.after)]), filter?.condition, visible(to: reader),
        seller.map { SQLCondition("vendor_id = ?", [.integer($0.vendor)]) },
      ].compactMap(\.self), by: "AND")
    return try database.integers(
      of: "SELECT id FROM item WHERE \(condition) ORDER BY id LIMIT \(.integer(query.limit))")
  }

  /// Items off sale are in the exports of their sellers alone.
  private func visible(to reader: ExportScope) -> SQLCondition {
    guard !reader.readsAll else { return ItemScope.present.condition }
    guard let hash = reader.passwordHash else { return ItemScope.listed.condition }
    let (listed, offSale) = (ItemScope.listed.condition, ItemScope.offSale.condition)
    return "(\(listed)) OR (\(offSale) AND password_hash = \(.text(hash)))"
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
