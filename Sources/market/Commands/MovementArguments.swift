import Console
import Foundation
import OpenMarket

/// The arguments that the commands of the ledger share: items with their numbers of pieces, the time, the note and the
/// reference.
struct MovementArguments {
  /// In the order of their first words; an item that is named twice has the sum.
  private var lines: [(id: Int, quantity: Int)] = []
  private let time: ReportedTime?
  private let arguments: Arguments

  /// - Parameter amount: The option that is for one item, beside `--quantity`.
  init(_ arguments: Arguments, forOne amount: Option<AmountText?>? = nil) throws {
    time = try arguments[.time]
    self.arguments = arguments
    func refuse<Value>(_ option: Option<Value>) throws {
      guard let value = arguments.texts(option.declaration).last else { return }
      throw arguments.error(.invalidValue(value, option: option.word, reason: "it is for one item"))
    }
    guard !arguments.positionals.isEmpty else { throw arguments.error(.missingArgument("item")) }
    for word in arguments.positionals {
      let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= 2, let ids = Arguments.ids(in: parts[0]), ids.count == 1, let id = ids.first else {
        throw arguments.error(
          .invalidValue(
            word, option: "<item>", reason: "write an id, or an id and a number of pieces such as 7:2"))
      }
      var quantity = try arguments[.quantity] ?? 1
      if parts.count == 2 {
        do {
          quantity = try ItemField.quantity.wholeNumber(parts[1].typedNumber)
          try MovementRequest(itemID: id, .restock(quantity: quantity, cost: nil)).validate()
        } catch {
          throw CommandFailure(
            error.message, error.exitCode,
            help:
              "Write the number of pieces behind the item, such as \(parts[0].sanitizedLine.shortened):2")
        }
        if arguments.has(.quantity) { throw arguments.error(.conflictingOptions(word, "--quantity")) }
      }
      if let index = lines.firstIndex(where: { $0.id == id }) {
        lines[index].quantity = min(lines[index].quantity, ItemLimits.stock) + quantity
      } else {
        lines.append((id, quantity))
      }
    }
    // A range, a filter or standard input names items that are alike.
    if arguments.positionals.count > 1, !arguments.isChoice {
      try refuse(.quantity)
      if lines.count > 1, let amount { try refuse(amount) }
    }
    guard lines.count <= MovementLimits.requests else {
      throw arguments.error(
        .invalidValue(
          String(lines[MovementLimits.requests].id), option: "<item>",
          reason: "at most \(MovementLimits.requests) items are recorded at once"))
    }
  }

  /// A valid request for each item. Throws the `ValidationError` of the first rule that one breaks.
  ///
  /// - Parameter action: Makes the movement of a number of pieces.
  func requests(_ action: (Int) throws -> MovementRequest.Action) throws -> [MovementRequest] {
    try lines.map { line in
      let request = try MovementRequest(
        itemID: line.id, action(line.quantity), note: arguments[.note], reference: arguments[.reference],
        time: time, isAlreadyCounted: arguments[.alreadyCounted])
      try request.validate()
      return request
    }
  }
}

extension String {
  /// A reference for another part of what this one stands for: `PO1/2` after `PO1`, `PO1/3` after `PO1/2`.
  var otherPart: String {
    guard let slash = lastIndex(of: "/"), let number = Int(self[index(after: slash)...]), number > 1,
      number < 10_000
    else { return self + "/2" }
    return "\(self[..<slash])/\(number + 1)"
  }
}

/// A command that records movements, all or none.
protocol MovementCommand: Command {
  static var layout: MovementLayout { get }
  var plan: MovementPlan { get }
}

/// The movements of a command line, and how they are written.
struct MovementPlan {
  private let requests: [MovementRequest]
  let fields: OutputFields?
  /// For several items that a range, a filter or standard input names; nil where each is named.
  let confirmation: Confirmation?
  /// Makes the requests in the currency of their items, which the amount needs; nil where it needs none.
  private var inCurrency: ((Currency?) throws -> [MovementRequest])?

  init(_ requests: [MovementRequest], _ arguments: Arguments) throws {
    self.requests = requests
    fields = try arguments[.movementJSON]
    confirmation =
      arguments.isChoice && requests.count > 1
      ? arguments.confirmation(of: "record \(requests.count) entries") : nil
  }

  /// - Parameter action: Makes the movement of a number of pieces with the amount of the option.
  init(
    _ arguments: Arguments, _ option: Option<AmountText?>, _ field: ItemField,
    _ action: @escaping (Int, Decimal?) -> MovementRequest.Action
  ) throws {
    let movement = try MovementArguments(arguments, forOne: option)
    let isOfSeveral = arguments.has(option) && arguments.positionals.count > 1
    guard try isOfSeveral || arguments.needsCurrency(option) else {
      let amount = try arguments.amount(option, field)
      try self.init(movement.requests { action($0, amount) }, arguments)
      return
    }
    try self.init(movement.requests { action($0, nil) }, arguments)
    inCurrency = { currency in
      let amount = try arguments.amount(option, field, of: currency)
      return try movement.requests { action($0, amount) }
    }
  }

  /// - Parameter context: Nil to ask no market: an amount that needs the currency of its item is then a `UsageError`.
  func requests(_ context: CommandContext?) async throws -> [MovementRequest] {
    guard let inCurrency else { return requests }
    return try inCurrency(try await context?.currency(ofItems: requests.map(\.itemID)))
  }
}

extension MovementCommand {
  static var layout: MovementLayout { .movements }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try await context.record(
      plan.requests(context), as: plan.fields, layout: Self.layout, "Record this?", by: plan.confirmation)
  }

  func request(_ context: CommandContext) async throws {
    try await context.printRequest(of: plan.requests(nil))
  }
}

extension CommandContext {
  /// The currency that an amount for each of these items is in. Throws where they have several.
  fileprivate func currency(ofItems ids: [Int]) async throws -> Currency {
    guard ids.count > 1 else { return try await market.item(id: ids[0]).price.currency }
    var currencies: Set<String> = []
    try await ExportSource(market, ExportQuery(), ids, password: nil).forEach { items, _ in
      currencies.formUnion(items.compactMap(\.currency))
    }
    guard currencies.count < 2 else {
      throw CommandFailure(
        "The prices of these items are in \(currencies.sorted().joined(separator: ", "))", .usage,
        help: "Give an amount for items of one currency at a time")
    }
    guard let currency = currencies.first.flatMap({ Currency($0) }) else { throw ItemNameError.noneMeets }
    return currency
  }

  /// Records movements with the passwords of their items, all or none, and writes them; in a dry run what that would do, which a
  /// person who has to be asked sees first.
  func record(
    _ requests: [MovementRequest], as fields: OutputFields?, layout: MovementLayout,
    _ question: LocalizedPhrase, by confirmation: Confirmation?
  ) async throws -> ExitCode {
    let asks = try !isDryRun && confirmation?.asks(in: self) ?? false
    let planned = isDryRun || asks ? try await plan(requests) : []
    if isDryRun {
      if !planned.isEmpty {
        noteDryRun(.dryRun, before: "Would record:")
        try write(planned, as: fields, layout: layout, isPlan: true)
      }
      noteUnusual(planned, isPlan: true)
      return .done
    }
    if let confirmation, !planned.isEmpty {
      for line in lines(of: planned, layout: layout, isPlan: true) {
        console.note(LocalizedPhrase(verbatim: line))
      }
      guard try confirmation.isGranted(question, declined: .nothingChanged, in: self) else {
        return .declined
      }
    }
    let recorded = try await send(requests)
    try write(recorded, as: fields, layout: layout)
    noteUnusual(recorded)
    return .done
  }

  /// Returns the movements that would be recorded.
  func plan(_ requests: [MovementRequest]) async throws -> [RecordedMovement] {
    try await withPasswords(of: requests) { try await market.plan($0) }
  }

  /// Records movements with the passwords of their items, all or none.
  func send(_ requests: [MovementRequest]) async throws -> [RecordedMovement] {
    // Before a count that is past stands a correction, which offsets the movement.
    func number(_ recorded: [RecordedMovement]) -> Int? {
      (recorded.first { $0.movement.kind != .correction } ?? recorded.first)?.movement.id
    }
    let recorded = try await sendOnce(.movements(requests), number: number) {
      let market = $0
      return try await withPasswords(of: requests) { try await market.record($0) }
    }
    let new = recorded.filter { !$0.isRepeated }
    for movement in new { noteRecorded("Entry \(movement.movement.id)") }
    for code in SaleReceipt(new, format, showsEntries: true).codes { noteRecorded("Receipt \(code)") }
    return recorded
  }

  /// Sends requests with the passwords of their items.
  private func withPasswords<Result>(
    of requests: [MovementRequest],
    _ send: ([(request: MovementRequest, password: String)]) async throws -> Result
  ) async throws -> Result {
    if let only = requests.first, requests.count == 1 {
      return try await withPassword(forItem: only.itemID) { try await send([(request: only, password: $0)]) }
    }
    let passwords = try await ledgerPasswords(of: requests)
    return try await send(requests.map { (request: $0, password: passwords[$0.itemID] ?? "") })
  }

  /// The password of each item, which may have one of its own: found before anything is recorded.
  private func ledgerPasswords(of requests: [MovementRequest]) async throws -> [Int: String] {
    var passwords: [Int: String] = [:]
    for id in requests.map(\.itemID) where passwords[id] == nil {
      passwords[id] = try await withPassword(forItem: id) { password in
        try await market.checkLedgerPassword(ofItem: id, password)
        return password
      }
    }
    return passwords
  }

  /// The request that `--curl` prints: one for all movements, with a placeholder for each password.
  func printRequest(of requests: [MovementRequest]) async throws {
    let password = try passwords.givenPassword()?.text ?? ""
    _ = try await market.record(requests.map { ($0, password) })
  }

  /// Notes what was recorded before, terms that an entry has already, and times before the items were added.
  private func noteUnusual(_ recorded: [RecordedMovement], isPlan: Bool = false) {
    let format = formatNow
    if recorded.isEmpty { note("Nothing changes: the entry has these terms already") }
    let repeated = recorded.filter(\.isRepeated).map(\.movement)
    for movement in repeated {
      let age = format.age(movement.recordedAt)
      if repeated.count == recorded.count {
        let other = (movement.reference ?? "").otherPart.sanitizedLine.shellQuoted
        note("Already recorded as entry \(movement.id) (\(age)); another part: --reference \(other)")
        break
      }
      note("Already recorded as entry \(movement.id) (\(age)): item \(movement.itemID)")
    }
    for id in Set(recorded.filter { $0.predatesItem && !$0.isRepeated }.map(\.movement.itemID)).sorted() {
      note(
        isPlan
          ? "Would be recorded, for a time before item \(id) was added"
          : "Recorded, for a time before item \(id) was added")
    }
  }
}
