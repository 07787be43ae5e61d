import Console
import Foundation
import OpenMarket
import SystemSupport

/// A movement as JSON and as lines.
extension Movement {
  /// The fields of a history; a count has the counted and the expected stock, a change of title or price what was before
  /// and after.
  static let fields = [
    "id", "kind", "quantity", "stock", "unit_price", "currency", "note", "reference", "recorded_at",
    "reported_at", "counted", "expected", "reason", "reverses", "cost", "item_id", "title", "receipt",
    "before",
    "after",
  ]

  /// The fields with their values; those that only some kinds have are left out for others.
  func members(_ format: OutputFormat, _ receipt: ReceiptCode?) -> [(key: String, value: JSON)] {
    func number(_ number: Int) -> JSON { .number(String(number)) }
    func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
    var members: [(key: String, value: JSON)] = [
      ("id", number(id)), ("kind", .string(kind.rawValue)), ("quantity", number(quantity)),
      ("stock", number(stock)), ("unit_price", .number("\(price.amount)")),
      ("currency", .string(price.currency.code)), ("note", text(note)), ("reference", text(reference)),
      ("recorded_at", .string(format.timestamp(recordedAt))),
      ("reported_at", .string(format.timestamp(reportedAt))),
    ]
    if let counted { members.append(("counted", number(counted))) }
    if let expected { members.append(("expected", number(expected))) }
    if let reason { members.append(("reason", .string(reason.rawValue))) }
    if let reverses { members.append(("reverses", number(reverses))) }
    if let cost { members.append(("cost", .number("\(cost)"))) }
    if let receipt { members.append(("receipt", .string(receipt.text))) }
    return members
  }

  /// The facts that have no column: the link, the count and the reason.
  func facts(_ format: OutputFormat) -> [LocalizedPhrase?] {
    var facts: [LocalizedPhrase?] = []
    if let counted, let expected {
      facts.append("\(format.number(counted)) counted, \(format.number(expected)) expected")
    }
    if let reverses {
      facts.append(
        kind == .correction
          ? "takes back entry \(reverses)"
          : kind == .returned ? "of entry \(reverses)" : "replaces entry \(reverses)")
    }
    return facts + [reason?.name]
  }

  /// The signed change: `+3`, `−2`; with a minus of ASCII in data.
  func change(_ format: OutputFormat) -> String {
    (quantity > 0 ? "+" : quantity < 0 ? "−" : "") + format.number(Int(clamping: quantity.magnitude))
  }
}

extension RecordedMovement {
  func members(_ format: OutputFormat) -> [(key: String, value: JSON)] {
    var members = movement.members(format, receipt)
    members.append(("item_id", .number(String(movement.itemID))))
    members.append(("title", .string(title)))
    return members
  }
}

extension CommandContext {
  /// Writes a recorded movement: on a terminal as facts, in a pipe its number, item, kind, change and stock.
  ///
  /// - Parameter writesReceipts: Whether a pipe gets the receipt of a sale alone.
  func write(_ recorded: RecordedMovement, as fields: OutputFields?, writesReceipts: Bool) throws {
    let movement = recorded.movement
    if let fields { return try console.print(fields.line(recorded.members(format))) }
    guard console.output.isTerminal || format.isFlat else {
      if writesReceipts {
        if let receipt = recorded.receipt { try console.print(receipt.text) }
        return
      }
      return try console.print(
        TSV.line([
          String(movement.id), String(movement.itemID), movement.kind.rawValue, String(movement.quantity),
          String(movement.stock),
        ]))
    }
    let price: LocalizedPhrase? =
      [.sold, .returned].contains(movement.kind)
      ? "\(format.number(Int(clamping: movement.quantity.magnitude))) × \(format.price(movement.price))" : nil
    let receipt: LocalizedPhrase? = recorded.receipt.map { "receipt \($0.text)" }
    try console.print(
      format.facts([
        LocalizedPhrase(verbatim: "#\(movement.itemID) \(recorded.title.sanitizedLine)"),
        "\(format.text(movement.kind.name)) \(movement.change(format))", price,
        "\(format.number(movement.stock)) in stock", receipt, "entry \(movement.id)",
      ]))
  }
}
