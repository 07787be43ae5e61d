import Console
import Foundation
import OpenMarket
import Wording

/// The change of several items, as a plan that is shown, confirmed and then done.
struct BulkEdit: ItemEdit {
  /// Options that change one item to given values, alone.
  private static func single(_ arguments: Arguments) -> [String] {
    arguments.given(.title, .image, ItemChange.was, .new, .editor)
      + DetailField.allCases.filter(\.isKey).flatMap { field in
        arguments.has(field.option) ? ["--\(field.option.long)"] : []
      }
  }

  /// Whether the change of one item has to be planned: it depends on the values that the item has.
  static func isNeeded(for arguments: Arguments) -> Bool {
    let price = arguments.texts(OptionGroup.price.declaration).last ?? ""
    return !arguments.given(ItemChange.round, ItemChange.discount, ItemChange.addTag, ItemChange.removeTag)
      .isEmpty
      || price.hasPrefix("+") || price.hasPrefix("-") || price.hasSuffix("%")
  }

  private let ids: [Int]
  /// Whether conditions have chosen the items.
  private let isFiltered: Bool
  /// Whether the only item is named by its id.
  private let isOne: Bool
  private let change: ItemChange
  private let confirmation: Confirmation
  private let fields: OutputFields?

  init(_ ids: [Int], _ arguments: Arguments, _ settings: Settings) throws {
    self.ids = ids
    (isFiltered, isOne) = (arguments.isFiltered, ids.count == 1 && !arguments.isChoice)
    if let option = Self.single(arguments).first ?? (arguments[.description] == "-" ? "--description -" : nil)
    {
      throw CommandFailure(
        "'\(option)' changes one item, named by its id", .usage, help: "Give one id: 'market edit <id> …'")
    }
    let setsChosen = !isFiltered
    change = try ItemChange(
      arguments, setsChosen: setsChosen,
      currency: setsChosen && settings[.currency].source == .option ? settings.currency : nil)
    guard !change.isEmpty || setsChosen && arguments.has(OptionGroup.newCurrency) else {
      throw CommandFailure(
        "No changes given", .usage,
        help: "Pass what to change, such as '--price <amount>' or '--stock <count>'")
    }
    confirmation = arguments.confirmation(of: isOne ? nil : "change several items")
    fields = try arguments[FieldChange.json]
  }

  /// Items that are shown before the question; the person can ask for the others.
  private static let shown = 10

  // MARK: The plan

  /// A change of an item, or why there is none.
  struct Line {
    let id: Int
    let title: String
    let before: ItemDraft
    /// The item after the change; nil where it cannot be changed.
    let after: ItemDraft?
    /// Why it cannot.
    let problem: LocalizedPhrase?
    let version: String?

    var isChange: Bool { after.map { $0 != before } ?? false }
  }

  private struct Plan {
    var lines: [Line] = []
    /// Ids that were named one by one, and that no item has.
    var missing: [Int] = []

    var changes: [Line] { lines.filter(\.isChange) }
  }

  private func plan(_ context: CommandContext) async throws -> Plan {
    var plan = Plan()
    let password = try await context.knownPassword()
    try await ExportSource(context.market, ExportQuery(), ids, password: password).forEach { items, _ in
      // By conditions items of other sellers are found too, and are left alone.
      let items =
        isFiltered && !context.market.isOperated
        ? try await own(items.compactMap(\.id), password, context) : items
      for item in items { plan.lines.append(try line(of: item)) }
    }
    let found = Set(plan.lines.map(\.id))
    plan.missing = isFiltered ? [] : ids.filter { !found.contains($0) }
    return plan
  }

  private func own(_ ids: [Int], _ password: String?, _ context: CommandContext) async throws -> [BatchItem] {
    try await context.market.export(ExportQuery(.ids(ids), isOwn: password != nil), password: password)
  }

  private func line(of item: BatchItem) throws -> Line {
    let before = try item.draft().draft
    var (after, problem): (ItemDraft?, LocalizedPhrase?)
    func otherCurrency() -> LocalizedPhrase { "its price is in \(before.price.currency.code)" }
    do {
      let named = try change.prices.currency(preferring: [before.price.currency])
      if let named, named != before.price.currency, change.prices.price == nil {
        problem = otherCurrency()
      } else {
        after = try change.applied(to: before, named: named)
      }
    } catch let error as ValidationError {
      problem = error.message
    } catch is UsageError {
      problem = otherCurrency()
    }
    return Line(
      id: item.id ?? 0, title: before.title, before: before, after: after, problem: problem,
      version: item.version)
  }

  // MARK: Running

  func request(_ context: CommandContext) async throws { _ = try await plan(context) }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let format = context.format
    let plan = try await context.console.waiting {
      $0.line(format.text("Comparing the items"))
    } for: { () async throws -> Plan in
      do {
        return try await self.plan(context)
      } catch ClientError.unsupported(.batches) where isOne {
        throw ClientError.unsupported(.relativeChanges)
      }
    }
    for (number, id) in plan.missing.enumerated() {
      // Whether it is in the trash is a request each.
      let error = ClientError.noSuchItem(id: id)
      context.note(number < 10 ? await context.explained(error).message : error.message)
    }
    let (changes, refusals) = (plan.changes, plan.lines.filter { $0.problem != nil })
    for line in refusals { context.note("#\(line.id): \(line.problem ?? "")") }
    let (failures, all) = (plan.missing.count + refusals.count, plan.lines.count + plan.missing.count)
    guard failures == 0 else {
      let code = plan.lines.isEmpty ? ExitCode.notFound : .refused
      if all > 1 { throw CommandFailure.unchanged(failures, of: all, code) }
      return code
    }
    guard !changes.isEmpty else {
      context.note(plan.lines.isEmpty ? "No items were found" : "Nothing to change")
      return .done
    }
    let notes = roundingNote(changes, context)
    if context.isDryRun {
      context.noteDryRun(.dryRun, before: "Would change:")
      for line in changes { try write(line, context) }
      if let notes { context.note(notes) }
      return .done
    }
    let asks = try confirmation.asks(in: context)
    if asks {
      let texts = changes.map {
        context.lines($0.changes(context.format), of: $0.id, $0.title, isError: true)
      }
      for text in texts.prefix(Self.shown).joined() {
        context.console.note(LocalizedPhrase(verbatim: text))
      }
      let more = texts.count - Self.shown
      if more > 0 { context.console.note("… and \(grouped: more) more") }
      if let notes { context.note(notes) }
      let question: LocalizedPhrase =
        changes.count == 1 ? "Change this item?" : "Change these \(grouped: changes.count) items?"
      guard
        try confirmation.isGranted(
          question, declined: .nothingChanged, more: more > 0 ? Array(texts.joined()) : nil, in: context)
      else { return .declined }
    } else if let notes {
      context.note(notes)
    }
    let refused = try await apply(changes, context)
    for (id, refusal) in refused.sorted(by: { $0.key < $1.key }) {
      context.note("#\(id): \(refusal.sentence.sanitizedLine)")
    }
    let done = changes.filter { refused[$0.id] == nil }
    for line in done { context.noteRecorded("Changed #\(line.id)") }
    // The changes were shown before the question.
    if !asks || !context.console.output.isTerminal { for line in done { try write(line, context) } }
    let words: LocalizedPhrase = done.count == 1 ? "Changed 1 item" : "Changed \(grouped: done.count) items"
    if context.console.error.isTerminal { context.reportDone(words) } else { context.note(words) }
    if done.isEmpty { return refused.isEmpty ? .done : .refused }
    return refused.isEmpty ? .done : .partial
  }

  private func write(_ line: Line, _ context: CommandContext) throws {
    let isText = fields == nil && context.console.output.isTerminal
    try context.write(
      line.changes(isText ? context.format : nil), of: line.id, line.title, as: fields, isOneOfSeveral: true)
  }

  /// The units to which changed prices are rounded.
  private func roundingNote(_ changes: [Line], _ context: CommandContext) -> LocalizedPhrase? {
    guard change.rounds else { return nil }
    let currencies = Set(changes.map(\.before.price.currency))
    let units = currencies.sorted { $0.code < $1.code }.map { currency -> String in
      let unit =
        change.multiple ?? Decimal(sign: .plus, exponent: -(currency.minorDigits ?? 0), significand: 1)
      return context.format.price(Price(unit, currency))
    }
    return "Prices are rounded to \(units.joined(separator: ", "))"
  }

  // MARK: Applying

  private func apply(
    _ changes: [Line], _ context: CommandContext
  ) async throws -> [Int: PlanProblem] {
    // A key for each line, under which a stock changes once.
    let batch = UUID().uuidString
    let items = changes.compactMap { line -> BatchItem? in
      guard let after = line.after else { return nil }
      return BatchItem(changing: line, to: after, stock: change.stock?.adjustment, key: "\(batch)-\(line.id)")
    }
    let isAtomic = !context.isRemote
    let size = isAtomic ? items.count : BatchLimits.items
    let format = context.format
    let market = context.market.waitingForRateLimit
    var refused: [Int: PlanProblem] = [:]
    let progress = CountedProgress()
    try await context.console.waiting {
      $0.line(format.text("\(grouped: progress.count) of \(grouped: items.count) items changed"))
    } for: {
      for start in stride(from: 0, to: items.count, by: size) {
        let part = Array(items[start..<min(start + size, items.count)])
        let results = try await context.withPassword(forItem: part[0].id ?? 0) { password in
          try await send(part, to: market, password: password, isAtomic: isAtomic)
        }
        for (item, result) in zip(part, results) {
          if let refusal = result.refusal { refused[item.id ?? 0] = PlanProblem(refusal, format: format) }
        }
        progress.count(part.count)
      }
    }
    return refused
  }

  private func send(
    _ items: [BatchItem], to market: NetworkManager, password: String, isAtomic: Bool
  ) async throws -> [BatchResult] {
    let lines = items.map { (item: $0, images: [ItemImage]?.none) }
    do {
      let results = try await market.apply(lines, password: password, isAtomic: isAtomic)
      // Another password may be that of these items.
      guard !results.allSatisfy({ $0.refusal == .wrongPassword }) else {
        throw ClientError.wrongPassword(id: items[0].id ?? 0)
      }
      return results
    } catch ClientError.batchAborted(let aborted) {
      let id = items[aborted.line].id ?? 0
      let (message, code): (LocalizedPhrase, ExitCode) =
        switch aborted.reason {
        case .changed: ("Item \(id) has changed meanwhile; nothing was changed", .refused)
        case .noSuchItem: ("Item \(id) was deleted meanwhile; nothing was changed", .notFound)
        default: ("Item \(id) cannot be changed; nothing was changed", .refused)
        }
      throw CommandFailure(message, code, help: "Run the command again to see the present values")
    }
  }
}

extension BulkEdit.Line {
  /// - Parameter format: Nil for another program.
  fileprivate func changes(_ format: OutputFormat?) -> [FieldChange] {
    after.map { FieldChange.all(from: before, to: $0, format) } ?? []
  }
}

extension BatchItem {
  /// The line that changes an item to a draft, if it is still the one that was read.
  ///
  /// - Parameters:
  ///   - stock: What is added to the stock; nil for a count.
  ///   - key: The key under which that happens once.
  fileprivate init(changing line: BulkEdit.Line, to after: ItemDraft, stock: Int?, key: String) {
    self.init(.update, key: key, id: line.id)
    let before = line.before
    version = line.version
    if after.price.amount != before.price.amount { price = after.price.amount }
    if after.price.currency != before.price.currency { currency = after.price.currency.code }
    if after.discountedPrice != before.discountedPrice {
      discountedPrice = after.discountedPrice
      if after.discountedPrice == nil { clear = [.discountedPrice] }
    }
    if after.cost != before.cost { cost = after.cost }
    if let stock { stockChange = stock } else if after.stock != before.stock { self.stock = after.stock }
    if after.description != before.description { description = after.description }
    for field in DetailField.allCases where after.details[field] != before.details[field] {
      if let value = after.details[field] {
        details[field] = value
      } else {
        clear = (clear ?? []) + [.detail(field)]
      }
    }
  }
}
