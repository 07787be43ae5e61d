import Console
import Foundation
import OpenMarket
import SystemSupport
import Tables

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
  let rejects: String?
  let results: String?

  func run(_ context: CommandContext) async throws -> ExitCode {
    switch step {
    case .apply(let path):
      let header = try PlanReader(path: path).header
      let rows = try Self.rows(of: path)
      guard header.market == marketName(context) else { throw ImportError.otherMarket(path) }
      let folder = try begin(header, context)
      try FileManager.default.copyItem(atPath: path, toPath: ImportJournal.planPath(in: folder))
      return try await apply(rows, in: folder, isNew: true, context)
    case .resume:
      let folder = journalFolder(context)
      guard FileManager.default.fileExists(atPath: ImportJournal.planPath(in: folder)) else {
        throw ImportError.nothingToResume(files.first ?? "")
      }
      let rows = try Self.rows(of: ImportJournal.planPath(in: folder))
      return try await apply(rows, in: folder, isNew: false, context)
    case .whole, .show, .keep: return try await plan(context)
    }
  }

  // MARK: The plan

  private func plan(_ context: CommandContext) async throws -> ExitCode {
    let tables = try files.map { try ImportTable($0, arguments) }
    let planned = tables.map(\.planned)
    let header = PlanHeader(
      id: UUID().uuidString, files: planned, market: marketName(context), isAtomic: isAtomic)
    let folder = try begin(header, context)
    var isDone = false
    // What is not applied leaves nothing behind.
    defer { if !isDone { try? FileManager.default.removeItem(atPath: folder) } }
    let path = ImportJournal.planPath(in: folder)
    let writer = try PlanWriter(path: path, header)
    var planner = Planner(
      context.market, arguments.plan, id: header.id, password: try await context.knownPassword(),
      context.format, memory: memory(header.market, context), to: writer)
    let format = context.format
    try await context.console.waiting {
      $0.line(format.text("Comparing the rows with the market"))
    } for: {
      for (index, table) in tables.enumerated() {
        planner.begin(file: index, try ImageFinder(file: table.path, folder: arguments.images))
        try await table.readings { try await planner.add($0, $1) }
        try await planner.flush()
      }
    }
    try writer.finish(planner.counts)
    for line in tables.flatMap(\.notes) { context.note(line) }
    return try await show(planner, header, folder, context, isDone: &isDone)
  }

  private func show(
    _ planner: Planner, _ header: PlanHeader, _ folder: String, _ context: CommandContext, isDone: inout Bool
  ) async throws -> ExitCode {
    let counts = planner.counts
    let console = context.console
    let isPreview = step != .whole
    let summary = PlanSummary(
      planner: planner, format: context.format, style: isPreview ? console.style : console.errorStyle,
      columns: console.columns)
    for line in summary.lines {
      if isPreview {
        try console.print(line)
      } else {
        context.note(LocalizedPhrase(verbatim: line))
      }
    }
    if let existing = planner.existing { throw ImportError.existing(existing.count, line: existing.line) }
    if let limit = arguments.plan.maxErrors, counts.rejected > limit {
      throw ImportError.tooManyErrors(counts.rejected, limit: limit)
    }
    let code: ExitCode = counts.rejected > 0 ? .partial : .done
    switch step {
    case .show:
      if let rejects {
        try Report(header, rejects: rejects, results: nil).write(planAt: ImportJournal.planPath(in: folder))
      }
      return reportsChanges && counts.writes > 0 ? .failed : code
    case .keep(let path):
      try? FileManager.default.removeItem(atPath: path)
      do {
        try FileManager.default.moveItem(atPath: ImportJournal.planPath(in: folder), toPath: path)
      } catch {
        throw ImportError.unwritable(path)
      }
      return code
    case .whole, .apply, .resume: break
    }
    if counts.writes > 0, !isConfirmed {
      guard context.canPrompt else { throw ImportError.needsConfirmation }
      let prompt: LocalizedPhrase =
        switch (counts.rejected > 0, counts.writes) {
        case (true, 1): "Do this for 1 row, and leave out the rejected ones?"
        case (true, let count): "Do this for \(grouped: count) rows, and leave out the rejected ones?"
        case (false, 1): "Do this for 1 row?"
        case (false, let count): "Do this for \(grouped: count) rows?"
        }
      guard try console.ask(prompt) else {
        context.note("Nothing was changed.")
        return .declined
      }
    }
    isDone = true
    return try await apply(counts.rows, in: folder, isNew: true, context)
  }

  // MARK: Applying

  /// - Parameter rows: How many rows the plan has.
  private func apply(
    _ rows: Int, in folder: String, isNew: Bool, _ context: CommandContext
  ) async throws -> ExitCode {
    let path = ImportJournal.planPath(in: folder)
    let header = try PlanReader(path: path).header
    guard header.market == marketName(context) else { throw ImportError.otherMarket(path) }
    for file in header.files where file.path != "-" && step == .resume {
      guard try PlannedFile.digest(of: file.path) == file.sha256 else {
        throw ImportError.changedFile(file.path)
      }
    }
    let (journal, done) =
      isNew ? (try ImportJournal.begin(in: folder), [:]) : try ImportJournal.resume(in: folder)
    let report = Report(header, rejects: rejects, results: results)
    let progress = ImportProgress(total: rows)
    let stop = ImportStop()
    var applier = PlanApplier(
      context.market, web: context.web, context.format, journal, memory(header.market, context),
      isAtomic: header.isAtomic, limits: isEmbedded(context) ? .embedded : .served,
      done: done, progress: progress,
      isStopped: { stop.isStopped })
    do {
      let format = context.format
      try await context.console.waiting {
        progress.line($0, format)
      } for: {
        try await context.withNewPassword { password in
          try await applier.apply(path, password: password) { try report.add($0, $1) }
        }
      }
    } catch let error as ImportError where error.isOfOneRow {
      journal.remove()
      throw error
    } catch {
      try? report.finish()
      context.note("The import was not finished. Go on with '\(resumeCommand)'", isWhole: true)
      throw error
    }
    try report.finish()
    if applier.wasStopped {
      context.note(applier.counts.outcome)
      context.note("The import was stopped. Go on with '\(resumeCommand)'", isWhole: true)
      return .interrupted
    }
    journal.remove()
    try context.console.print(context.format.text(applier.counts.outcome))
    for path in report.rejectsPaths {
      context.note("The rejected rows are in '\(path.sanitized)'", isWhole: true)
    }
    return applier.counts.rejected > 0 ? .partial : .done
  }

  private var resumeCommand: String {
    "market import " + files.map(\.shellQuoted).joined(separator: " ") + " --resume"
  }

  /// How many rows a plan has. Throws for one that is not complete.
  private static func rows(of plan: String) throws -> Int {
    var reader = try PlanReader(path: plan)
    while try reader.next() != nil {}
    return reader.counts?.rows ?? 0
  }

  // MARK: Places

  private func memory(_ market: String, _ context: CommandContext) -> ImportMemory {
    ImportMemory(in: context.settings.directories.state, market: market)
  }

  /// The store or the address: a store that is made by the import has no identity before.
  private func marketName(_ context: CommandContext) -> String {
    switch context.settings.place {
    case .embedded(let store): store.description
    case .server(let url): url.absoluteString
    }
  }

  /// Whether the market is in this process.
  private func isEmbedded(_ context: CommandContext) -> Bool {
    switch context.settings.place {
    case .embedded: true
    case .server: false
    }
  }

  private func journalFolder(_ context: CommandContext) -> String {
    ImportJournal.folder(
      in: context.settings.directories.state, files: files.map(PlannedFile.absolute),
      market: marketName(context))
  }

  private func begin(_ header: PlanHeader, _ context: CommandContext) throws -> String {
    let folder = journalFolder(context)
    try? FileManager.default.removeItem(atPath: folder)
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ImportError.unwritable(folder)
    }
    return folder
  }
}

extension PlannedFile {
  static func absolute(_ path: String) -> String {
    path == "-" || path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// The SHA-256 of a file, read piece by piece.
  static func digest(of path: String) throws -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { throw ImportError.unreadable(path) }
    var hash = SHA256()
    while let piece = try file.read(upToCount: 256 * 1_024), !piece.isEmpty { hash.update(piece) }
    return SHA256.hexadecimal(ofHash: hash.finish())
  }
}

/// Whether an import was asked to stop, by Ctrl-C or a service manager: it then ends after the batch.
final class ImportStop: Sendable {
  private let flag = OneWayFlag()
  private let waiting: Task<Void, Never>

  init() {
    let flag = flag
    waiting = Task {
      guard let signals = StopSignals() else { return }
      await signals.next()
      flag.set()
    }
  }

  deinit { waiting.cancel() }

  var isStopped: Bool { flag.isSet }
}
