import Console
import Foundation
import OpenMarket
import SystemSupport

/// An entry of a history as JSON, as data and as a row.
extension HistoryEntry {
  func members(_ format: OutputFormat) -> [(key: String, value: JSON)] {
    switch self {
    case .movement(let movement): movement.members(format)
    case .title(let change):
      Self.members(of: "title", change.recordedAt, .string(change.before), .string(change.after), format)
    case .price(let change):
      Self.members(of: "price", change.recordedAt, change.before.json, change.after.json, format)
    }
  }

  private static func members(
    of kind: String, _ date: Date, _ before: JSON, _ after: JSON, _ format: OutputFormat
  ) -> [(key: String, value: JSON)] {
    let recordedAt = JSON.string(format.timestamp(date))
    return [
      ("id", .null), ("kind", .string(kind)), ("quantity", .null), ("stock", .null), ("unit_price", .null),
      ("currency", .null), ("note", .null), ("reference", .null), ("recorded_at", recordedAt),
      ("reported_at", recordedAt), ("before", before), ("after", after),
    ]
  }

  /// The fields of a line in a pipe.
  func data(_ format: OutputFormat) -> [String] {
    switch self {
    case .movement(let movement):
      return [
        String(movement.id), movement.kind.rawValue, String(movement.quantity), String(movement.stock),
        "\(movement.price.amount)", movement.price.currency.code, movement.note ?? "",
        movement.reference ?? "", format.timestamp(movement.recordedAt),
        format.timestamp(movement.reportedAt), movement.counted.map(String.init) ?? "",
        movement.expected.map(String.init) ?? "",
      ]
    case .title(let change):
      return Self.data("title", change.recordedAt, change.before, change.after, format)
    case .price(let change):
      return Self.data("price", change.recordedAt, change.before.data, change.after.data, format)
    }
  }

  private static func data(
    _ kind: String, _ date: Date, _ before: String, _ after: String, _ format: OutputFormat
  ) -> [String] {
    let time = format.timestamp(date)
    return ["", kind, "", "", "", "", "", "", time, time, before, after]
  }

  /// The cells of a row: number, age, kind, change, stock, price and details.
  func cells(_ format: OutputFormat) -> [String] {
    switch self {
    case .movement(let movement):
      return [
        String(movement.id), format.age(movement.recordedAt), format.text(movement.kind.name),
        movement.change(format), format.number(movement.stock), format.price(movement.price),
        movement.details(format),
      ]
    case .title(let change):
      return Self.cells(
        LocalizedPhrase("title"), change.recordedAt, change.before.sanitizedLine, change.after.sanitizedLine,
        format)
    case .price(let change):
      return Self.cells(
        LocalizedPhrase("price"), change.recordedAt, change.before.text(format), change.after.text(format),
        format)
    }
  }

  private static func cells(
    _ kind: LocalizedPhrase, _ date: Date, _ before: String, _ after: String, _ format: OutputFormat
  ) -> [String] {
    let details: LocalizedPhrase =
      format.isAccessible ? "\(before), now \(after)" : LocalizedPhrase(verbatim: "\(before) → \(after)")
    return ["", format.age(date), format.text(kind), "", "", "", format.text(details)]
  }
}

extension ItemPrices {
  fileprivate var json: JSON {
    .object([
      ("price", .number("\(price.amount)")),
      ("discounted_price", discountedPrice.map { .number("\($0)") } ?? .null),
      ("currency", .string(price.currency.code)),
    ])
  }

  /// `USD 20`, and with a discount `USD 20 15`.
  fileprivate var data: String {
    "\(price.currency.code) \(price.amount)" + (discountedPrice.map { " \($0)" } ?? "")
  }

  fileprivate func text(_ format: OutputFormat) -> String {
    guard let discountedPrice else { return format.price(price) }
    let discounted = format.price(Price(discountedPrice, price.currency))
    return "\(format.price(price)) (\(discounted))"
  }
}
