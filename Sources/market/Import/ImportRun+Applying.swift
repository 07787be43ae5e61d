import Console
import Foundation
import OpenMarket

/// The second half of an import: doing what its plan says.
extension ImportRun {
  func apply(in folder: String, isNew: Bool, _ context: CommandContext) async throws -> ExitCode {
    let path = ImportJournal.planPath(in: folder)
    let header = try PlanReader(path: path).header
    guard header.market == marketName(context) else { throw ImportError.otherMarket(path) }
    for file in header.files where !file.isStream && step == .resume {
      guard try PlannedFile.digest(of: file.path) == file.sha256 else {
        throw ImportError.changedFile(file.path)
      }
    }
    let size = try PlanSize(ofPlanAt: path)
    let report = try Report(header.with(size.columns), report)
    let (journal, done) =
      isNew ? (try ImportJournal.begin(in: folder), [:]) : try ImportJournal.resume(in: folder)
    let progress = ImportProgress(total: size.rows)
    let stop = ImportStop()
    var applier = PlanApplier(
      context.market, web: context.web, context.format, journal, memory(header.market, context),
      isAtomic: header.isAtomic, limits: context.isRemote ? .served : .embedded,
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
    } catch {
      guard header.isAtomic, Self.isCertain(error) else {
        context.note("The import was not finished. Go on with '\(resumeCommand(context))'", isWhole: true)
        throw error
      }
      journal.remove()
      throw error
    }
    if applier.wasStopped {
      context.note(applier.counts.outcome)
      context.note("The import was stopped. Go on with '\(resumeCommand(context))'", isWhole: true)
      return .interrupted
    }
    try report.finish()
    journal.remove()
    try context.console.print(context.format.text(applier.counts.outcome))
    note(report.rejectsPaths, context)
    return applier.counts.rejected > 0 ? .partial : .done
  }

  func note(_ rejects: [String], _ context: CommandContext) {
    for path in rejects {
      context.note("The rejected rows are in '\(path.sanitized)'", isWhole: true)
    }
  }

  /// Throws if an import that is all or nothing cannot be all.
  func check(_ size: PlanSize, _ header: PlanHeader, _ context: CommandContext) throws(ImportError) {
    guard header.isAtomic else { return }
    if size.rejected > 0, step != .show { throw .notAll(rejected: size.rejected) }
    if context.isRemote { try size.checkOneRequest() }
  }

  /// Whether nothing was changed by a request with this error: the market has refused it, or it was never sent.
  private static func isCertain(_ error: any Error) -> Bool {
    switch error {
    case ImportError.refusedRow, ImportError.atomicOneByOne: true
    case let error as MarketError:
      switch error {
      case .store: !error.isTemporary
      case .noResponse, .unavailable, .unexpectedResponse, .sessionFailed, .cancelled: false
      default: true
      }
    default: false
    }
  }

  /// What continues an import that has ended early, with the options that lead to its market and its files.
  private func resumeCommand(_ context: CommandContext) -> String {
    var words = ["market", "import"]
    if case .apply(let plan) = step {
      // A plan that was applied in part is applied again: what was done is recognized.
      words += ["--apply", plan.shellQuoted, "--yes"]
    } else {
      words += files.map(\.shellQuoted) + ["--resume"]
    }
    for setting in [Setting.server, .store, .passwordFile] {
      let value = context.settings[setting]
      if value.source == .option, let text = value.text {
        words += ["--\(setting.rawValue)", text.shellQuoted]
      }
    }
    for (option, path) in [("--rejects", report.rejects), ("--results", report.results)] {
      if let path { words += [option, path.shellQuoted] }
    }
    return (words + (report.replaces ? ["--force"] : [])).joined(separator: " ")
  }
}
