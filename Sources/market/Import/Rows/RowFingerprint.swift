import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// The first 64 bits of the SHA-256 of what a row means, equal in every process: `₩1,000` and `1000` in won have the same.
struct RowFingerprint: Hashable, Sendable {
  let number: UInt64

  init(_ row: ImportRow) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    func add(_ text: String) {
      let length = UInt32(text.utf8.count)
      for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
      bytes.append(contentsOf: text.utf8)
    }
    // The name, the number of values and each length, so that no two rows have the same bytes.
    func add(_ name: ImportColumn, _ values: [String]?) {
      guard let values else { return }
      add(name.rawValue)
      add(String(values.count))
      values.forEach(add)
    }
    let fields = row.fields
    func add(_ field: DetailField) { add(.detail(field), fields.details[field]?.texts) }
    add(.sku)
    add(.title, fields.title.map { [$0] })
    add(.description, fields.description.map { [$0] })
    add(.price, fields.price.map { [$0.plainText] })
    add(.currency, fields.currency.map { [$0] })
    add(.discountedPrice, fields.discountedPrice.map { [$0.plainText] })
    add(.stock, fields.stock.map { [String($0)] })
    add(.tags)
    add(.note)
    add(.registrationDate, fields.registrationDate.map { [String($0.microseconds)] })
    add(.reference, fields.reference.map { [$0] })
    add(.images, row.images)
    // A row of a shop without a discount is the one that it was before discounts were cleared.
    let clears = row.headers.isEmpty ? row.clears : row.clears.subtracting([.discountedPrice])
    add(.command, clears.isEmpty ? nil : clears.map(\.rawValue).sorted())
    // The cost is no field of an item: a row with another one is the same row.
    // Stores have the fingerprints of the first fields as keys.
    for field in DetailField.added where fields.details[field]?.isEmpty == false { add(field) }
    number = SHA256.hash(bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// Keys for rows without one: the fingerprint of the row and how many equal ones came before it, so that the second of
/// two equal rows is a second item, and the same rows in another run have the same keys.
struct EqualRows {
  private var counts: [RowFingerprint: Int] = [:]

  mutating func key(of row: ImportRow) -> String {
    let fingerprint = RowFingerprint(row)
    let count = counts[fingerprint, default: 0] + 1
    counts[fingerprint] = count
    return ItemKeys.rowKey(fingerprint.number, number: count)
  }
}

/// The keys of rows so far, and where each was first.
struct RepeatedKeys {
  private var places: [RowKey: RowPlace] = [:]

  /// Where the key of a row was before; nil for a row without a key, and for the first one with it.
  mutating func first(_ key: RowKey?, at place: RowPlace) -> RowPlace? {
    guard let key else { return nil }
    if let first = places[key] { return first }
    places[key] = place
    return nil
  }
}

struct RowPlace: Sendable, Hashable {
  let file: Int
  let line: Int

  func phrase(_ files: [String]?, _ format: OutputFormat) -> LocalizedPhrase {
    let line = format.number(line)
    guard let files else { return "Row \(line)" }
    return "Row \(line) of '\(files[file].shortened)'"
  }
}
