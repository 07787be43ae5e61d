import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// An entry of a history as JSON, as data and as a row.
extension HistoryEntry {
  func members(_ format: OutputFormat) -> [(key: String, value: JSON)] {
    switch self {
    case .movement(let movement, let receipt): movement.members(format, receipt)
    case .title(let change):
      Self.members(
        of: "title", change.recordedAt, before: .string(change.before), after: .string(change.after),
        format: format)
    case .price(let change):
      Self.members(
        of: "price", change.recordedAt, before: change.before.json, after: change.after.json, format: format)
    }
  }

  private static func members(
    of kind: String, _ date: Date, before: JSON, after: JSON, format: OutputFormat
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
    case .movement(let movement, _):
      return [
        String(movement.id), movement.kind.rawValue, String(movement.quantity), String(movement.stock),
        "\(movement.price.amount)", movement.price.currency.code, movement.note ?? "",
        movement.reference ?? "", format.timestamp(movement.recordedAt),
        format.timestamp(movement.reportedAt), movement.counted.map(String.init) ?? "",
        movement.expected.map(String.init) ?? "",
      ]
    case .title(let change):
      return Self.data("title", change.recordedAt, before: change.before, after: change.after, format: format)
    case .price(let change):
      return Self.data(
        "price", change.recordedAt, before: change.before.data, after: change.after.data, format: format)
    }
  }

  private static func data(
    _ kind: String, _ date: Date, before: String, after: String, format: OutputFormat
  ) -> [String] {
    let time = format.timestamp(date)
    return ["", kind, "", "", "", "", "", "", time, time, before, after]
  }

  /// The values of columns for other programs: as in JSON.
  func values(of columns: [HistoryColumn], _ format: OutputFormat) -> [String] {
    let members = members(format)
    return columns.map { column in
      if column == .details {
        return format.facts(facts(format, besides: columns, naming: [], details: true))
      }
      if column == .item, case .movement(let movement, _) = self { return String(movement.itemID) }
      let value = members.first { $0.key == column.rawValue }?.value ?? .null
      return value == .null ? "" : value.plainText
    }
  }

  /// The value of a column for a person; empty for none.
  func text(of column: HistoryColumn, _ format: OutputFormat) -> String {
    switch self {
    case .movement(let movement, let receipt):
      switch column {
      case .entry: String(movement.id)
      case .item: String(movement.itemID)
      case .recorded: format.age(movement.recordedAt)
      case .reported: format.dayAndTime(movement.reportedAt)
      case .kind: format.text(movement.kindName)
      case .change: movement.change(format)
      case .stock: format.number(movement.stock)
      case .price: format.price(movement.price)
      case .cost: movement.cost.map { format.price(Price($0, movement.price.currency)) } ?? ""
      case .receipt: receipt?.text ?? ""
      case .reference: movement.reference?.sanitizedLine ?? ""
      case .note: movement.note?.sanitizedLine ?? ""
      case .details: ""
      }
    case .title(let change):
      Self.text(of: column, LocalizedPhrase("title"), date: change.recordedAt, format: format)
    case .price(let change):
      Self.text(of: column, LocalizedPhrase("price"), date: change.recordedAt, format: format)
    }
  }

  private static func text(
    of column: HistoryColumn, _ kind: LocalizedPhrase, date: Date, format: OutputFormat
  ) -> String {
    switch column {
    case .recorded: format.age(date)
    case .reported: format.dayAndTime(date)
    case .kind: format.text(kind)
    default: ""
    }
  }

  /// The facts beside the columns: those of columns that have no room, and the details.
  ///
  /// - Parameters:
  ///   - shown: The columns of the table.
  ///   - others: Columns that were chosen and have no room.
  ///   - details: Whether all facts without a column are wanted.
  func facts(
    _ format: OutputFormat, besides shown: [HistoryColumn], naming others: [HistoryColumn], details: Bool
  ) -> [LocalizedPhrase?] {
    var named = others.map { fact(of: $0, format) }
    guard details else { return named }
    func rest(_ column: HistoryColumn) -> LocalizedPhrase? {
      shown.contains(column) || others.contains(column) ? nil : fact(of: column, format)
    }
    func changed(_ before: String, _ after: String) -> LocalizedPhrase {
      format.isAccessible ? "\(before), now \(after)" : LocalizedPhrase(verbatim: "\(before) → \(after)")
    }
    switch self {
    case .movement(let movement, _):
      named += movement.facts(format)
      if movement.reportedAt != movement.recordedAt { named.append(rest(.reported)) }
      return named + [.reference, .note, .cost, .receipt].map(rest)
    case .title(let change):
      return named + [changed(change.before.sanitizedLine, change.after.sanitizedLine)]
    case .price(let change):
      return named + [changed(change.before.text(format), change.after.text(format))]
    }
  }

  /// The value of a column in a sentence; nil for none.
  private func fact(of column: HistoryColumn, _ format: OutputFormat) -> LocalizedPhrase? {
    let text = text(of: column, format)
    if text.isEmpty { return nil }
    return switch column {
    case .cost: "cost \(text)"
    case .receipt: "receipt \(text)"
    case .reported: "for \(text)"
    case .item: LocalizedPhrase(verbatim: "#" + text)
    case .entry: "entry \(text)"
    case .stock: "\(text) in stock"
    case .recorded, .kind, .change, .price, .reference, .note, .details: LocalizedPhrase(verbatim: text)
    }
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
