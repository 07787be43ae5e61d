import Console
import OpenMarket

/// `market trash purge`: forgets what belonged to deleted items.
struct Purge: Command {
  static let declaration = CommandDeclaration(
    name: "purge", formerly: ["purge"], parent: "market trash",
    abstract: "Forget what deleted items have left.",
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
    options: Self.deletedBefore, Self.seller, Self.salesOf, .yes, .dryRun, .store, .refusedServer, .everywhere
  )

  private static let deletedBefore = Option<GivenDay?>(
    day: "deleted-before", help: "Items that were deleted before this day.")
  private static let seller = Option<PurgedSeller?>(
    "seller", "seller",
    help: """
      Items of this vendor, by id or name; of a seller without an account, anonymous:<number> as in the plan, or market \
      for all of these.
      """
  ) { given in
    let text = given.text
    let isAnonymous = text.hasPrefix(PurgeQuery.Seller.prefix)
    let digits = isAnonymous ? String(text.dropFirst(PurgeQuery.Seller.prefix.count)) : text
    if Int(digits) == nil, !isAnonymous { return .named(text) }
    let number = try given.wholeNumber(digits, in: 1...Int.max, otherwise: .notAnID)
    return .known(isAnonymous ? .anonymous(number) : .vendor(number))
  }
  private static let salesOf = Option<Int?>("sales-of", "id", help: "The sales of this item.") {
    try $0.wholeNumber(in: 1...Int.max, otherwise: .notAnID)
  }.listed(.never)

  private let query: PurgeQuery
  private let deletedBefore: GivenDay?
  private let seller: PurgedSeller?
  private let store: StoreLocation
  private let confirmation: Confirmation
  private let isDryRun: Bool

  /// Also reads the arguments of `market sales forget`, which names an item in place of the options.
  init(_ arguments: Arguments, _ settings: Settings) throws {
    let isOfItem = !arguments.positionals.isEmpty
    query = PurgeQuery(item: isOfItem ? try arguments.itemID() : try arguments[Self.salesOf])
    deletedBefore = try arguments[Self.deletedBefore]
    seller = try arguments[Self.seller]
    guard arguments.has(Self.deletedBefore) || query.item != nil || seller != nil else {
      throw NothingToPurge()
    }
    store = try settings.store(of: arguments.declaration)
    confirmation = Confirmation(
      isGiven: arguments[.yes], refusal: arguments.unconfirmed("forget deleted items or sales"))
    isDryRun = arguments[.dryRun]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    let registry = PurgeRegistry(at: store)
    var query = query
    if let deletedBefore {
      query.deletedBefore = try await registry.day(deletedBefore, at: context.environment.now())
    }
    switch seller {
    case .known(let known): query.seller = known
    case .named(let name):
      guard let id = try await registry.vendor(named: name) else { throw NoSuchSeller(name: name) }
      query.seller = .vendor(id)
    case nil: break
    }
    guard let plan = try await registry.plan(query) else {
      context.note("No store at '\(store.description.sanitized)' yet")
      return .done
    }
    switch plan.missing {
    case .item(let id): throw ClientError.noSuchItem(id: id)
    case .seller(let seller): throw NoSuchSeller(name: seller.text)
    case nil: break
    }
    guard !plan.counts.isEmpty else {
      context.note("Nothing to forget")
      return .done
    }
    if isDryRun {
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
      try await registry.purge(query) { progress.count($0) }
    }
    context.noteRecorded(
      counts.movements == 1
        ? "1 movement forgotten" : "\(format.number(counts.movements)) movements forgotten")
    for line in lines(counts, "forgot", context: context) { try context.console.print(line) }
    return .done
  }

  private func lines(_ plan: PurgePlan, _ context: CommandContext) -> [String] {
    var lines = lines(plan.counts, "would forget", context: context)
    let isTerminal = context.console.output.isTerminal || !isDryRun
    if let title = plan.remaining, let id = query.item {
      lines.append(
        isTerminal
          ? context.format.text("#\(id) \(title.sanitizedLine) stays for sale, with its stock")
          : TSV.line(["stays", String(id), title]))
    }
    for group in plan.sellers where plan.sellers.count > 1 || seller == nil {
      let name = group.name.map { "\(group.seller.text) \($0.sanitizedLine)" } ?? group.seller.text
      lines.append(
        isTerminal
          ? context.format.text(
            group.items == 1
              ? "Seller \(name): 1 item" : "Seller \(name): \(context.format.number(group.items)) items")
          : TSV.line(["seller", group.seller.text, group.name ?? "", String(group.items)]))
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
    let isTerminal = context.console.output.isTerminal || !(isDryRun || confirmation.isGiven)
    return kinds.filter { $0.count > 0 }.map { kind in
      isTerminal
        ? context.format.text("\(kind.name): \(context.format.number(kind.count))")
        : TSV.line([verb, kind.key, String(kind.count)])
    }
  }
}

/// The seller whose items are forgotten.
private enum PurgedSeller {
  case known(PurgeQuery.Seller)
  case named(String)
}

extension PurgeQuery.Seller {
  static let prefix = "anonymous:"

  /// As the option takes it.
  fileprivate var text: String {
    switch self {
    case .vendor(let id): String(id)
    case .anonymous(let number): Self.prefix + String(number)
    }
  }
}

/// A purge without a word of what to forget.
struct NothingToPurge: ReportableError, Equatable {
  var message: LocalizedPhrase { "'purge' needs to know what to forget" }
  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Pass '--deleted-before <date>' or '--seller <seller>'"
  }
}

/// No vendor has that name or id, or several have the name; or no seller without an account has the number.
struct NoSuchSeller: ReportableError, Equatable {
  let name: String

  var message: LocalizedPhrase { "There is no seller '\(name.shortened)', or several have this name" }
  var exitCode: ExitCode { .notFound }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    "Pass the id of a vendor from 'market seller list', or a number from the plan of a purge"
  }
}
