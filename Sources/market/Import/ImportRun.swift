import Console
import Foundation
import OpenMarket

/// An import from its files to its end: read and compare, show, ask, apply, report.
struct ImportRun {
  enum Step: Equatable {
    /// All of it.
    case whole
    /// `--dry-run`.
    case show
    /// `--plan`.
    case keep(String)
    /// `--apply`.
    case apply(String)
    case resume
  }

  let files: [String]
  let arguments: ImportArguments
  let step: Step
  let reportsChanges: Bool
  let isConfirmed: Bool
  let isAtomic: Bool
  let report: ReportOptions
  /// The options that a command which goes on with the import has too.
  let repeated: [String]

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch step {
    case .apply(let path):
      let header = try PlanReader(path: path).header
      guard header.plan == PlanHeader.version else { throw ImportError.changedPlan(path) }
      let size = try PlanSize(ofPlanAt: path)
      guard header.market == marketName(context) else { throw ImportError.otherMarket(path) }
      try report.check(files: header.files.map(\.path) + [path])
      try check(size, header, context)
      if size.changes > 0 {
        for line in size.outside.lines(context.format).dropFirst() {
          context.note(LocalizedPhrase(verbatim: line))
        }
      }
      if size.changes > 0, !isConfirmed {
        guard context.canPrompt else { throw ImportError.planNeedsConfirmation }
        context.note(size.counts.phrase)
        guard try confirms(size.counts, context) else { return .declined }
      }
      let folder = journalFolder(header.files.map(\.path), context)
      let lock = try ImportLock(ofJournalIn: folder, files: header.files.map(\.path))
      defer { lock.release() }
      try begin(folder)
      try FileManager.default.copyItem(atPath: path, toPath: ImportJournal.planPath(in: folder))
      return try await apply(in: folder, isNew: true, context)
    case .resume:
      try report.check(files: files)
      let folder = journalFolder(files.map(\.absolutePath), context)
      let lock = try ImportLock(ofJournalIn: folder, files: files)
      defer { lock.release() }
      guard ImportJournal.exists(in: folder) else {
        throw ImportError.nothingToResume(files.first ?? "")
      }
      return try await apply(in: folder, isNew: false, context)
    case .whole, .show, .keep: return try await plan(context)
    }
  }

  // MARK: The plan

  private func plan(_ context: CommandContext) async throws -> ExitCode {
    var planPath: String?
    if case .keep(let path) = step { planPath = path }
    try report.check(files: files, plan: planPath)
    let tables = try files.map { try ImportTable($0, arguments, isOneOfSeveral: files.count > 1) }
    let planned = tables.map(\.planned)
    let header = PlanHeader(
      id: UUID().uuidString, files: planned, market: marketName(context), isAtomic: isAtomic,
      imageFolders: arguments.images.map { [$0.absolutePath] })
    // A plan that is not applied leaves no files behind, and does not touch a stopped import of the same files.
    let journal = journalFolder(planned.map(\.path), context)
    let lock = try ImportLock(ofJournalIn: journal, files: files)
    defer { lock.release() }
    let folder = journal + ".new"
    try begin(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = ImportJournal.planPath(in: folder)
    let writer = try PlanWriter(path: path, header)
    var planner = Planner(
      context.market.waitingForRateLimit, arguments.plan, header, password: try await context.knownPassword(),
      context.format, memory: memory(header.market, context), to: writer)
    let format = context.format
    try await context.console.waiting {
      $0.line(format.text("Comparing the rows with the market"))
    } for: {
      for (index, table) in tables.enumerated() {
        planner.begin(file: index, try ImageFinder(file: table.planned.place, folder: arguments.images))
        try await table.readings { try await planner.add($0, $1) }
        try await planner.flush()
      }
    }
    try writer.finish(planner.counts, planner.headers)
    for line in tables.flatMap(\.notes) { context.note(line) }
    if planner.assumesCurrency, let note = context.settings.currencyNote { context.note(note) }
    return try await show(planner, writer.outside, header, folder, context)
  }

  private func show(
    _ planner: Planner, _ outside: OutsideImages, _ header: PlanHeader, _ folder: String,
    _ context: CommandContext
  ) async throws -> ExitCode {
    let counts = planner.counts
    let console = context.console
    let isPreview = step != .whole
    let summary = PlanSummary(
      planner: planner, format: context.format, style: isPreview ? console.style : console.errorStyle,
      columns: console.columns)
    for line in summary.lines + outside.lines(context.format) {
      if isPreview {
        try console.print(line)
      } else {
        context.note(LocalizedPhrase(verbatim: line))
      }
    }
    if let existing = planner.existing {
      throw ImportError.existing(
        existing.count, line: existing.place.line, file: planner.files?[existing.place.file])
    }
    if let limit = arguments.plan.maxErrors, counts.rejected > limit {
      throw ImportError.tooManyErrors(counts.rejected, limit: limit)
    }
    let path = ImportJournal.planPath(in: folder)
    if isAtomic, planner.takesNoBatches { throw ImportError.atomicOneByOne }
    if isAtomic { try check(try PlanSize(ofPlanAt: path), header, context) }
    let code: ExitCode = counts.rejected > 0 ? .partial : .done
    if isPreview {
      let files = try Report(header.with(planner.headers), report, isPreview: true)
      try files.write(planAt: path)
      note(files.rejectsPaths, context)
    }
    switch step {
    case .show: return reportsChanges && counts.writes > 0 ? .failed : code
    case .keep(let copy):
      try keep(path, as: copy)
      return code
    case .whole, .apply, .resume: break
    }
    if counts.writes > 0, !isConfirmed {
      guard context.canPrompt else { throw ImportError.needsConfirmation }
      if summary.lines.contains("") { context.note(LocalizedPhrase(verbatim: "")) }
      guard try confirms(counts, context) else { return .declined }
    }
    let journal = journalFolder(header.files.map(\.path), context)
    try? FileManager.default.removeItem(atPath: journal)
    guard rename(folder, journal) == 0 else { throw ImportError.unwritable(journal) }
    return try await apply(in: journal, isNew: true, context)
  }

  /// Asks a person whether the rows are to be changed.
  private func confirms(_ counts: PlanCounts, _ context: CommandContext) throws -> Bool {
    let prompt: LocalizedPhrase =
      switch (counts.rejected > 0, counts.writes) {
      case (true, 1): "Do this for 1 row, and leave out the rejected ones?"
      case (true, let count): "Do this for \(grouped: count) rows, and leave out the rejected ones?"
      case (false, 1): "Do this for 1 row?"
      case (false, let count): "Do this for \(grouped: count) rows?"
      }
    guard try context.console.ask(prompt) else {
      context.note("Nothing was changed.")
      return false
    }
    return true
  }

  /// Moves a plan to its path, which may be on another file system.
  private func keep(_ plan: String, as path: String) throws(ImportError) {
    let draft = path + ".part"
    do {
      try? FileManager.default.removeItem(atPath: draft)
      try FileManager.default.copyItem(atPath: plan, toPath: draft)
    } catch {
      throw .unwritable(path)
    }
    guard rename(draft, path) == 0 else {
      unlink(draft)
      throw .unwritable(path)
    }
  }

  // MARK: Places

  func memory(_ market: String, _ context: CommandContext) -> ImportMemory {
    ImportMemory(in: context.settings.directories.state, market: market)
  }

  /// The store or the address: a store that is made by the import has no identity before.
  func marketName(_ context: CommandContext) -> String {
    switch context.settings.place {
    case .embedded(let store): store.description
    case .server(let url): url.absoluteString
    }
  }

  private func journalFolder(_ files: [String], _ context: CommandContext) -> String {
    ImportJournal.folder(
      in: context.settings.directories.state, files: files, market: marketName(context))
  }

  /// Makes an empty folder for a plan and its journal.
  private func begin(_ folder: String) throws(ImportError) {
    try? FileManager.default.removeItem(atPath: folder)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unwritable(folder)
    }
  }
}
