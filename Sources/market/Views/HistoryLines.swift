import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// The columns of a history, which are the fields of its JSON.
extension HistoryEntry {
  /// The columns of a table of an item's history.
  static let ofItem = ["id", "recorded_at", "kind", "quantity", "stock", "unit_price", "details"]
  /// The columns of movements of several items.
  static let ofSales = ["id", "item_id", "recorded_at", "kind", "quantity", "unit_price", "details"]
  /// The columns of an item's history in a pipe; the item first, which commands read from standard input.
  static let piped = [
    "item_id", "id", "kind", "quantity", "stock", "unit_price", "currency", "note", "reference",
    "recorded_at",
    "reported_at", "counted", "expected",
  ]
  /// The columns of movements of several items in a pipe.
  static let pipedOfSales = [
    "item_id", "id", "kind", "quantity", "stock", "unit_price", "note", "reference", "receipt", "recorded_at",
    "reported_at",
  ]
  /// Columns that a terminal with room for few shows as facts below the others.
  static let less: Set = [
    "recorded_at", "reported_at", "unit_price", "cost", "receipt", "reference", "note", "details",
  ]

  private var movement: Movement? { if case .movement(let movement, _) = self { movement } else { nil } }

  private func date(_ date: KeyPath<Movement, Date>) -> Date {
    movement?[keyPath: date] ?? edit?.date ?? .distantPast
  }

  /// The number of a movement, or of the change in the log.
  private var number: Int? { movement?.id ?? edit?.entry }

  private var receipt: ReceiptCode? { if case .movement(_, let receipt) = self { receipt } else { nil } }

  /// A change of the title or the price; nil for a movement.
  private var edit:
    (
      kind: String, name: LocalizedPhrase, entry: Int?, date: Date, json: [JSON], data: [String]
    )?
  {
    switch self {
    case .movement: nil
    case .title(let change):
      (
        "title", LocalizedPhrase("title"), change.entry, change.recordedAt,
        [.string(change.before), .string(change.after)], [change.before, change.after]
      )
    case .price(let change):
      (
        "price", LocalizedPhrase("price"), change.entry, change.recordedAt,
        [change.before.json, change.after.json],
        [change.before.data, change.after.data]
      )
    }
  }

  /// - Parameters:
  ///   - titles: Those of the items, by their ids, where the entries are of several.
  ///   - item: The item whose history it is; nil for movements of several.
  ///   - shown: The columns beside the details.
  static func columns(
    _ format: OutputFormat, titles: [Int: String] = [:], ofItem item: Int? = nil, besides shown: [String] = []
  ) -> [RowColumn<HistoryEntry>] {
    func column(
      _ key: String, _ header: LocalizedPhrase, _ alignment: Alignment = .left,
      text: @escaping (Movement) -> String?, value: @escaping (Movement) -> JSON
    ) -> RowColumn<HistoryEntry> {
      RowColumn(header, alignment, minimum: less.contains(key) ? 8 : .max) { $0.movement.flatMap(text) ?? "" }
        .field(key) { $0.movement.map(value) ?? .null }
    }
    func date(
      _ key: String, _ header: LocalizedPhrase, _ date: KeyPath<Movement, Date>,
      _ text: @escaping (Date) -> String
    ) -> RowColumn<HistoryEntry> {
      RowColumn(header, minimum: 8) { text($0.date(date)) }
        .field(key) { .string(format.timestamp($0.date(date))) }
    }
    func count(_ key: String, change: Int, _ value: @escaping (Movement) -> Int?) -> RowColumn<HistoryEntry> {
      let column = RowColumn<HistoryEntry>(key) { .number($0.movement.flatMap(value)) }
      return column.field(key, { .number($0.movement.flatMap(value)) }) {
        $0.edit?.data[change] ?? column.text(of: $0)
      }
    }
    return [
      RowColumn(LocalizedPhrase("ENTRY"), .right) { $0.number.map(String.init) ?? "" }
        .field("id") { .number($0.number) },
      RowColumn(LocalizedPhrase("KIND")) { entry in
        (entry.movement?.kindName ?? entry.edit?.name).map(format.text) ?? ""
      }.field("kind") { .text($0.movement?.kind.rawValue ?? $0.edit?.kind) },
      column(
        "quantity", LocalizedPhrase("CHANGE"), .right, text: { $0.change(format) },
        value: { .number($0.quantity) }),
      column(
        "stock", LocalizedPhrase("STOCK"), .right, text: { format.number($0.stock) },
        value: { .number($0.stock) }),
      column(
        "unit_price", LocalizedPhrase("PRICE"), .right, text: { format.price($0.price) },
        value: { .number("\($0.price.amount)") }),
      column(
        "currency", LocalizedPhrase("CURRENCY"), text: { $0.price.currency.code },
        value: { .string($0.price.currency.code) }),
      column("note", LocalizedPhrase("NOTE"), text: { $0.note?.sanitizedLine }, value: { .text($0.note) }),
      column(
        "reference", LocalizedPhrase("REFERENCE"), text: { $0.reference?.sanitizedLine },
        value: { .text($0.reference) }),
      date("recorded_at", LocalizedPhrase("RECORDED"), \.recordedAt, format.age),
      date("reported_at", LocalizedPhrase("REPORTED"), \.reportedAt, format.dayAndTime),
      count("counted", change: 0, \.counted), count("expected", change: 1, \.expected),
      RowColumn("reason") { .text($0.movement?.reason?.rawValue) },
      RowColumn("reverses") { .number($0.movement?.reverses) },
      RowColumn(LocalizedPhrase("COST"), .right, minimum: 8) { entry in
        entry.movement.flatMap { movement in
          movement.cost.map { format.price(Price($0, movement.price.currency)) }
        } ?? ""
      }.field("cost") { $0.movement?.cost.map { .number("\($0)") } ?? .null },
      RowColumn(LocalizedPhrase("RECEIPT"), minimum: 8) { $0.receipt?.text ?? "" }
        .field("receipt") { .text($0.receipt?.text) },
      RowColumn(
        LocalizedPhrase("ITEM"), titles.isEmpty ? .right : .left, minimum: titles.isEmpty ? .max : 8,
        flexible: !titles.isEmpty
      ) { entry in
        guard let id = entry.movement?.itemID ?? item else { return "" }
        return titles[id].map { "\(id) \($0)" } ?? String(id)
      }.field("item_id") { .number($0.movement?.itemID ?? item) },
      RowColumn("title", LocalizedPhrase("TITLE"), flexible: true) {
        .text($0.movement.flatMap { titles[$0.itemID] })
      },
      RowColumn("before", flexible: true) { $0.edit?.json[0] ?? .null },
      RowColumn("after", flexible: true) { $0.edit?.json[1] ?? .null },
      RowColumn(LocalizedPhrase("DETAILS"), minimum: 8, key: "details") { entry in
        format.facts(entry.facts(format, besides: shown, naming: [], details: true))
      },
    ]
  }

  /// The facts beside the columns: those of columns that have no room, and the details.
  ///
  /// - Parameters:
  ///   - shown: The columns of the table.
  ///   - others: Columns that were chosen and have no room.
  ///   - details: Whether all facts without a column are wanted.
  func facts(
    _ format: OutputFormat, besides shown: [String], naming others: [String], details: Bool
  ) -> [LocalizedPhrase?] {
    var named = others.map { fact(of: $0, format) }
    guard details else { return named }
    func rest(_ column: String) -> LocalizedPhrase? {
      shown.contains(column) || others.contains(column) ? nil : fact(of: column, format)
    }
    func changed(_ before: String, _ after: String) -> LocalizedPhrase {
      format.isAccessible ? "\(before), now \(after)" : LocalizedPhrase(verbatim: "\(before) → \(after)")
    }
    switch self {
    case .movement(let movement, _):
      named += movement.facts(format)
      if movement.reportedAt != movement.recordedAt { named.append(rest("reported_at")) }
      return named + ["reference", "note", "cost", "receipt"].map(rest)
    case .title(let change):
      return named + [changed(change.before.sanitizedLine, change.after.sanitizedLine)]
    case .price(let change):
      let (before, after) = (change.before, change.after)
      guard before.price == after.price else {
        return named + [changed(before.text(format), after.text(format))]
      }
      let discount = changed(before.discountText(format), after.discountText(format))
      return named + ["\(LocalizedPhrase("Discounted price")) \(discount)"]
    }
  }

  /// The value of a column in a sentence; nil for none.
  private func fact(of column: String, _ format: OutputFormat) -> LocalizedPhrase? {
    let text = Self.columns(format).named([column]).first?.text(of: self) ?? ""
    if text.isEmpty { return nil }
    return switch column {
    case "cost": "cost \(text)"
    case "receipt": "receipt \(text)"
    case "reported_at": "for \(text)"
    case "item_id": LocalizedPhrase(verbatim: "#" + text)
    case "id": "entry \(text)"
    case "stock": "\(text) in stock"
    default: LocalizedPhrase(verbatim: text)
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
    format.price(price) + (discountedPrice == nil ? "" : " (\(discountText(format)))")
  }

  fileprivate func discountText(_ format: OutputFormat) -> String {
    discountedPrice.map { format.price(Price($0, price.currency)) } ?? format.text(LocalizedPhrase("none"))
  }
}

/// A change of the log as text.
extension LogChange {
  /// The change on one line for a person: `#7 Lamp · Price 12.5 → 10`.
  ///
  /// - Parameter titleWidth: The columns of a longer title, so that on a line of a table the change is seen.
  func line(_ format: OutputFormat, titleWidth: Int = .max) -> String {
    let facts = values(format).map { name, before, after in
      let none = format.text(LocalizedPhrase("none"))
      let (old, new) = String.truncated(
        before.sanitizedLine, toWidth: Self.valueWidth, after.sanitizedLine, toWidth: Self.valueWidth)
      return LocalizedPhrase(
        verbatim: "\(name) \(old.isEmpty ? none : old) → \(new.isEmpty ? none : new)")
    }
    return format.facts([subject(titleWidth: titleWidth), phrase] + facts)
  }

  /// The change in lines of at most `columns` columns: the item, and below it its fields with their values.
  func lines(_ format: OutputFormat, style: Style, columns: Int) -> [String] {
    let rest = phrase.map { format.text($0).displayWidth + 3 } ?? 0
    let subject = subject(titleWidth: .max).map {
      LocalizedPhrase(verbatim: format.text($0).truncated(toWidth: columns - rest))
    }
    let heading = format.facts([subject, phrase])
    return (heading.isEmpty ? [] : [heading])
      + FieldChange.lines(values(format), format, style: style, columns: columns)
  }

  /// The most columns of a value on one line with others.
  private static let valueWidth = 40

  /// The item and its title; nil for a change of none.
  private func subject(titleWidth: Int) -> LocalizedPhrase? {
    let title = title?.sanitizedLine.truncated(toWidth: titleWidth)
    let subject = [item.map { "#\($0)" }, title].compactMap(\.self).joined(separator: " ")
    return subject.isEmpty ? nil : LocalizedPhrase(verbatim: subject)
  }

  /// The changes in the words of the plan of an edit: names with the values before and after, empty for none.
  private func values(_ format: OutputFormat) -> [(name: String, before: String, after: String)] {
    let currencies = currencies
    var values = fields.map { field in
      (
        name: format.text(field.label), before: field.words(field.before, currencies.before, format),
        after: field.words(field.after, currencies.after, format)
      )
    }
    if images != nil {
      let counts = [formerImages, images].map { [format.number($0?.count ?? 0)] }
      let (before, after) = isCounted ? (counts[0], counts[1]) : imageTexts
      values.append(
        (
          format.text(LocalizedPhrase("Images")), before.joined(separator: ", "),
          after.joined(separator: ", ")
        ))
    }
    return values
  }

  /// Whether the numbers of images say more than the images: new ones have no names.
  private var isCounted: Bool {
    names == nil && images?.contains { formerImages?.contains($0) != true } ?? false
  }

  /// The images before and after: their file names, or their numbers before the change, where there are no names that tell them apart.
  private var imageTexts: (before: [String], after: [String]) {
    let (before, after) = (formerImages ?? [], images ?? [])
    func number(_ image: Int) -> String { before.firstIndex(of: image).map { String($0 + 1) } ?? "?" }
    guard let formerNames, let names, formerNames != names, formerNames.count == before.count,
      names.count == after.count
    else { return (before.map(number), after.map(number)) }
    return (
      zip(before, formerNames).map { $1 ?? number($0) }, zip(after, names).map { $1 ?? number($0) }
    )
  }

  /// The currencies of prices before and after the change; nil where it has none.
  private var currencies: (before: Currency?, after: Currency?) {
    let changed = fields.first { $0.name == ItemField.currency.rawValue }
    return (
      changed?.before.flatMap { Currency($0) } ?? currency,
      changed?.after.flatMap { Currency($0) } ?? currency
    )
  }

  /// The kind of the change; nil where its fields say it.
  private var phrase: LocalizedPhrase? {
    switch kind {
    case .added: LocalizedPhrase("added")
    case .deleted: LocalizedPhrase("deleted")
    case .deletedForGood: LocalizedPhrase("deleted for good")
    case .restored: LocalizedPhrase("restored")
    case .edited where fields.isEmpty && images == nil: LocalizedPhrase("long texts changed")
    case .edited, .moved, .set: nil
    case .reviewed: "review \(review ?? 0) written"
    case .reviewChanged: "review \(review ?? 0) changed"
    case .reviewDeleted: "review \(review ?? 0) deleted"
    case .answered: "review \(review ?? 0) answered"
    case .unanswered: "answer to review \(review ?? 0) removed"
    case .folded: "review \(review ?? 0) folded"
    case .unfolded: "review \(review ?? 0) unfolded"
    case .vendorAdded: LocalizedPhrase("seller added")
    case .vendorRemoved: LocalizedPhrase("seller removed")
    case .passwordSet: LocalizedPhrase("password set")
    case .purged: LocalizedPhrase("purged")
    case .forgotten: LocalizedPhrase("purged since")
    }
  }

  /// For another program: lines of the kind, the item, the title, and the field with its values before and after.
  func rows() -> [[String]] {
    let head = [kind.rawValue, item.map(String.init) ?? "", title ?? ""]
    var fields = fields.map { [$0.name, $0.before ?? "", $0.after ?? ""] }
    if images != nil {
      let (before, after) = imageTexts
      fields.append([ItemField.images.key, before.joined(separator: "|"), after.joined(separator: "|")])
    }
    return fields.isEmpty ? [head] : fields.map { head + $0 }
  }

  /// The change as JSON.
  var members: JSON {
    var members: [(key: String, value: JSON)] = [("kind", .string(kind.rawValue))]
    if let item { members.append(("item", .number(String(item)))) }
    if let title { members.append(("title", .string(title))) }
    if let review { members.append(("review", .number(String(review)))) }
    var fields = fields.map {
      JSON.object([("field", .string($0.name)), ("before", .text($0.before)), ("after", .text($0.after))])
    }
    if images != nil {
      let (before, after) = imageTexts
      func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
      fields.append(
        .object([("field", .string(ItemField.images.key)), ("before", list(before)), ("after", list(after))]))
    }
    if !fields.isEmpty { members.append(("fields", .array(fields))) }
    if !movements.isEmpty {
      members.append(("entries", .array(movements.map { .number(String($0)) })))
    }
    return .object(members)
  }
}

extension LogChange.Field {
  /// A value for a person; empty for none.
  fileprivate func words(_ value: String?, _ currency: Currency?, _ format: OutputFormat) -> String {
    guard let value, !value.isEmpty else { return "" }
    if isPrice, let currency, let amount = Decimal(exactly: value) {
      return format.price(Price(amount, currency))
    }
    if name == ItemField.stock.rawValue, let number = Int(value) { return format.number(number) }
    if name == "registration_date", let microseconds = Double(value) {
      return format.dayAndTime(Date(secondsInYears: microseconds / 1_000_000))
    }
    if case .detail(let field)? = ItemField(rawValue: name) {
      return DetailValue(stored: value, of: field).words(format)
    }
    return value
  }

  fileprivate var label: LocalizedPhrase {
    switch name {
    case "description": ItemField.descriptions.name
    case "registration_date": LocalizedPhrase("Date")
    case "time_zone": LocalizedPhrase("Time zone")
    case "trash_days": LocalizedPhrase("Days in the trash")
    // A setting is called as 'market config' calls it.
    default: ItemField(rawValue: name)?.name ?? LocalizedPhrase(verbatim: name.replacing("_", with: "-"))
    }
  }
}

/// A movement as lines.
extension Movement {
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
  var entry: HistoryEntry { .movement(movement, receipt: receipt) }

  func members(_ format: OutputFormat) -> [(key: String, value: JSON)] {
    HistoryEntry.columns(format, titles: [movement.itemID: title]).members(of: entry)
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
  /// Writes recorded movements: on a terminal as facts, in a pipe one a line with its number, item, kind, change and stock, and its cost
  /// where that is corrected.
  ///
  /// - Parameter isPlan: Whether they would be recorded: they have no numbers yet, and no receipt.
  func write(
    _ recorded: [RecordedMovement], as fields: OutputFields?, layout: MovementLayout, isPlan: Bool = false
  ) throws {
    guard let fields else {
      for line in lines(of: recorded, layout: layout, isPlan: isPlan) { try console.print(line) }
      return
    }
    for movement in recorded {
      // A server tells no costs.
      let members = movement.members(format).filter { $0.key != "cost" || market.isOperated }.map {
        isPlan && ["id", "receipt"].contains($0.key) ? ($0.key, .null) : $0
      }
      try console.print(fields.line(members))
    }
  }

  /// The lines that `write` prints.
  func lines(of recorded: [RecordedMovement], layout: MovementLayout, isPlan: Bool) -> [String] {
    guard !recorded.isEmpty else { return [] }
    func row(_ first: String, _ movement: Movement) -> String {
      var columns = [first] + movement.change
      if case .correction(.correct(_, _, _, .some)) = layout, market.isOperated {
        columns.append(movement.cost.map { "\($0)" } ?? "")
      }
      return TSV.line(columns)
    }
    guard isForPerson || !isPlan else { return recorded.map { row("would record", $0.movement) } }
    let receipt = SaleReceipt(recorded, format, showsEntries: settings.isVerbose && !isPlan)
    return switch layout {
    case .receipt: isForPerson ? receipt.lines(for: console, isPlan: isPlan) : receipt.codes
    case .movements where isForPerson:
      recorded.flatMap { console.flowing($0.facts(format, isPlan: isPlan), format) }
    case .correction(let action) where isForPerson:
      console.flowing(correction(recorded, action, isPlan: isPlan), format)
    case .movements, .correction: recorded.map { row(String($0.movement.id), $0.movement) }
    }
  }

  /// The facts of a correction.
  private func correction(
    _ recorded: [RecordedMovement], _ action: MovementRequest.Action, isPlan: Bool
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
    func words(_ cost: Decimal?) -> LocalizedPhrase {
      cost.map { LocalizedPhrase(verbatim: format.price(Price($0, last.movement.price.currency))) } ?? "none"
    }
    let costs = cost.map { market.isOperated ? change(words(former?.movement.cost), words($0)) : words($0) }
    return [
      last.name, terms, costs.map { "cost \($0)" }, "\(format.number(last.movement.stock)) in stock",
      isPlan ? nil : new.map { "entry \($0.movement.id)" },
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
  /// The item, kind, change and stock, for a program.
  fileprivate var change: [String] { [String(itemID), kind.rawValue, String(quantity), String(stock)] }

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
  fileprivate func facts(_ format: OutputFormat, isPlan: Bool) -> [LocalizedPhrase?] {
    let isOfSale = [.sold, .returned].contains(movement.kind)
    var sale: LocalizedPhrase?
    if movement.kind == .returned, let entry = movement.reverses {
      sale = soldAt.map { "of entry \(entry), sold \(format.dayAndTime($0))" } ?? "of entry \(entry)"
    }
    return [
      name, "\(format.text(movement.kindName)) \(movement.change(format))",
      isOfSale ? movement.terms(format) : nil, sale,
      movement.kind == .received
        ? movement.cost.map { "cost \(format.price(Price($0, movement.price.currency)))" } : nil,
      sale == nil ? nil : movement.reference.map { LocalizedPhrase(verbatim: $0.sanitizedLine) },
      "\(format.number(movement.stock)) in stock", isPlan ? nil : "entry \(movement.id)",
    ]
  }
}
