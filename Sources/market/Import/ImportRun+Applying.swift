import Console
import Foundation
import OpenMarket
import SystemSupport

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
      isNew ? (try ImportJournal.begin(in: folder), nil) : try ImportJournal.resume(in: folder)
    let progress = ImportProgress(total: size.rows)
    let (console, isQuiet) = (context.console, context.isQuiet)
    let stop = ImportStop(context.stopSignals()) {
      if !isQuiet { console.note("Finishing the batch; press Ctrl-C again to stop now.") }
    }
    let web = Lazy {
      let images = WebImages(context.web())
      stop.atStop { images.stop() }
      return images
    }
    let sender = PlanSender(
      context.market.waiting, context.format, memory(header.market, context), files: header.files.names,
      isAtomic: header.isAtomic, isResumed: done != nil, stop: stop)
    var applier = PlanApplier(
      sender, journal, web: web.callAsFunction, limits: context.isRemote ? .served : .embedded,
      done: done ?? [:], progress: progress, stop: stop)
    do {
      let format = context.format
      try await context.console.waiting {
        progress.line($0, format)
      } for: {
        func apply(password: String) async throws {
          try await applier.apply(path, password: password) { try report.add($0, $1) }
        }
        // A plan without changes sends none, and a password for it would be one that the person never needs.
        if size.changes == 0 {
          try await apply(password: "")
        } else {
          try await context.withNewPassword(apply)
        }
      }
    } catch {
      if header.isAtomic, Self.isCertain(error) {
        journal.remove()
        throw error
      }
      if stop.isForced { return stopped(stop, applier, header, context) }
      context.note("The import was not finished. Go on with '\(resumeCommand(header))'", isWhole: true)
      throw error
    }
    if applier.wasStopped { return stopped(stop, applier, header, context) }
    try report.finish()
    journal.remove()
    noteWarnings(applier, header, context)
    try context.console.print(context.format.text(applier.counts.outcome))
    note(report.rejectsPaths, context)
    return applier.counts.rejected > 0 ? .partial : .done
  }

  private func stopped(
    _ stop: ImportStop, _ applier: PlanApplier, _ header: PlanHeader, _ context: CommandContext
  ) -> ExitCode {
    noteWarnings(applier, header, context)
    context.note(applier.counts.outcome)
    context.note("The import was stopped. Go on with '\(resumeCommand(header))'", isWhole: true)
    return stop.exitCode
  }

  /// Notes the warnings of lines that were applied.
  private func noteWarnings(_ applier: PlanApplier, _ header: PlanHeader, _ context: CommandContext) {
    for warning in applier.warnings {
      let place = context.format.text(warning.place.phrase(header.files.names, context.format))
      context.note("\(place): \(warning.problem.sentence.sanitizedLine)")
    }
    let more = applier.warningCount - applier.warnings.count
    if more > 0 { context.note("… and \(context.format.number(more)) more warnings") }
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

  /// The command line that continues an import that has ended early, with the options that lead to its market and its
  /// files.
  private func resumeCommand(_ header: PlanHeader) -> String {
    // A plan that is applied names its files.
    let files = files.isEmpty ? header.files.map(\.path) : files
    // The names come from the plan, which another person may have made.
    return (["market import"] + files.map(\.shellQuoted) + repeated + ["--resume"]).joined(separator: " ")
      .sanitized
  }
}
