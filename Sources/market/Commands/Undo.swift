import Console
import OpenMarket

/// `market undo [ENTRY]`: takes a write back.
struct Undo: Command {
  static let declaration = CommandDeclaration(
    name: "undo", synonyms: ["되돌리기", "cancel", "취소"], parent: "market",
    abstract: "Undo a change of the market.",
    discussion: """
      An entry of 'market history' is taken back as a whole, in one transaction: an edit with its texts and images, a deletion, \
      an item that was added, an import, a count, a delivery, a sale, an answer, a setting of the shop. Without a number it is the newest entry, \
      and that may be an undo: it is taken back in turn. What has changed since is refused, or taken back too with --force. \
      Of an import, what was sold, edited or reviewed since stays, and is listed. Reviews, sellers and what was purged are \
      not taken back. A server takes an entry back for the password of its items. On a terminal the changes are shown and asked for; elsewhere --yes is needed.
      """,
    examples: [
      .init("market undo", "Take the last change back, after confirming."),
      .init("market undo 12 --dry-run", "Show what entry 12 would be taken back to."),
      .init("market undo --receipt ABCDEFGH2345JKLM", "Take the order of a receipt back."),
    ],
    positionals: [Positional(name: "entry", help: "Number of the entry in the log.", required: false)],
    options: Self.ofReceipt.listed(.rare), Self.force, .yes, .dryRun, .passwordFile, .markets, .everywhere)

  private static let ofReceipt = Option<ReceiptCode?>.receipt(
    help: "The order with this code on its receipt; for the operator.")
  private static let force = Option<Bool>.force.described(
    as: LocalizedPhrase("Take back what has changed since, too."))

  /// The most changes that are shown on a terminal.
  private static let most = 20

  private let entry: Int?
  private let receipt: ReceiptCode?
  private let isForced: Bool
  private let confirmation: Confirmation

  init(_ arguments: Arguments, _ settings: Settings) throws {
    entry = arguments.positionals.isEmpty ? nil : try arguments.id()
    receipt = try arguments[Self.ofReceipt]
    if let word = arguments.positionals.first, receipt != nil {
      throw arguments.error(.conflictingOptions(word, Self.ofReceipt.word))
    }
    isForced = arguments[Self.force]
    confirmation = arguments.confirmation(of: "take it back")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    guard !context.noteMissingStore() else { return .done }
    let entry = if let receipt { try await entry(of: receipt, context) } else { entry }
    guard context.isDryRun || !confirmation.isGiven else { return try await undo(entry, context) }
    let plan = try await result(of: entry, isPlan: true, context)
    let heading: LocalizedPhrase = "Undo entry \(plan.entry) (\(plan.command.words)):"
    if context.isDryRun {
      context.note(.dryRun)
      if context.console.output.isTerminal { try context.console.print(context.format.text(heading)) }
      for line in lines(plan, context, isTerminal: context.console.output.isTerminal) {
        try context.console.print(line)
      }
      return .done
    }
    // The entry is there: without a prompt its undo is refused.
    _ = try confirmation.asks(in: context)
    context.console.note(heading)
    for line in lines(plan, context, isTerminal: true) {
      context.console.note(LocalizedPhrase(verbatim: line))
    }
    guard try confirmation.isGranted("Undo this?", declined: .nothingChanged, in: context) else {
      return .declined
    }
    return try await undo(plan.entry, context)
  }

  /// The newest entry of the log that has a movement of the order with a receipt and stands.
  private func entry(of receipt: ReceiptCode, _ context: CommandContext) async throws -> Int {
    try await context.requireOperator()
    let sales = SalesLookup(receipt: receipt)
    let found = try await context.market.movements(of: sales, password: nil).map(\.movement)
    guard let item = found.first?.itemID else { throw CommandFailure.noSuchSale(sales) }
    let ids = Set(found.map(\.id))
    var page = 1
    while true {
      let entries = try await context.withPassword(forItem: item) { [page] in
        try await context.market.log(ofItem: item, page, size: LogLimits.shown, password: $0).entries
      }
      let entry = entries.first {
        $0.undone == nil && $0.undoes == nil && !ids.isDisjoint(with: $0.changes.flatMap(\.movements))
      }
      if let entry { return entry.id }
      guard !entries.isEmpty else { throw CommandFailure.noSuchSale(sales) }
      page += 1
    }
  }

  private func undo(_ entry: Int?, _ context: CommandContext) async throws -> ExitCode {
    let result = try await result(of: entry, isPlan: false, context)
    let words: LocalizedPhrase = "Undid entry \(result.entry) (entry \(result.undo ?? 0))"
    context.noteRecorded(words)
    if context.console.output.isTerminal {
      try context.console.print(context.format.text(words))
      if confirmation.isGiven {
        for line in remaining(result, context) { context.note(LocalizedPhrase(verbatim: line)) }
      }
    } else {
      for line in lines(result, context, isTerminal: false) { try context.console.print(line) }
    }
    return .done
  }

  /// Takes the entry back, or tells what that would change: of the operator any, else with the password of its items.
  private func result(
    of entry: Int?, isPlan: Bool, _ context: CommandContext
  ) async throws -> UndoResult {
    let id: Int
    if let entry {
      id = entry
    } else {
      let password = try await context.sellerPassword(for: .log)
      guard let newest = try await context.market.log(1, size: 1, password: password).entries.first else {
        throw UndoRefusal.noSuchEntry(nil)
      }
      id = newest.id
    }
    return try await context.withPassword(for: .logEntry(id)) {
      try await context.market.undo(id, isForced: isForced, isPlan: isPlan, password: $0)
    }
  }

  private func lines(_ result: UndoResult, _ context: CommandContext, isTerminal: Bool) -> [String] {
    guard isTerminal else {
      let verb = context.isDryRun ? "would undo" : "undone"
      return result.changes.flatMap { $0.rows() }.map { TSV.line([verb, String(result.entry)] + $0) }
        + result.remaining.map {
          TSV.line(["stays", String(result.entry), $0.word, String($0.item), $0.title])
        }
    }
    let changes = result.changes.prefix(Self.most).map { $0.line(context.format) }
    let more = result.changes.count - changes.count
    let rest = more > 0 ? [context.format.text("… and \(grouped: more) more changes")] : []
    return changes + rest + remaining(result, context)
  }

  /// Tells a person which items of an import stay.
  private func remaining(_ result: UndoResult, _ context: CommandContext) -> [String] {
    let shown = result.remaining.prefix(Self.most)
    let more = result.remaining.count - shown.count
    return shown.map { item in
      context.format.text(
        "Stays, \(item.phrase): \("#\(item.item) \(item.title.sanitizedLine)")")
    } + (more > 0 ? [context.format.text("… and \(grouped: more) more items stay")] : [])
  }
}

extension RemainingItem {
  fileprivate var phrase: LocalizedPhrase {
    switch reason {
    case .sold: LocalizedPhrase("sold since")
    case .edited: LocalizedPhrase("changed since")
    case .reviewed: LocalizedPhrase("reviewed since")
    case .deleted: LocalizedPhrase("deleted since")
    case .taken: LocalizedPhrase("its SKU, barcode or reference is taken")
    }
  }

  /// The reason for another program.
  fileprivate var word: String { reason == .edited ? "changed" : reason.rawValue }
}
