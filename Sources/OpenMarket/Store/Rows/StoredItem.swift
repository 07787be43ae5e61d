package import Foundation
import SystemSupport

/// An item as the store has it. Where its images are reached is for an API to say.
package struct StoredItem: Sendable, Equatable {
  package let id: Int
  package let vendor: StoredVendor
  /// Without its description and note when it comes out of a list that does not read descriptions.
  package var draft: ItemDraft
  package let registrationDate: Date
  package internal(set) var images: [StoredImage]
  package let rating: RatingSummary
  /// The name of the item in the source of an import; nil for none, and in a list that does not read descriptions.
  package internal(set) var reference: String?
  /// The file names of the images by their ids, those that are known; empty where they were not read (`ItemRows.named`).
  package internal(set) var imageNames: [Int: String] = [:]
}

/// The name of a stored image, by its number and its bytes: a store that is restored from a backup gives numbers again.
package struct StoredImage: Sendable, Hashable {
  package let id: Int
  package let format: ImageFormat
  /// Digest of the stored bytes (`digest(of:)`); nil in an address without it, and where it is not known.
  package let digest: String?

  package init(id: Int, format: ImageFormat, digest: String? = nil) {
    (self.id, self.format, self.digest) = (id, format, digest)
  }

  /// The first 32 digits of the SHA-256 of bytes, in hexadecimal.
  package static func digest(of bytes: Data) -> String { String(SHA256.hexadecimal(bytes).prefix(32)) }

  static func isDigest(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      }
  }

  /// The images of an item, the first one first.
  ///
  /// - Parameter text: The position, id, format and digest of each image, in no order, all with a space between two: as `imageColumn`
  ///   gives them.
  static func list(_ text: String, ofItem item: Int) throws(StoreError) -> [StoredImage] {
    let fields = text.split(separator: " ", omittingEmptySubsequences: false)
    guard !text.isEmpty else { return [] }
    func damage(_ row: String, _ column: String) -> StoreError {
      StoreError(.damaged, at: StoredPlace(table: "image", row: row, column: column))
    }
    guard fields.count.isMultiple(of: 4) else { throw damage("item_id \(item)", "format") }
    var images: [(position: Int, image: StoredImage)] = []
    for start in stride(from: 0, to: fields.count, by: 4) {
      guard let id = Int(fields[start + 1]), id >= 0 else { throw damage("item_id \(item)", "id") }
      guard let position = Int(fields[start]), position >= 0 else { throw damage("id \(id)", "position") }
      let format = try ImageFormat(rawValue: String(fields[start + 2])).orThrow(damage("id \(id)", "format"))
      let digest = Self.isDigest(fields[start + 3]) ? String(fields[start + 3]) : nil
      images.append((position, StoredImage(id: id, format: format, digest: digest)))
    }
    return images.sorted { ($0.position, $0.image.id) < ($1.position, $1.image.id) }.map(\.image)
  }
}

/// The vendor of an item.
package struct StoredVendor: Sendable, Equatable {
  /// The vendor of all items that have a password of their own.
  package static let marketID = 1

  package let id: Int
  package let name: String
}

extension StoredItem {
  /// The tables of `columns`, with deleted items.
  static let allTables = "item JOIN vendor ON vendor.id = item.vendor_id"
  /// The tables of `columns`.
  static let tables = "\(allTables) AND \(ItemScope.present.sql)"

  /// The columns of an item in a list: the numbers of ratings by stars are before the SKU.
  static let columns = """
    item.id, item.vendor_id, vendor.name, item.title, item.currency, item.price, item.discounted_price, item.stock, \
    item.registration_date, \(Rating.columns.map { "item.\($0)" }.joined(separator: ", ")), \
    \(columns(of: DetailField.allCases.filter { !$0.isLong }))
    """

  /// The columns of a full item. Long details are read with the description.
  static let fullColumns =
    columns
    + ", item.reference, \(columns(of: DetailField.allCases.filter(\.isLong))), item.description"

  private static func columns(of fields: [DetailField]) -> String {
    fields.map { "item.\($0.column)" }.joined(separator: ", ")
  }

  /// The first column of the details.
  private static let firstDetail = 14

  /// The images of an item in one column, which follows its others (`StoredImage.list`).
  static func imageColumn(_ dialect: Dialect) -> String {
    let image = dialect.joined(
      "image.position || ' ' || image.id || ' ' || image.format || ' ' || coalesce(\(ImageRows.digest), '')")
    return "(SELECT \(image) FROM \(ImageRows.digested) WHERE image.item_id = item.id)"
  }

  /// - Parameter isFull: Whether the row has `fullColumns`. `imageColumn` follows in any case.
  init(_ row: any DatabaseRow, isFull: Bool) throws(StoreError) {
    let rating = Rating(counts: (9..<Self.firstDetail).map(row.integer), verifiedCount: 0)
    var details = ItemDetails()
    var column = Self.firstDetail
    func read(_ fields: [DetailField]) {
      for field in fields {
        details[field] = row.detail(field, column)
        column += 1
      }
    }
    read(DetailField.allCases.filter { !$0.isLong })
    let reference = isFull ? row.optionalText(column) : nil
    if isFull {
      column += 1
      read(DetailField.allCases.filter(\.isLong))
    }
    let description = column
    let imageColumn = isFull ? column + 1 : column
    var draft = ItemDraft(
      title: row.text(3), description: isFull ? row.text(description) : "",
      price: try row.price(5, in: 4), discountedPrice: row.optionalAmount(6), stock: row.integer(7))
    draft.details = details
    let images = try StoredImage.list(row.text(imageColumn), ofItem: row.integer(0))
    self.init(
      id: row.integer(0), vendor: StoredVendor(id: row.integer(1), name: row.text(2)), draft: draft,
      registrationDate: row.date(8), images: images, rating: rating.summary, reference: reference)
  }
}

extension DatabaseRow {
  fileprivate func detail(_ field: DetailField, _ column: Int) -> DetailValue? {
    switch field.kind {
    case .line, .words, .text: optionalText(column).map { DetailValue(stored: $0, of: field) }
    case .number: optionalInteger(column).map { .number($0) }
    case .flag: integer(column) & 1 == 1 ? .flag(true) : nil
    }
  }
}

/// The summary of a store that a server prints when it starts.
package struct StoreSummary: Sendable, Equatable {
  package let items: Int
  /// Items whose price or discounted price has a fraction. A client that reads integers cannot decode a page with
  /// such an item.
  package let fractionalPrices: Int
  /// Items in other currencies than those that are listed.
  package let otherCurrencies: Int
}
