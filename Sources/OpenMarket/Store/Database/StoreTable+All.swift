extension StoreTable {
  /// The tables of a store, but those of a search index and of one database: each after those that it refers to.
  static let all: [StoreTable] = [
    store, setting, vendor, item, itemTag, itemCode, image, imageDigest, deletionToken, movement, itemChange,
    sale,
    saleTotal, review, removedReview,
    logChange, requestRecord, searchBacklog,
  ]

  /// Identifies the store wherever it is moved or served: 128 random bits, in lower-case hexadecimal.
  private static let store = StoreTable("store", key: [], [.init("identity", .text)])

  private static let setting = StoreTable(
    "market_setting", key: ["name"], [.init("name", .text), .init("value", .text)])

  private static let vendor = StoreTable(
    "vendor", numbering: .unique,
    [
      .init("id", .id),
      .init("name", .text),
      // The identifier that a vendor's client sends with each request, and the hash of its secret. Both are gone when the vendor
      // is removed; the name stays with what the vendor sold.
      .init("identifier", .text).optional.unique,
      .init("secret_hash", .text).optional,
      .init("registration_date", .date),
    ])

  /// The columns of `item` that are computed from other tables.
  static let derivedOfItem: [String] =
    ["images", "movements", "moved_pieces", "moved_amount"] + Rating.columns + ["verified_reviews", "rating"]

  /// By which the cells of a sheet that is imported again are known (`CellDigests`).
  static let cells: Column = .init("cells", .blob).optional

  /// In parts, each with its type, for the compiler: as one expression they take seconds.
  private static let itemColumns: [[Column]] = [
    [
      .init("id", .id),
      .init("vendor_id", .id).referring(to: "vendor"),
      // Whose it is among the items of the market's own vendor, a number computed from the password hash; 0 for a vendor with an
      // account, and for items of which the seller is not known.
      .init("seller_id", .seller).defaulting(to: "0"),
      .init("title", .text),
      // By which it is ordered.
      .init("title_key", .text).defaulting(to: "''"),
      .init("currency", .currency),
      // Amounts count ten-thousandths of the major unit, whatever the currency: the finest minor unit that ISO 4217 knows, and no
      // change of its table can change an amount that is stored.
      .init("price", .amount).meeting("price >= 0"),
      .init("discounted_price", .amount).optional.meeting("discounted_price BETWEEN 0 AND price"),
      .init("stock", .stock).meeting("stock >= 0"),
      .init("registration_date", .date),
      .init("password_hash", .text),
      // The item's identity where it was imported from.
      .init("reference", .text).optional,
      // A fingerprint of the imported row.
      .init("row_key", .text).optional,
    ],
    DetailField.allCases.filter { !$0.isLong }.map(\.stored),
    [
      // When it was deleted, and until when it can be restored: null of an item that is gone for good.
      .init("deleted", .date).optional,
      .init("expiry", .date).optional,
      // A digest of the network that deleted it, whose limit on bytes it counts for; null for a command at the store.
      .init("client", .text).optional,
      .init("bytes", .count).optional,
      // How many images it has, and how many movements.
      .init("images", .count).defaulting(to: "0"),
      .init("movements", .count).defaulting(to: "0"),
      // The pieces sold, returned and corrected, and their prices and costs, in ten-thousandths: absolute values added up, which bound
      // what they add up to in any grouping.
      .init("moved_pieces", .sum).defaulting(to: "0"),
      .init("moved_amount", .sum).defaulting(to: "0"),
    ],
    // How many reviews have one star, two stars, and so on.
    (Rating.columns + ["verified_reviews"]).map { name in
      Column(name, .count).defaulting(to: "0").meeting("\(name) >= 0")
    },
    // The lower bound of their mean, in billionths of a star; null without reviews.
    [.init("rating", .integer(0...5_000_000_000)).optional],
    // Long texts are last, so that a list never reads the pages that one flows over to.
    DetailField.allCases.filter(\.isLong).map(\.stored),
    [.init("description", .text), cells],
  ]

  static let item = StoreTable(
    "item", numbering: .unique, itemColumns.flatMap { $0 },
    indexes: [
      // With the columns of most conditions: a list, and a count of it, reads no row.
      .init("item_by_id", "state, id, currency, registration_date, images, discounted_price, rating"),
      .init("item_by_title", "state, title_key, id"),
      .init("item_by_stock", "state, stock, id"),
      .init("item_by_rating", "state, rating, id", where: "rating IS NOT NULL"),
      // By what is paid.
      .init("item_by_paid", "state, coalesce(discounted_price, price), id"),
      .init("item_low", "state, id", where: "stock <= reorder_at"),
      .init("item_by_seller", "vendor_id, seller_id, id"),
      .init(
        "item_by_reference", "vendor_id, reference, seller_id", where: "reference IS NOT NULL AND state < 2",
        isUnique: true),
      .init(
        "item_by_row_key", "vendor_id, row_key, seller_id", where: "row_key IS NOT NULL AND state < 2",
        isUnique: true),
      .init("item_in_trash", "expiry, client, deleted, bytes", where: "expiry IS NOT NULL"),
    ])

  /// The tags of items, each in a row.
  static let itemTag = StoreTable(
    "item_tag", key: ["tag", "item_id"], copy: .derived, [.init("tag", .text), .init("item_id", .id)])

  /// The codes of SKUs and barcodes (`ItemCode`) of items that are there. The writes of a seller leave each of them to one item;
  /// two of an earlier version can have SKUs that differ in case alone.
  static let itemCode = StoreTable(
    "item_code", key: ["vendor_id", "code", "seller_id", "item_id"],
    [
      .init("vendor_id", .id), .init("code", .text), .init("seller_id", .seller), .init("item_id", .id),
    ])

  /// An image that an item has no more is of item 0 while the log names it.
  private static let image = StoreTable(
    "image", numbering: .unique,
    [
      .init("id", .id),
      .init("item_id", .id),
      .init("position", .integer(0...1_000)),
      .init("format", .name(["jpeg", "png"])).meeting("format IN ('png', 'jpeg')"),
      .init("width", .integer(0...1 << 32)),
      .init("height", .integer(0...1 << 32)),
      .init("bytes", .blob),
      .init("name", .text).optional,
    ],
    // With all columns of lists: what is behind the bytes takes a page for each of theirs.
    indexes: [.init("image_by_item", "item_id, position, id, format, name")])

  private static let imageDigest = StoreTable(
    "image_digest", key: ["image_id"],
    [
      .init("image_id", .id).referring(to: "image"),
      // The digest of the file that was sent, in hexadecimal.
      .init("sha256", .text),
    ])

  /// Tokens with which a client deletes an item: few, which need no index besides that of their key.
  private static let deletionToken = StoreTable(
    "deletion_token", key: ["selector"],
    [
      // The first part of a token finds it, the second is stored as a hash.
      .init("selector", .text),
      .init("hash", .text),
      .init("item_id", .id).referring(to: "item", isCascading: true),
      .init("vendor_id", .id),
      .init("expiry", .date),
    ])

  private static let movement = StoreTable(
    "movement", numbering: .unique,
    [
      .init("id", .id),
      .init("item_id", .id),
      .init("kind", .name(MovementKind.allCases.map(\.rawValue)))
        .meeting("kind IN ('opening', 'received', 'sold', 'returned', 'counted', 'removed', 'correction')"),
      // The signed change, and the stock after it.
      .init("quantity", .quantity),
      .init("stock", .stock).meeting("stock >= 0"),
      .init("currency", .currency),
      .init("unit_price", .amount),
      // The cost of one piece, in the same currency; private.
      .init("cost", .amount).optional,
      .init("note", .text).optional,
      .init("reference", .text).optional,
      .init("reason", .text).optional,
      .init("counted", .stock).optional,
      .init("expected", .stock).optional,
      // The movement that this one takes back or replaces.
      .init("reverses", .id).optional,
      // The first movement of the sale that this one belongs to.
      .init("sale", .id).optional,
      .init("recorded_at", .date),
      .init("reported_at", .date),
      // That of `reported_at` in the market's time zone.
      .init("day", .day),
      // Pieces in stock after it of which the cost is known, and what they have cost; one of them, where there is none.
      .init("costed", .stock).defaulting(to: "0"),
      .init("stock_cost", .sum).optional,
    ],
    indexes: [
      .init("movement_by_item", "item_id, id"),
      .init("movement_by_reference", "reference, item_id", where: "reference IS NOT NULL"),
      .init("movement_by_sale", "sale", where: "sale IS NOT NULL"),
      .init("movement_by_day", "day", where: "kind <> 'opening'"),
      .init("movement_by_count", "item_id, reported_at", where: "kind = 'counted'"),
      // Finds the last movement that was recorded by a time, and the ones that were recorded later for one before.
      .init(
        "movement_in_time", "item_id, recorded_at, id",
        where: "reported_at = recorded_at AND kind <> 'opening'"),
      .init("movement_late", "item_id, id", where: "reported_at < recorded_at"),
      .init("movement_by_delivery", "reverses", where: "kind = 'received' AND reverses IS NOT NULL"),
    ])

  /// Changes of titles and prices.
  private static let itemChange = StoreTable(
    "item_change", numbering: .unique,
    [
      .init("id", .id),
      .init("item_id", .id),
      // Null where the title stayed.
      .init("title_before", .text).optional,
      .init("title_after", .text).optional,
      // Null where the prices stayed.
      .init("currency_before", .currency).optional,
      .init("price_before", .amount).optional,
      .init("discounted_price_before", .amount).optional,
      .init("currency_after", .currency).optional,
      .init("price_after", .amount).optional,
      .init("discounted_price_after", .amount).optional,
      .init("recorded_at", .date),
      // The item's last movement before it.
      .init("movement_id", .id),
    ],
    indexes: [.init("item_change_by_item", "item_id, movement_id, id")])

  /// Every sale as it stands after its returns and corrections.
  private static let sale = StoreTable(
    "sale",
    [
      // Its first movement.
      .init("id", .id),
      .init("item_id", .id),
      // The movement of kind 'sold' that no correction has replaced.
      .init("entry", .id),
      // The first movement of the last correction, or the sale: what came before it stands no more.
      .init("since", .id),
      // Sold pieces that were not returned.
      .init("standing", .stock).meeting("standing >= 0"),
      // The code on the receipt.
      .init("receipt", .text).optional,
    ],
    indexes: [
      // The sales of an item of which something can be returned.
      .init("sale_standing", "item_id, id", where: "standing > 0"),
      .init("sale_by_receipt", "receipt, item_id", where: "receipt IS NOT NULL", isUnique: true),
    ])

  /// Sales less returns of an item on a day.
  static let saleTotal = StoreTable(
    "sale_total", key: ["item_id", "currency", "day"],
    [
      .init("item_id", .id),
      .init("currency", .currency),
      .init("day", .day),
      // An older version had amounts up to the ends of 64 bits: a check names their items.
      .init("pieces", .wide),
      .init("revenue", .any),
    ],
    // With all columns: a report reads the days without the table.
    indexes: [.init("sale_total_by_day", "day, currency, item_id, pieces, revenue")])

  private static let review = StoreTable(
    "review", numbering: .unique,
    [
      .init("id", .id),
      .init("item_id", .id),
      .init("stars", .stars).meeting("stars BETWEEN 1 AND 5"),
      // The sale whose receipt was given.
      .init("sale_id", .id).optional,
      // Whether that sale still counts.
      .init("verified", .flag).meeting("verified IN (0, 1)"),
      .init("folded", .flag).defaulting(to: "0").meeting("folded IN (0, 1)"),
      .init("date", .date),
      .init("edit_date", .date).optional,
      .init("answer_date", .date).optional,
      .init("password_hash", .text),
      .init("author", .text).optional,
      .init("answer", .text).optional,
      .init("text", .text),
    ],
    indexes: [
      .init("review_by_item", "item_id, id, stars"),
      .init("review_by_sale", "sale_id", where: "sale_id IS NOT NULL", isUnique: true),
    ])

  /// Reviews that the operator has removed, with the reason.
  private static let removedReview = StoreTable(
    "removed_review",
    [
      .init("id", .id), .init("item_id", .id), .init("stars", .stars), .init("reason", .text),
      .init("date", .date),
    ])

  /// The changes of writes. The first change of a write has its number; the others name that one.
  private static let logChange = StoreTable(
    "log_change", numbering: .unique,
    [
      .init("id", .id),
      // The first change of the write; null for that one.
      .init("entry", .id).optional,
      // Names the requests of one import.
      .init("run", .text).optional,
      // Null where the entry has them.
      .init("date", .date).optional,
      .init("command", .name(LogCommand.allCases.map(\.rawValue))).optional,
      .init("item_id", .id).optional,
      // The length of the contents and of the images that this change keeps.
      .init("bytes", .count),
      // The entry that this one takes back, and the one that has taken this one back.
      .init("undoes", .id).optional,
      .init("undone", .id).optional,
      // JSON.
      .init("contents", .text),
    ],
    indexes: [
      .init("log_change_by_entry", "entry, id"),
      .init("log_change_by_run", "run", where: "run IS NOT NULL"),
      .init("log_change_by_item", "item_id, id", where: "item_id IS NOT NULL"),
      // Adds up what is large; the others are bounded by their number.
      .init("log_change_large", "bytes", where: "bytes > 1024"),
    ])

  /// The rows that were written under an Idempotency-Key.
  private static let requestRecord = StoreTable(
    "request_record", key: ["kind", "key"],
    [
      .init("kind", .name(["item", "movements", "nonce", "review", "stock_change"])),
      // The text of the key, a space, and its owner: a seller, an item, or an item and an author. The nonce of a signature.
      .init("key", .text),
      // A digest of the contents of the request.
      .init("fingerprint", .any),
      .init("first_id", .id),
      .init("last_id", .id),
      .init("date", .date),
    ],
    indexes: [.init("request_record_by_date", "date")])

  /// Texts of items that are not in the search index yet; null for an item that is deleted.
  private static let searchBacklog = StoreTable(
    // Ascending: a transaction finds what it has added. A copy has all texts in its index.
    "search_backlog", key: ["number"], numbering: .free, copy: .derived,
    [.init("number", .id), .init("item_id", .id).unique, .init("text", .text).optional])
}

extension Rating {
  /// The columns with the numbers of reviews with one star, two stars, and so on.
  static let columns = ["one_star", "two_stars", "three_stars", "four_stars", "five_stars"]
}

extension DetailField {
  /// The name of the column that has the field. Each item has a state: 0 on sale, 1 off sale; 2 more of an item in the trash; 4 of one
  /// that is gone for good, whose title stays with its sales.
  var column: String { self == .offSale ? "state" : rawValue }

  /// The column that has the field.
  fileprivate var stored: StoreTable.Column {
    switch kind {
    case .line, .words, .text: StoreTable.Column(column, .text).optional
    case .number(let largest): StoreTable.Column(column, .integer(0...largest)).optional
    case .flag: StoreTable.Column(column, .integer(0...4)).defaulting(to: "0")
    }
  }
}
