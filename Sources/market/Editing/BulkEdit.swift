import Console
import Foundation
import OpenMarket

/// The change of several items, as a plan that is shown, confirmed and then done.
struct BulkEdit {
  /// Options that change one item to given values, alone.
  private static func single(_ arguments: Arguments) -> [String] {
    arguments.given(.title, .image, ItemChange.was, .json, .new, .editor)
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

  private let chosen: ChosenItems
  private let change: ItemChange
  private let confirmation: Confirmation

  init(_ chosen: ChosenItems, _ arguments: Arguments, _ settings: Settings) throws {
    self.chosen = chosen
    if let option = Self.single(arguments).first ?? (arguments[.description] == "-" ? "--description -" : nil)
    {
      throw CommandFailure(
        "'\(option)' changes one item, named by its id", .usage, help: "Give one id: 'market edit <id> …'")
    }
    let setsChosen = if case .filter = chosen { false } else { true }
    change = try ItemChange(
      arguments, setsChosen: setsChosen,
      currency: setsChosen && settings[.currency].source == .option ? settings.currency : nil)
    guard !change.isEmpty || setsChosen && arguments.has(OptionGroup.newCurrency) else {
      throw CommandFailure(
        "No changes given", .usage,
        help: "Pass what to change, such as '--price <amount>' or '--stock <count>'")
    }
    confirmation = arguments.confirmation(of: chosen.onlyID == nil ? "change several items" : nil)
  }

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
    var currencies: Set<Currency> = []

    var changes: [Line] { lines.filter(\.isChange) }
    var problems: [(id: Int, problem: LocalizedPhrase)] {
      lines.compactMap { line in line.problem.map { (line.id, $0) } }
    }
  }

  private func plan(_ context: CommandContext) async throws -> Plan {
    var plan = Plan()
    let password = try await context.knownPassword()
    var query = ExportQuery()
    var (ids, ranges): ([Int], Set<Int>) = ([], [])
    switch chosen {
    case .ids(let named, let ofRanges): (ids, ranges) = (named, ofRanges)
    case .filter(let filter): query.filter = filter
    }
    let isFilter = ids.isEmpty
    try await ExportSource(context.market, query, ids, password: password).forEach { items, _ in
      // By conditions items of other sellers are found too, and are left alone.
      let items =
        isFilter && !context.market.isOperated
        ? try await own(items.compactMap(\.id), password, context) : items
      for item in items { plan.lines.append(try line(of: item)) }
    }
    let found = Set(plan.lines.map(\.id))
    plan.missing = ids.filter { !found.contains($0) && !ranges.contains($0) }
    plan.currencies = Set(plan.changes.map(\.before.price.currency))
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
      } catch ClientError.unsupported(.batches) where chosen.onlyID != nil {
        throw ClientError.unsupported(.relativeChanges)
      }
    }
    let report = BulkEditReport(context: context)
    for (number, id) in plan.missing.enumerated() {
      // Whether it is in the trash is a request each.
      let error = ClientError.noSuchItem(id: id)
      context.note(number < 10 ? await context.explained(error).message : error.message)
    }
    for (id, problem) in plan.problems { report.note(problem, ofItem: id) }
    let changes = plan.changes
    let failures = plan.missing.count + plan.problems.count
    // In a store on this machine all is done, or nothing.
    guard failures == 0 || context.isRemote || plan.lines.isEmpty || chosen.onlyID != nil else {
      let all = plan.lines.count + plan.missing.count
      throw CommandFailure(
        "\(grouped: failures) of \(grouped: all) items cannot be changed; nothing was changed", .refused,
        help: "Leave out the items that are named above")
    }
    guard !changes.isEmpty else {
      if case .ids(_, let ranges) = chosen, plan.lines.isEmpty, failures == 0,
        let first = ranges.min(), let last = ranges.max()
      {
        throw ItemNameError.emptyRange(first...last)
      }
      if failures == 0 { context.note(plan.lines.isEmpty ? "No items were found" : "Nothing to change") }
      return failures == 0 ? .done : plan.lines.isEmpty ? .notFound : .refused
    }
    let notes = roundingNote(plan, context)
    if context.isDryRun {
      context.noteDryRun(.dryRun, before: "Would change:")
      try report.print(changes)
      if let notes { context.note(notes) }
      return failures == 0 ? .done : .partial
    }
    let asks = try confirmation.asks(in: context)
    if asks {
      report.show(changes)
      if let notes { context.note(notes) }
      let question: LocalizedPhrase =
        changes.count == 1 ? "Change this item?" : "Change these \(grouped: changes.count) items?"
      guard
        try confirmation.isGranted(
          question, declined: "Nothing was changed.", more: report.more(changes), in: context)
      else { return .declined }
    } else if let notes {
      context.note(notes)
    }
    let refused = try await apply(changes, context)
    for (id, refusal) in refused.sorted(by: { $0.key < $1.key }) { report.note(refusal, ofItem: id) }
    let done = changes.filter { refused[$0.id] == nil }
    for line in done { context.noteRecorded("Changed #\(line.id)") }
    // The changes were shown before the question.
    if !asks || !context.console.output.isTerminal { try report.print(done) }
    let words: LocalizedPhrase = done.count == 1 ? "Changed 1 item" : "Changed \(grouped: done.count) items"
    if context.console.error.isTerminal { context.reportDone(words) } else { context.note(words) }
    if done.isEmpty { return refused.isEmpty ? .done : .refused }
    return refused.isEmpty && failures == 0 ? .done : .partial
  }

  /// The units to which changed prices are rounded.
  private func roundingNote(_ plan: Plan, _ context: CommandContext) -> LocalizedPhrase? {
    guard change.rounds else { return nil }
    let units = plan.currencies.sorted { $0.code < $1.code }.map { currency -> String in
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
