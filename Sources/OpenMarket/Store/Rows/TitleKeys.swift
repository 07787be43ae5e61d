import Foundation

/// The keys by which items are ordered by title. Each is stored beside its title and compared by bytes, so that each database, and
/// each tool that reads it, orders titles alike. Use it only inside a transaction.
struct TitleKeys {
  /// How many titles are read at a time.
  private static let titlesAtOnce = 1_000

  let database: any Database

  /// Computes the keys of all items, for a migration.
  func write() throws {
    try database.eachPart {
      "SELECT id, title FROM item WHERE id > \(.integer($0)) ORDER BY id LIMIT \(.integer(Self.titlesAtOnce))"
    } as: {
      (id: $0.integer(0), key: Self.key(of: $0.text(1)))
    } _: { items in
      for item in items { try write(item.key, ofItem: item.id) }
    }
  }

  /// Computes the key of an item again.
  func rebuild(ofItem id: Int) throws {
    if let title = try ItemRows(database: database).title(ofItem: id) {
      try write(Self.key(of: title), ofItem: id)
    }
  }

  private func write(_ key: String, ofItem id: Int) throws {
    try database.run("UPDATE item SET title_key = ? WHERE id = ?", .text(key), .integer(id))
  }

  /// The items whose key is not that of their title.
  func wrongItems(limit: Int) throws -> [Int] {
    var found: [Int] = []
    try database.run("SELECT id, title, title_key FROM item WHERE state < 2 ORDER BY id", []) { row in
      if found.count < limit, row.text(2) != Self.key(of: row.text(1)) { found.append(row.integer(0)) }
    }
    return found
  }
}

extension TitleKeys {
  /// The key of a title: its letters without case and accents, and numbers so that they are in the order of their values. The order of
  /// Hangul is that of its syllables, as in Unicode.
  static func key(of title: String) -> String {
    var key: [UInt8] = []
    var digits: [UInt8] = []
    for byte in title.foldedWithoutAccents.utf8 {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits.append(byte)
      } else {
        key += number(digits) + [byte]
        digits = []
      }
    }
    return String(decoding: key + number(digits), as: UTF8.self)
  }

  /// The digits of a number behind their length, without zeros before them. A length of nine and more is a 9 with three digits.
  private static func number(_ digits: [UInt8]) -> [UInt8] {
    guard !digits.isEmpty else { return [] }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    let value = significant.isEmpty ? digits.suffix(1) : significant
    let length = value.count < 9 ? "\(value.count)" : "9" + "\(1_000 + min(value.count, 999))".dropFirst()
    return Array(length.utf8) + value
  }
}
