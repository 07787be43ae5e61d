import Console
import OpenMarket

/// `market trash purge`: forgets what belonged to deleted items.
struct Purge: Command {
  static let declaration = CommandDeclaration(
    name: "purge", formerly: ["purge"], parent: "market trash",
    abstract: "Delete the remaining records of deleted items for good.",
    discussion: """
      A deleted item that was sold keeps its movements, its sales and its title. This command forgets them, and the sales \
      leave all totals: they cannot be brought back. The given options must all apply to an item. The plan is shown before \
      anything changes. The command works beside a server, in short transactions: when it is interrupted, the store adds \
      up, and the same command continues.
      """,
    examples: [
      .init("market trash purge --deleted-before 2026-01-01 --dry-run", "Show what would be forgotten."),
      .init("market trash purge --seller anonymous:3", "Deleted items of a seller without an account."),
    ],
    options: Self.deletedBefore, Self.seller, Self.salesOf, .yes, .dryRun, .markets, .everywhere
  )

  private static let deletedBefore = Option<GivenDay?>(
    day: "deleted-before", help: "Items that were deleted before this day.")
  private static let seller = Option<PurgeRequest.Seller?>(
    "seller", "seller",
    help: """
      Items of this seller, by id or name; of a seller without an account, anonymous:<number> as in the plan, or market \
      for all of these.
      """
  ) { given in
    guard let seller = PurgeRequest.Seller(given.text) else { throw given.invalid(given.text, .notAnID) }
    return seller
  }
  private static let salesOf = Option<Int?>("sales-of", "id", help: "The sales of this item.") {
    try $0.wholeNumber(in: 1...Int.max, otherwise: .notAnID)
  }.listed(.never)

  private let query: PurgeRequest
  private let confirmation: Confirmation

  /// Also reads the arguments of `market sales forget`, which names an item in place of the options.
  init(_ arguments: Arguments, _ settings: Settings) throws {
    let isOfItem = !arguments.positionals.isEmpty
    query = PurgeRequest(
      deletedBefore: try arguments[Self.deletedBefore], seller: try arguments[Self.seller],
      item: isOfItem ? try arguments.itemID() : try arguments[Self.salesOf])
    guard !query.isEmpty else {
      throw CommandFailure(
        "'purge' needs to know what to forget", .usage,
        help: "Pass '--deleted-before <date>' or '--seller <seller>'")
    }
    confirmation = arguments.confirmation(of: "forget deleted items or sales")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    try await context.requireOperator()
    guard !context.noteMissingStore() else { return .done }
    let market = context.market
    let plan = try await market.purgePlan(query)
    guard !plan.counts.isEmpty else {
      context.note("Nothing to forget")
      return .done
    }
    if context.isDryRun {
      context.noteDryRun(.dryRun, before: "Would forget:")
      for line in lines(plan, context) { try context.console.print(line) }
      return .done
    }
    if !confirmation.isGiven {
      context.console.note("Would forget:")
      for line in lines(plan, context) { context.console.note(LocalizedPhrase(verbatim: line)) }
    }
    guard
      try confirmation.isGranted(
        "Forget this? It cannot be brought back.", declined: .nothingChanged, in: context)
    else { return .declined }
    let (format, progress) = (context.format, CountedProgress())
    let counts = try await context.console.waiting {
      $0.line(format.text("\(grouped: progress.count) movements forgotten"))
    } for: {
      try await market.purge(plan.request) { progress.count($0) }
    }
    context.noteRecorded(
      counts.movements == 1
        ? "1 movement forgotten" : "\(format.number(counts.movements)) movements forgotten")
    for line in lines(counts, "forgot", context: context) { try context.console.print(line) }
    return .done
  }

  private func lines(_ plan: PurgePlan, _ context: CommandContext) -> [String] {
    var lines = lines(plan.counts, "would forget", context: context)
    let isTerminal = context.console.output.isTerminal || !context.isDryRun
    func add(_ sentence: LocalizedPhrase, orLine fields: String...) {
      lines.append(isTerminal ? context.format.text(sentence) : TSV.line(fields))
    }
    if let title = plan.remaining, let id = query.item {
      add(
        "#\(id) \(title.sanitizedLine) stays for sale, with its stock", orLine: "stays", String(id), title)
    }
    if isTerminal, let id = query.item, plan.counts.items > 0 {
      add("Item \(id) is deleted: nothing of it is left then, and it cannot be restored")
    }
    for group in plan.sellers where plan.sellers.count > 1 || query.seller == nil {
      let name = group.name.map { "\(group.seller.text) \($0.sanitizedLine)" } ?? group.seller.text
      add(
        group.items == 1
          ? "Seller \(name): 1 item" : "Seller \(name): \(context.format.number(group.items)) items",
        orLine: "seller", group.seller.text, group.name ?? "", String(group.items))
    }
    return lines
  }

  /// A line for each kind of rows, without those of which there are none.
  private func lines(_ counts: PurgeCounts, _ verb: String, context: CommandContext) -> [String] {
    let kinds: [(key: String, name: LocalizedPhrase, count: Int)] = [
      ("items", "Deleted items", counts.items), ("movements", LocalizedPhrase("Movements"), counts.movements),
      ("sales", LocalizedPhrase("Sales"), counts.sales),
      ("changes", "Changes of titles and prices", counts.changes),
      ("removed reviews", "Notes on removed reviews", counts.removedReviews),
    ]
    let isTerminal = context.console.output.isTerminal || !(context.isDryRun || confirmation.isGiven)
    return kinds.filter { $0.count > 0 }.map { kind in
      isTerminal
        ? context.format.text("\(kind.name): \(context.format.number(kind.count))")
        : TSV.line([verb, kind.key, String(kind.count)])
    }
  }
}
