import Foundation

/// A value in a store that its column cannot have: damage, or a file that was made to do harm.
package struct StoredPlace: Sendable, Hashable {
  package let table: String
  /// The key of the row, such as `id 4`; nil where it was not read.
  package let row: String?
  package let column: String

  package init(table: String, row: String?, column: String) {
    (self.table, self.row, self.column) = (table, row, column)
  }
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

  private static let number = Kind.integer(anyNumber)
  private static let wide = 1 << 53
  private static let id = Kind.integer(0...wide)
  private static let amount = Kind.integer(0...ItemLimits.price.tenThousandths)
  private static let stock = Kind.integer(0...ItemLimits.stock)
  private static let quantity = Kind.integer(-2 * ItemLimits.stock...2 * ItemLimits.stock)
  private static let count = Kind.integer(0...1 << 40)
  /// A number of 63 bits that is computed from a hash.
  private static let seller = Kind.integer(0 ... .max)
  /// Absolute values added up.
  private static let sum = Kind.integer(0...1 << 62)
  /// A half of an amount that is beyond 64 bits as a whole.
  private static let half = Kind.integer(-1 << 60...1 << 60)
  private static let flag = Kind.integer(0...1)
  /// Microseconds since 1970, in the years 1 to 9999, and what `Date.distantPast` is.
  private static let date = Kind.integer(-62_200_000_000_000_000...253_402_300_799_999_999)
  /// Days since 1970 in the same years; the number of a month is between them.
  private static let day = Kind.integer(-720_000...2_932_897)
  private static let currency = Kind.name(Currency.allCodes)
  private static let stars = Kind.integer(1...5)

  /// The table by which items with a tag are found, of a database that has no index of lists.
  static let tags = "item_tag"

  /// The columns of each table, but those of which every value is a value.
  static let kinds: [String: [String: Kind]] = [
    "vendor": [
      "id": id, "name": .text, "identifier": .text, "secret_hash": .text, "registration_date": date,
    ],
    "item": [
      "id": id, "vendor_id": id, "title": .text, "currency": currency, "price": amount,
      "discounted_price": amount, "stock": stock, "registration_date": date, "password_hash": .text,
      "description": .text,
    ],
    "item_detail": [
      "item_id": id, "vendor_id": id, "seller_id": seller, "reference": .text, "row_key": .text,
    ].merging(DetailField.allCases.map { ($0.rawValue, .text) }) { one, _ in one },
    "image": [
      "id": id, "item_id": id, "position": .integer(0...1_000), "format": .name(["jpeg", "png"]),
      "width": .integer(0...1 << 32), "height": .integer(0...1 << 32), "bytes": .blob, "name": .text,
    ],
    "image_digest": ["image_id": id, "sha256": .text],
    "item_count": ["level": .integer(1...5), "block": id, "count": count],
    "rating_count": ["level": .integer(1...5), "block": id, "count": count],
    "deletion_token": ["selector": .text, "hash": .text, "item_id": id, "vendor_id": id, "expiry": date],
    "movement": [
      "id": id, "item_id": id,
      "kind": .name(MovementKind.allCases.map(\.rawValue)), "quantity": quantity, "stock": stock,
      "currency": currency, "unit_price": amount, "cost": amount, "note": .text, "reference": .text,
      "reason": .text, "counted": stock, "expected": stock, "reverses": id, "sale": id, "recorded_at": date,
      "reported_at": date, "day": day,
    ],
    "item_change": [
      "id": id, "item_id": id, "title_before": .text, "title_after": .text, "currency_before": currency,
      "price_before": amount, "discounted_price_before": amount, "currency_after": currency,
      "price_after": amount, "discounted_price_after": amount, "recorded_at": date, "movement_id": id,
    ],
    "deleted_item": ["id": id, "vendor_id": id, "seller_id": seller, "title": .text, "date": date],
    "trashed_item": [
      "id": id, "vendor_id": id, "seller_id": seller, "date": date, "expiry": date, "client": .text,
      "password_hash": .text, "contents": .text, "bytes": count,
    ],
    "log_change": [
      "id": id, "entry": id, "run": .text, "date": date,
      "command": .name(LogCommand.allCases.map(\.rawValue)),
      "item_id": id, "bytes": count, "undoes": id, "undone": id, "contents": .text,
    ],
    "sale": [
      "id": id, "item_id": id, "reference": .text, "entry": id, "since": id, "standing": stock,
      "receipt": .text,
    ],
    "item_ledger": ["item_id": id, "movements": count, "pieces": sum, "amount": sum],
    "movement_mark": ["item_id": id, "number": count, "movement_id": id],
    "vendor_total": [
      "day": day, "vendor_id": id, "currency": currency, "pieces": number, "revenue_high": half,
      "revenue_low": half,
    ],
    "item_without_image": ["item_id": id],
    "item_low": ["item_id": id],
    "item_off_sale": ["item_id": id],
    tags: ["tag": .text, "item_id": id],
    "search_backlog": ["number": id, "item_id": id, "text": .text],
    "sale_total": [
      "scale": .integer(0...3), "period": day, "item_id": id, "currency": currency,
      // An older version had amounts up to the ends of 64 bits: a check names their items.
      "pieces": .integer(-wide...wide), "revenue": .integer(.min ... .max),
    ],
    "mixed_total": ["scale": .integer(0...3), "period": day, "item_id": id],
    "market_setting": ["name": .text, "value": .text],
    "request_record": [
      "kind": .name(["item", "movements", "review", "stock_change"]), "key": .text, "first_id": id,
      "last_id": id,
      "date": date,
    ],
    "review": [
      "id": id, "item_id": id, "stars": stars, "sale_id": id, "verified": flag, "folded": flag, "date": date,
      "edit_date": date, "answer_date": date, "password_hash": .text, "author": .text, "answer": .text,
      "text": .text,
    ],
    "rating": [
      "item_id": id, "one": count, "two": count, "three": count, "four": count, "five": count,
      "verified": count, "bound": .integer(-10_000_000_000...10_000_000_000),
    ],
    "removed_review": ["id": id, "item_id": id, "stars": stars, "reason": .text, "date": date],
  ]

  /// The columns by which a row of a table is named.
  static func key(of table: String) -> [String] {
    switch table {
    case "item_detail", "rating", "item_ledger", "item_without_image", "item_low", "item_off_sale":
      ["item_id"]
    case tags: ["tag", "item_id"]
    case "movement_mark": ["item_id", "number"]
    case "vendor_total": ["day", "vendor_id", "currency"]
    case "search_backlog": ["number"]
    case "image_digest": ["image_id"]
    case "item_count", "rating_count": ["level", "block"]
    case "request_record": ["kind", "key"]
    case "deletion_token": ["selector"]
    case "sale_total": ["scale", "period", "item_id", "currency"]
    case "mixed_total": ["scale", "period", "item_id"]
    case "market_setting": ["name"]
    default: ["id"]
    }
  }
}
