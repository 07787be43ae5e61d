import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

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

  /// The name of the kind, for a table: a correction that takes back no entry has changed the stock alone.
  var kindName: LocalizedPhrase {
    kind == .correction && reverses == nil ? LocalizedPhrase("adjustment") : kind.name
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

/// How recorded movements are written.
enum MovementLayout {
  /// As the receipt of an order; in a pipe as its code.
  case receipt
  /// One a line.
  case movements
  /// On a terminal one line with the former and the new terms.
  case correction(MovementRequest.Action)
}

extension CommandContext {
  /// Writes recorded movements: on a terminal as facts, in a pipe one a line with its number, item, kind, change and stock.
  func write(_ recorded: [RecordedMovement], as fields: OutputFields?, layout: MovementLayout) throws {
    if let fields { return try recorded.forEach { try console.print(fields.line($0.members(format))) } }
    let isForPerson = console.output.isTerminal || format.isFlat
    let receipt = SaleReceipt(recorded, format, showsEntries: settings.isVerbose)
    let lines =
      switch layout {
      case .receipt: isForPerson ? receipt.lines(for: console) : receipt.codes
      case .movements where isForPerson: recorded.flatMap { console.flowing($0.facts(format), format) }
      case .correction(let action) where isForPerson:
        console.flowing(correction(recorded, action), format)
      case .movements, .correction: recorded.map(\.movement.data)
      }
    for line in lines { try console.print(line) }
  }

  /// The facts of a correction.
  private func correction(
    _ recorded: [RecordedMovement], _ action: MovementRequest.Action
  ) -> [LocalizedPhrase?] {
    guard case .correct(let entry, let quantity, let price, let cost) = action, let last = recorded.last
    else { return [] }
    let former = recorded.first { $0.movement.kind == .correction && $0.movement.reverses == entry }
    let new = recorded.last { $0.movement.kind != .correction && $0.movement.reverses == entry }
    func change(_ before: LocalizedPhrase, _ after: LocalizedPhrase) -> LocalizedPhrase {
      format.isAccessible
        ? "\(after), was \(before)"
        : LocalizedPhrase(verbatim: "\(format.text(before)) → \(format.text(after))")
    }
    var terms: LocalizedPhrase?
    if quantity != nil || price != nil, let former {
      terms = change(
        former.movement.terms(format), new?.movement.terms(format) ?? LocalizedPhrase("void"))
    }
    let newCost = cost.map { format.price(Price($0, last.movement.price.currency)) }
    return [
      last.name, terms, newCost.map { "cost \($0)" }, "\(format.number(last.movement.stock)) in stock",
      new.map { "entry \($0.movement.id)" },
    ]
  }
}

extension Console {
  /// Facts in lines that are at most as wide as the terminal and end between two facts: no amount is broken.
  func flowing(_ facts: [LocalizedPhrase?], _ format: OutputFormat) -> [String] {
    output.isTerminal ? format.facts(facts, width: columns) : [format.facts(facts)]
  }
}

extension Movement {
  /// The number, item, kind, change and stock, for a program.
  fileprivate var data: String {
    TSV.line([String(id), String(itemID), kind.rawValue, String(quantity), String(stock)])
  }

  /// The pieces and the price of one: `2 × USD 12.50`, and without a sign `2 at USD 12.50`.
  func terms(_ format: OutputFormat) -> LocalizedPhrase {
    let (pieces, price) = (format.number(Int(clamping: quantity.magnitude)), format.price(price))
    return format.isAccessible ? "\(pieces) at \(price)" : "\(pieces) × \(price)"
  }
}

extension RecordedMovement {
  fileprivate var name: LocalizedPhrase {
    LocalizedPhrase(verbatim: "#\(movement.itemID) \(title.sanitizedLine)")
  }

  /// The facts of a movement; of a return also the sale that it was taken from.
  fileprivate func facts(_ format: OutputFormat) -> [LocalizedPhrase?] {
    let isOfSale = [.sold, .returned].contains(movement.kind)
    var sale: LocalizedPhrase?
    if movement.kind == .returned, let entry = movement.reverses {
      sale = soldAt.map { "of entry \(entry), sold \(format.dayAndTime($0))" } ?? "of entry \(entry)"
    }
    return [
      name, "\(format.text(movement.kindName)) \(movement.change(format))",
      isOfSale ? movement.terms(format) : nil, sale,
      sale == nil ? nil : movement.reference.map { LocalizedPhrase(verbatim: $0.sanitizedLine) },
      "\(format.number(movement.stock)) in stock", "entry \(movement.id)",
    ]
  }
}
