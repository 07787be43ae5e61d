import Console
import Foundation
import OpenMarket
import SystemSupport

/// An import from its files to its end: read and compare, show, ask, apply, report.
extension Import {
  func run(_ context: CommandContext) async throws -> ExitCode {
    switch step {
    case .apply(let path):
      let header = try PlanReader(path: path).header
      let size = try PlanSize(ofPlanAt: path)
      guard header.market == context.settings.place.origin else { throw ImportError.otherMarket(path) }
      try report.check(files: header.files.map(\.path) + [path])
      try check(size, header, context: context)
      if size.changes > 0 {
        for line in size.outside.lines(context.format, areRead: true).dropFirst() {
          context.note(LocalizedPhrase(verbatim: line))
        }
      }
      let confirmation = confirmation(refusedWith: "Pass '--yes' to apply the plan")
      if size.changes > 0, try confirmation.asks(in: context) {
        context.note(size.counts.phrase)
        guard try grants(confirmation, size.counts, context: context) else { return .declined }
      }
      return try await apply(path, header, context: context)
    case .resume:
      try report.check(files: files)
      let folder = journalFolder(files.map(\.absolutePath), context)
      let lock = context.isRemote ? try ImportLock(ofJournalIn: folder, files: files) : nil
      defer { lock?.release() }
      guard lock != nil, ImportJournal.exists(in: folder) else {
        let file = files.first ?? ""
        throw CommandFailure(
          "There is no stopped import of '\(file.sanitized)'", .usage,
          help: "Run the import without '--resume'")
      }
      let (journal, done) = try ImportJournal.resume(in: folder)
      return try await apply(ImportJournal.planPath(in: folder), journal, done: done, context: context)
    case .whole, .show, .keep:
      do {
        return try await plan(context)
      } catch var error as ColumnError {
        error.command = command(of: files, correcting)
        throw error
      }
    }
  }

  // MARK: The plan

  private func plan(_ context: CommandContext) async throws -> ExitCode {
    var planPath: String?
    if case .keep(let path) = step { planPath = path }
    try report.check(files: files, plan: planPath)
    var arguments = arguments
    arguments.rows.now = context.environment.now()
    var assumed: AssumedCurrency?
    if arguments.rows.currency == nil {
      assumed = try await context.assumedCurrency()
      arguments.rows.defaultCurrency = assumed?.currency
    }
    arguments.plan.defaults = try arguments.defaultRow(context.format)
    if let currency = arguments.plan.defaults?.namedCurrency {
      (arguments.rows.defaultCurrency, assumed) = (currency, nil)
    }
    var questions = ImportQuestions(context: context)
    let tables = try files.map {
      try questions.table($0, arguments, isOneOfSeveral: files.count > 1)
    }
    var run = self
    // Options are for all files, and an answer for one.
    if !questions.options.isEmpty, files.count == 1 {
      run.correcting += questions.options
      context.note("Without these questions: \(command(of: files, run.correcting))", isWhole: true)
    }
    let planned = tables.map(\.planned)
    let header = PlanHeader(
      id: UUID().uuidString, files: planned, market: context.settings.place.origin, isAtomic: isAtomic,
      imageFolders: arguments.images.map { [$0.absolutePath] }, date: context.environment.now())
    let password = try await context.isOperator() ? nil : context.knownPassword()
    let format = context.format
    func compare() async throws -> (Planner, PlanWriter) {
      let writer = try PlanWriter(header)
      var planner = Planner(
        context.market.waitingForRateLimit, arguments.plan, header: header, password: password,
        format: format, samples: samples(context), to: writer)
      try await context.console.waiting {
        $0.line(format.text("Comparing the rows with the market"))
      } for: {
        for (index, table) in tables.enumerated() {
          let bounds = arguments.plan.allowsOutside ? nil : ImageBounds(header)
          planner.begin(
            file: index,
            try ImageFinder(file: table.planned.place, folder: arguments.images, bounds: bounds))
          try await table.readings { try await planner.add($0, $1) }
          try await planner.flush()
        }
      }
      return (planner, writer)
    }
    var (planner, writer) = try await compare()
    let missing = planner.counts.imagesMissing
    if planner.counts.imagesFound == 0, missing > 0, !planner.hasInvalidImage {
      // A column without any of its images, as an export of a shop has without its folder, does not cost the rows.
      arguments.plan.skipsImages = true
      (planner, writer) = try await compare()
      context.note(
        "None of the images is there (\(grouped: missing)): the items come in without images. Name their folder with --image-folder, or leave them out with --skip-images",
        isWhole: true)
    }
    if planner.problems.groups.contains(where: { $0.first.rule == "price-missing" }) {
      run.unpriced = ["--default price=0"]
    }
    if planner.undecided > 0 { throw ImportError.undecided(planner.undecided) }
    if let ambiguity = planner.ambiguity { throw ambiguity }
    try writer.finish(planner.counts, planner.headers)
    for line in tables.flatMap(\.notes) { context.note(line) }
    return try await run.show(planner, assumed, writer, header: header, context: context)
  }

  private func show(
    _ planner: Planner, _ assumed: AssumedCurrency?, _ plan: PlanWriter, header: PlanHeader,
    context: CommandContext
  ) async throws -> ExitCode {
    // Its file is gone with it.
    defer { withExtendedLifetime(plan) {} }
    let (counts, console) = (planner.counts, context.console)
    let isPreview = step != .whole
    let stream = isPreview ? console.output : console.error
    let summary = PlanSummary(
      planner: planner, assumed: assumed, format: context.format,
      style: isPreview ? console.style : console.errorStyle,
      columns: stream.isTerminal ? stream.columns ?? 80 : .max, limit: shown(context))
    for line in summary.lines + plan.outside.lines(context.format, areRead: true)
      + planner.outside.lines(context.format, areRead: false)
    {
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
      throw CommandFailure(
        "Rejected rows: \(grouped: counts.rejected), more than '--max-errors \(limit)' allows; nothing was changed",
        .refused, help: "See the rows with '--dry-run', correct them, or allow more with '--max-errors'")
    }
    if isAtomic { try check(try PlanSize(ofPlanAt: plan.path), header, context: context) }
    let code: ExitCode = counts.rejected > 0 ? .partial : .done
    if isPreview {
      let files = try Report(
        header.with(planner.headers), report, in: context.format.language, isPreview: true)
      try files.write(planAt: plan.path)
      note(files.rejectsPaths, context)
    }
    switch step {
    case .show:
      if counts.writes > 0 { noteNext(command(of: files, correcting), context) }
      return reportsChanges && counts.writes > 0 ? .failed : code
    case .keep(let copy):
      try keep(plan.path, as: copy)
      noteNext(command(of: [], ["--apply", copy.relativePath.shellQuoted]), context)
      return code
    case .whole, .apply, .resume: break
    }
    let confirmation = confirmation(refusedWith: "See the plan with '--dry-run', then pass '--yes'")
    if counts.writes > 0, try confirmation.asks(in: context) {
      if summary.lines.contains("") { context.note(LocalizedPhrase(verbatim: "")) }
      if planner.assumesCurrency, let assumed, assumed.isDoubtful, let locale = assumed.locale {
        let question: LocalizedPhrase =
          "The market's items are in \(assumed.currency.code), and the locale has \(locale.code). Are the prices in \(assumed.currency.code)?"
        let declined: LocalizedPhrase = "Nothing was changed. Name the currency with '--currency'"
        guard try confirmation.isGranted(question, declined: declined, in: context) else { return .declined }
      }
      guard try grants(confirmation, counts, of: summary, context: context) else { return .declined }
    }
    return try await apply(plan.path, header, context: context)
  }

  /// How many changes are shown: all with `--verbose`, more where a person is asked.
  private func shown(_ context: CommandContext) -> Int {
    if context.settings.isVerbose { return .max }
    return isAsked(context) ? 50 : 5
  }

  /// How many changes are kept in memory to be shown: more than at first where a person can ask for them.
  private func samples(_ context: CommandContext) -> Int {
    isAsked(context) ? max(500, shown(context)) : shown(context)
  }

  private func isAsked(_ context: CommandContext) -> Bool {
    step == .whole && !isConfirmed && context.interaction.canPrompt
  }

  private func grants(
    _ confirmation: Confirmation, _ counts: PlanCounts, of summary: PlanSummary? = nil,
    context: CommandContext
  ) throws -> Bool {
    var whole = summary?.leavesOut == true ? summary : nil
    whole?.limit = .max
    return try confirmation.isGranted(
      counts.question, declined: "Nothing was changed.", more: whole?.lines, in: context)
  }

  private func noteNext(_ command: String, _ context: CommandContext) {
    if context.console.error.isTerminal { context.remark("next: \(command)", isWhole: true) }
  }

  /// A command line of an import. The names may come from a plan, which another person may have made.
  private func command(of files: [String], _ options: [String]) -> String {
    (["market import"] + files.map(\.shellQuoted) + options).joined(separator: " ").sanitized
  }

  private func keep(_ plan: String, as path: String) throws(ImportError) {
    let draft = path + ".part"
    try? FileManager.default.removeItem(atPath: draft)
    do {
      defer { unlink(draft) }
      try FileHandle.copy(plan, to: draft)
      guard rename(draft, path) == 0 else { throw ImportError.unwritable(path) }
      try DurableFolder.sync(path.absolutePath.parentFolder)
    } catch {
      throw .unwritable(path)
    }
  }

  // MARK: Places

  private func journalFolder(_ files: [String], _ context: CommandContext) -> String {
    ImportJournal.folder(
      in: context.settings.directories.state, files: files, origin: context.settings.place.origin)
  }
}

/// The second half of an import: doing what its plan says.
extension Import {
  /// Applies a new plan. One for a server gets a journal, with which `--resume` goes on. For an own store the same command goes on,
  /// since what is there is as it was.
  private func apply(_ plan: String, _ header: PlanHeader, context: CommandContext) async throws -> ExitCode {
    guard context.isRemote else { return try await apply(plan, nil, done: nil, context: context) }
    let files = header.files.map(\.path)
    let folder = journalFolder(files, context)
    let lock = try ImportLock(ofJournalIn: folder, files: files)
    defer { lock.release() }
    let journal = try ImportJournal.begin(in: folder, planAt: plan)
    return try await apply(ImportJournal.planPath(in: folder), journal, done: nil, context: context)
  }

  /// - Parameters:
  ///   - journal: Nil for an own store.
  ///   - done: The results so far, by the position in the plan; nil for a new import.
  private func apply(
    _ path: String, _ journal: ImportJournal?, done: [Int: ImportJournal.Entry.Result]?,
    context: CommandContext
  ) async throws -> ExitCode {
    let header = try PlanReader(path: path).header
    guard header.market == context.settings.place.origin else { throw ImportError.otherMarket(path) }
    for file in header.files where !file.isStream && step == .resume {
      guard try PlannedFile.digest(of: file.path) == file.sha256 else {
        throw CommandFailure(
          "The file '\(file.path.sanitized)' has changed since its import was planned", .refused,
          help: "Run the import without '--resume' or '--apply' to plan it again")
      }
    }
    let size = try PlanSize(ofPlanAt: path)
    let report = try Report(header.with(size.end.columns), report, in: context.format.language)
    try journal?.makeDurable()
    // A stock that was added is not seen in what is there: all of it is added, or none.
    let isWhole = header.isAtomic || journal == nil && arguments.plan.stock == .add
    if isWhole, size.sent > BatchLimits.atomic, case .embedded(.file) = context.settings.place {
      context.note("Others that use the store wait until all rows are written")
    }
    let progress = ImportProgress(total: size.counts.rows)
    let (console, isQuiet) = (context.console, context.interaction.isQuiet)
    let (web, endsBatch) = (WebImages(context.web()), isWhole && !context.isRemote)
    let stop = ImportStop(context.environment.stopSignals(), endsBatch: endsBatch) {
      web.stop()
      if !endsBatch, !isQuiet { console.note("Finishing the batch; press Ctrl-C again to stop now.") }
    }
    var applier = PlanApplier(
      networkManager: context.market.waiting, format: context.format, header: header, journal: journal,
      web: web,
      limits: isWhole ? .whole : context.isRemote ? .served : .embedded, done: done,
      isOld: header.isOld(at: context.environment.now()), stop: stop, progress: progress)
    do {
      let format = context.format
      try await context.console.waiting {
        progress.line(after: $0.elapsed, columns: $0.columns, style: $0.style, format: format)
      } for: {
        func apply(password: String) async throws {
          try await applier.apply(path, password: password) { try report.add($0, $1) }
        }
        // A plan without changes asks for no password.
        if size.sent == 0 {
          try await apply(password: "")
        } else {
          try await context.withNewPassword(apply)
        }
      }
    } catch {
      if header.isAtomic, Self.isCertain(error) {
        journal?.remove()
        throw error
      }
      if stop.isForced, !stop.endsBatch || error is CancellationError || error as? ClientError == .cancelled {
        return stopped(stop, applier, header: header, context: context)
      }
      context.note(
        "The import was not finished. Go on with '\(resumeCommand(header, context))'", isWhole: true)
      throw error
    }
    if applier.wasStopped { return stopped(stop, applier, header: header, context: context) }
    try report.finish()
    noteWarnings(applier, header, context: context)
    if applier.counts.writes > 0 { context.noteRecorded(applier.counts.outcome) }
    do throws(ConsoleError) {
      try context.console.print(context.format.text(applier.counts.outcome))
      try context.console.output.flush()
    } catch {
      // The journal of an import whose outcome was not told stays: run again without it, the import would add stock twice.
      if error == .closedPipe { journal?.remove() }
      throw error
    }
    journal?.remove()
    note(report.rejectsPaths, context)
    if report.rejectsPaths.isEmpty, applier.counts.writes > 0 {
      noteNext((["market list"] + place).joined(separator: " "), context)
    }
    return applier.counts.rejected > 0 ? .partial : .done
  }

  private func stopped(
    _ stop: ImportStop, _ applier: PlanApplier, header: PlanHeader, context: CommandContext
  ) -> ExitCode {
    guard !stop.endsBatch else {
      return context.report(CommandFailure.stopped("Interrupted; nothing was changed"))
    }
    noteWarnings(applier, header, context: context)
    context.note(applier.counts.outcome)
    context.note("The import was stopped. Go on with '\(resumeCommand(header, context))'", isWhole: true)
    return stop.exitCode
  }

  private func noteWarnings(_ applier: PlanApplier, _ header: PlanHeader, context: CommandContext) {
    for warning in applier.warnings {
      let place = context.format.text(warning.place.phrase(header.files.names, context.format))
      context.note("\(place): \(warning.problem.sentence.sanitizedLine)")
    }
    let more = applier.warningCount - applier.warnings.count
    if more > 0 { context.note("… and \(context.format.number(more)) more warnings") }
  }

  func note(_ rejects: [String], _ context: CommandContext) {
    for path in rejects {
      let path = path.relativePath
      context.note(
        "Correct \(path.sanitized), then: \(command(of: [path], correcting + unpriced))", isWhole: true)
    }
  }

  /// - Parameter help: What to do where no prompt can be shown.
  private func confirmation(refusedWith help: LocalizedPhrase) -> Confirmation {
    Confirmation(
      isGiven: isConfirmed, refusal: CommandFailure("Confirmation is required", .usage, help: help))
  }

  /// Throws if an import that is all or nothing cannot be all.
  func check(_ size: PlanSize, _ header: PlanHeader, context: CommandContext) throws(CommandFailure) {
    guard header.isAtomic else { return }
    if size.counts.rejected > 0, step != .show {
      throw CommandFailure(
        "Rejected rows: \(grouped: size.counts.rejected); with '--atomic' nothing was changed", .refused,
        help: "See the rows with '--dry-run', and correct them")
    }
    if context.isRemote { try size.checkOneRequest() }
  }

  /// Whether nothing was changed by a request with this error: the market has refused it, or it was never sent.
  private static func isCertain(_ error: any Error) -> Bool {
    switch error {
    case ImportError.refusedRow: true
    case let error as ClientError:
      switch error {
      case .store: !error.isTemporary
      case .noResponse, .unavailable, .unexpectedResponse, .sessionFailed, .cancelled: false
      default: true
      }
    default: false
    }
  }

  /// The command line that continues an import that has ended early: the same one, and for a server one with `--resume`.
  private func resumeCommand(_ header: PlanHeader, _ context: CommandContext) -> String {
    // A plan that is applied names its files.
    let files = files.isEmpty && context.isRemote ? header.files.map(\.path) : files
    return command(of: files, context.isRemote ? repeated + ["--resume"] : whole)
  }
}
