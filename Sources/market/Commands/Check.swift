import Console
import OpenMarket
import SystemSupport

/// `market check`: checks the store and how it is set up, rebuilds what can be, and migrates it.
struct Check: Command {
  static let declaration = CommandDeclaration(
    name: "check", synonyms: ["corrupt"], parent: "market",
    abstract: "Check the store; repair or migrate it.",
    discussion: """
      Reads the whole store: that the file is sound, that the stock of each item is the sum of its movements, and that \
      totals are those of the sales, ratings those of the reviews, SKUs those of the item's seller, and numbers of images \
      those of the items. Of how it is set up, each line is a warning or a failure, with what to do: for a file its \
      permissions, journal, disk and schema, for a PostgreSQL database versions, TLS, connections, clock and lost commits. \
      Nothing is changed. Where something is wrong, each finding is a line, and the exit code is 1, as for each failure; a warning \
      leaves it 0.
      With '--repair' the findings are shown first, then what is rebuilt: totals of sales, numbers of movements, ratings, \
      numbers of images, and the search index. Then the store is checked again: the exit code is 7 where \
      something is left that only a backup can bring back. It works beside a server, in short transactions; the search \
      index of a file is rebuilt in one where it is damaged as a whole, and writers wait for it.
      With '--migrate' the store is brought to the schema of this version, which a command or a server that opens it does \
      too; '--dry-run' shows the steps. Servers of the version before a step that expands can keep running on a \
      PostgreSQL database; before one that contracts they are stopped. All steps are one transaction.
      """,
    examples: [
      .init("market check --store shop.db", "Check a store, also one that is being served."),
      .init("market check --repair --dry-run", "Show what would be rebuilt."),
      .init("market check --migrate --dry-run", "Show the steps to the schema of this version."),
    ],
    options: Self.repair, Self.migrate, .yes, .dryRun, Doctor.processes.listed(.rare),
    Doctor.connections.listed(.rare), Doctor.json, .store, .refusedServer, .everywhere)

  private static let repair = Option<Bool>("repair", help: "Rebuild what is wrong and can be computed again.")
  private static let migrate = Option<Bool>("migrate", help: "Bring the store to the schema of this version.")

  private let location: StoreLocation
  private let repairs: Bool
  private let confirmation: Confirmation
  /// In place of a check.
  private let migration: Migrate?
  private let budget: ServerBudget
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    location = try settings.store(of: Self.declaration)
    repairs = arguments[Self.repair]
    confirmation = arguments.confirmation(of: "rebuild what is wrong")
    budget = try arguments.serverBudget()
    migration = arguments[Self.migrate] ? try Migrate(arguments, settings) : nil
    fields = migration == nil ? try arguments[Doctor.json] : nil
    try arguments.allowOne(of: Self.repair, Self.migrate)
    try arguments.refuse(Self.repair, with: Doctor.json)
    if !repairs, migration == nil, arguments[.dryRun] || arguments[.yes] {
      throw arguments.error(.missingOptions([Self.repair.word]))
    }
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if let migration { return try await migration.run(context) }
    try context.settings.requireNamedStore()
    var setup: [StoreDiagnosis] = []
    do {
      if location.exists { setup = try await StoreDoctor(at: location).diagnoses(budget) }
    } catch let error as StoreError where error.kind == .damaged {
      // The check below finds what is damaged.
    }
    for diagnosis in setup where diagnosis.state != .ok { try context.write(diagnosis, as: fields) }
    // Reading it would migrate it.
    if setup.contains(where: \.isOfEarlierVersion) { return .failed }
    guard let (counts, findings) = try await check() else {
      context.note("No store at '\(location.description.sanitized)' yet")
      return .done
    }
    let check = StoreCheck(at: location)
    for repeated in try await check.repeatedReferences() { context.note(repeated.text) }
    for merged in try await check.mergedCodes() { context.note(merged.text) }
    try write(findings, context)
    guard findings.isEmpty else { return repairs ? try await repair(findings, context) : .failed }
    try writeSound(counts, context)
    return setup.contains { $0.state == .fail } ? .failed : .done
  }

  private func check() async throws -> (counts: StoreCheck.Counts, findings: [StoreCheck.Finding])? {
    try await StoreCheck(at: location).findings(limit: repairs ? StoreRepair.most : StoreCheck.most)
  }

  /// Rebuilds what can be, after a question, and checks the store again: what was hidden by other damage is rebuilt, too.
  private func repair(_ findings: [StoreCheck.Finding], _ context: CommandContext) async throws -> ExitCode {
    var plan = StoreRepair.Plan(findings)
    guard !plan.isEmpty else { return context.report(Self.nothingToRebuild(findings)) }
    context.note(context.isDryRun ? "Dry run, nothing changed. Would rebuild:" : "Would rebuild:")
    for (kind, count) in plan.counts { context.note(kind.phrases(context.format.number(count)).plan) }
    if !plan.left.isEmpty {
      context.note(
        plan.left.count == 1
          ? "1 finding cannot be rebuilt"
          : "\(context.format.number(plan.left.count)) findings cannot be rebuilt")
    }
    if context.isDryRun { return .failed }
    guard try confirmation.isGranted("Rebuild this?", declined: .nothingChanged, in: context) else {
      return .declined
    }
    var rebuilt: Set<StoreRepair.Kind> = []
    var round = 0
    while true {
      round += 1
      let (present, format) = (plan, context.format)
      rebuilt.formUnion(plan.counts.map(\.kind))
      let checked = try await context.console.waiting {
        $0.line(format.text(LocalizedPhrase("Rebuilding")))
      } for: {
        try await StopSignals.cancelling(context.environment.stopSignals()) { [self] in
          try await StoreRepair(at: location).rebuild(present)
          return try await check()
        }
      }
      guard let (counts, findings) = checked else { throw CommandFailure.noSuchStore(location) }
      plan = StoreRepair.Plan(findings)
      // Beside writers, and with damage that returns, it ends all the same.
      guard plan.isEmpty || plan == present || round == Self.mostRounds else { continue }
      return try finish(counts, findings, rebuilt, context)
    }
  }

  private static let mostRounds = 10
  /// No finding can be computed from the rest of the store.
  private static func nothingToRebuild(_ findings: [StoreCheck.Finding]) -> CommandFailure {
    CommandFailure(
      "What is wrong cannot be rebuilt", .failed,
      help: findings.help
        ?? "Restore a backup that 'market check' finds sound, or copy what is left with 'market export'")
  }

  /// Reports what was rebuilt, and what is left.
  private func finish(
    _ counts: StoreCheck.Counts, _ findings: [StoreCheck.Finding], _ rebuilt: Set<StoreRepair.Kind>,
    _ context: CommandContext
  ) throws -> ExitCode {
    let left = Set(StoreRepair.Plan(findings).counts.map(\.kind))
    let done = StoreRepair.Kind.allCases.filter { rebuilt.contains($0) && !left.contains($0) }
    for kind in done {
      let phrase = kind.phrases("").done
      context.noteRecorded(phrase)
      try context.console.print(context.format.text(phrase))
    }
    guard findings.isEmpty else {
      context.note(LocalizedPhrase("Left:"))
      try write(findings, context)
      let code = context.report(Self.nothingToRebuild(findings))
      return done.isEmpty ? code : .partial
    }
    try writeSound(counts, context)
    return .done
  }

  /// Writes the first findings, each in a line.
  private func write(_ findings: [StoreCheck.Finding], _ context: CommandContext) throws {
    // A check without a repair has no more of a kind.
    let shown = repairs ? findings.prefix(StoreCheck.most) : findings[...]
    for finding in shown { try print(finding.text, "fail", context) }
    let more = findings.count - shown.count
    if more > 0 { context.note("… and \(context.format.number(more)) more") }
  }

  /// Prints what was found of the contents of the store: as JSON like a diagnosis.
  private func print(_ phrase: LocalizedPhrase, _ state: String, _ context: CommandContext) throws {
    let text = context.format.text(phrase)
    let members: [(key: String, value: JSON)] = [
      ("check", .string("store")), ("state", .string(state)), ("text", .string(text)), ("advice", .null),
    ]
    try context.console.print(fields?.line(members) ?? text)
  }

  private func writeSound(_ counts: StoreCheck.Counts, _ context: CommandContext) throws {
    let (items, movements) = (
      context.format.items(counts.items), context.format.movements(counts.movements)
    )
    try print("The store is sound: \(items), \(movements)", "ok", context)
    if context.environment.confinesImages() == false {
      context.note("The process that decodes images can open files here: this system has no seccomp filters")
    }
  }
}

extension StoreDiagnosis {
  fileprivate var isOfEarlierVersion: Bool {
    if case .schema(let version?, let present) = self { version < present } else { false }
  }
}

extension StoreRepair.Kind {
  /// The rows that are rebuilt, with the number of findings, and what is said afterwards.
  fileprivate func phrases(_ count: String) -> (plan: LocalizedPhrase, done: LocalizedPhrase) {
    switch self {
    case .values: ("Damaged values in derived tables: \(count)", "Rebuilt rows with damaged values")
    case .totals: ("Totals of sales: \(count)", "Rebuilt totals of sales")
    case .ledgers: ("Numbers of movements: \(count)", "Rebuilt numbers of movements")
    case .marks: ("Marks of verified purchases: \(count)", "Rebuilt marks of verified purchases")
    case .ratings: ("Ratings: \(count)", "Rebuilt ratings")
    case .searchTexts: ("Texts of the search index: \(count)", "Rebuilt the search index")
    case .searchIndex: ("The search index", "Rebuilt the search index")
    case .filters:
      (
        "Tags, codes, numbers of images and keys of titles: \(count)",
        "Rebuilt tags, codes, numbers of images and keys of titles"
      )
    }
  }
}

extension RepeatedReference {
  fileprivate var text: LocalizedPhrase {
    kind == .removed
      ? "Item \(item): \(grouped: count) write-offs have the reference '\(reference.sanitizedLine)'"
      : "Item \(item): \(grouped: count) deliveries have the reference '\(reference.sanitizedLine)'"
  }
}

extension MergedCode {
  fileprivate var text: LocalizedPhrase {
    "Items \(first) and \(last): their SKUs differ in case alone, '\(code.sanitizedLine)'"
  }
}

extension StoreCheck.Finding {
  var text: LocalizedPhrase {
    switch self {
    case .tags(let item): "Item \(item): the tags by which lists find it are not its own"
    case .damage(let words), .searchText(let words), .searchIndex(let words):
      "Damaged: \(words.sanitizedLine)"
    case .value(let place):
      "Table '\(place.table)', row '\((place.row ?? "").shortened)': the value of '\(place.column)' is damaged"
    case .stock(let id, let stock, let movements):
      "Item \(id): the stock is \(stock), its movements add up to \(movements)"
    case .running(let movement): "Entry \(movement): its stock is not the sum of the entries up to it"
    case .total(let item, let day, let currency):
      "Item \(item): the total of \(day.description) in \(currency) is not that of its sales"
    case .uncountable(let item):
      "Item \(item): its sales and costs add up to more than the market can count; 'market sales forget \(item)' forgets them"
    case .ledger(let item): "Item \(item): the numbers of its movements are wrong"
    case .sale(let number): "Sale \(number): what it says is not what its movements add up to"
    case .rating(let item): "Item \(item): the rating is not that of its reviews"
    case .mark(let review): "Review \(review): the mark of a verified purchase is not that of its sale"
    case .seller(let item): "Item \(item): its SKU and its keys are those of another seller"
    case .codes(let item): "Item \(item): the SKU and the barcodes by which it is found are not its own"
    case .images(let item): "Item \(item): the number of its images is wrong"
    case .title(let item): "Item \(item): its place in the order of titles is wrong"
    }
  }
}

extension [StoreCheck.Finding] {
  /// How to mend a store in which nothing is damaged; nil for another one.
  var help: LocalizedPhrase? {
    allSatisfy { if case .uncountable = $0 { true } else { false } }
      ? "Run 'market sales forget <id>' for each of these items" : nil
  }
}
