/// A value in a store that its column cannot have: damage, or a file that was made to do harm.
package struct StoredPlace: Sendable, Hashable {
  package let table: String
  /// The key of the row, such as `id 4`; nil where it was not read.
  package let row: String?
  package let column: String
}

/// For logs: `table 'item', id 4, column 'stock'`.
extension StoredPlace: CustomStringConvertible {
  package var description: String {
    "table '\(table)'" + (row.map { ", \($0)" } ?? "") + ", column '\(column)'"
  }
}

/// The values that the columns of a store can hold. Numbers are compared with these bounds where they are read, so that
/// no sum or conversion of them can overflow later; `StoreCheck` compares all values.
enum StoredColumns {
  /// The kind of values in a column.
  enum Kind: Equatable {
    case integer(ClosedRange<Int>)
    case text
    /// A text of a list.
    case name([String])
    case blob
  }

  /// Numbers that no column says more about: far enough from the ends of 64 bits that some of them can be added.
  static let anyNumber = -1 << 62...1 << 62

  /// The columns of each table.
  static let kinds = Dictionary(
    uniqueKeysWithValues: StoreTable.all.map { table in
      (table.name, Dictionary(uniqueKeysWithValues: table.columns.map { ($0.name, $0.kind) }))
    })

  private static let keys = Dictionary(uniqueKeysWithValues: StoreTable.all.map { ($0.name, $0.key) })

  /// The columns by which a row of a table is named.
  static func key(of table: String) -> [String] { keys[table] ?? [] }
}

extension StoredColumns.Kind {
  static let number = Self.integer(StoredColumns.anyNumber)
  private static let largestID = 1 << 53
  static let id = Self.integer(0...largestID)
  static let amount = Self.integer(0...ItemLimits.price.tenThousandths)
  static let stock = Self.integer(0...ItemLimits.stock)
  static let quantity = Self.integer(-2 * ItemLimits.stock...2 * ItemLimits.stock)
  static let count = Self.integer(0...1 << 40)
  /// A number of 63 bits that is computed from a hash.
  static let seller = Self.integer(0 ... .max)
  /// Absolute values added up.
  static let sum = Self.integer(0...1 << 62)
  static let flag = Self.integer(0...1)
  /// Microseconds since 1970, in the years 1 to 9999, and what `Date.distantPast` is.
  static let date = Self.integer(-62_200_000_000_000_000...253_402_300_799_999_999)
  /// Days since 1970 in the same years; the number of a month is between them.
  static let day = Self.integer(-720_000...2_932_897)
  static let currency = Self.name(Currency.allCodes)
  static let stars = Self.integer(1...5)
  static let wide = Self.integer(-largestID...largestID)
  static let any = Self.integer(.min ... .max)
}
