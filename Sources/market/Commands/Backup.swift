import Console
import Foundation
import OpenMarket
import Synchronization

/// `market backup FILE`: makes a backup of the store.
struct Backup: Command {
  static let declaration = CommandDeclaration(
    name: "backup", parent: "market", abstract: "Make a backup of the store.",
    discussion: """
      Copies the store, also one that is being served, as it is at one moment, and reads the copy back: that the file is \
      sound, and that its ledger adds up. Writers wait while it is copied; those of a PostgreSQL database do not, and its backup is \
      a file, too. An existing file is never replaced, and \
      nothing is left of a backup that fails. Do not copy a store that is in use with 'cp': the copy is damaged. To \
      restore a backup, stop the server and put the file in the place of the store; to a database, 'market copy' it.
      """,
    examples: [
      .init("market backup market-2026-11-23.db", "Back up the store of this machine."),
      .init("market backup --store shop.db /mnt/backup/shop.db", "Back up a store that is being served."),
    ],
    positionals: [Positional(name: "file", help: "The backup, a new file.", candidates: .files)],
    options: Self.backupJSON, .store, .refusedServer, .everywhere)

  private static let backupJSON = Option<OutputFields?>.json(of: ["file", "items", "movements", "bytes"])

  private let path: String
  private let store: StoreLocation
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    guard let path = arguments.positionals.first, !path.isEmpty else {
      throw arguments.error(.missingArgument("file"))
    }
    self.path = path
    store = try settings.store(of: Self.declaration)
    fields = try arguments[Self.backupJSON]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let (format, progress) = (context.format, Progress())
    let made = try await context.console.waiting {
      progress.line($0, format)
    } for: {
      do {
        return try await StopSignals.cancelling(context.environment.stopSignals()) { [store, path] in
          try await StoreBackup(of: store).write(to: path) { progress.show($0) }
        }
      } catch let failure as StoreBackup.Failure {
        throw BackupError(failure, path)
      } catch is CancellationError {
        throw BackupStopped()
      }
    }
    guard let made else { throw NoSuchStore(location: store) }
    try write(made, context)
    return .done
  }

  private func write(_ made: StoreBackup.Made, _ context: CommandContext) throws {
    let (console, number) = (context.console, context.format.number)
    let (items, movements) = (made.counts.items, made.counts.movements)
    if let fields {
      try console.print(
        fields.line([
          ("file", .string(path)), ("items", .number(String(items))),
          ("movements", .number(String(movements))), ("bytes", .number(String(made.bytes))),
        ]))
    } else if console.output.isTerminal || context.format.isFlat {
      try console.print(
        context.format.text(
          items == 1
            ? "Backed up to '\(path.sanitized)' and read back: 1 item, \(number(movements)) movements"
            : "Backed up to '\(path.sanitized)' and read back: \(number(items)) items, \(number(movements)) movements"
        ))
    } else {
      try console.print(TSV.line([path, String(items), String(movements), String(made.bytes)]))
    }
  }

  /// How far the backup is.
  private final class Progress: Sendable {
    private let step = Mutex(StoreBackup.Step.copying(0))

    func show(_ step: StoreBackup.Step) { self.step.withLock { $0 = step } }

    func line(_ moment: WaitingMoment, _ format: OutputFormat) -> String {
      switch step.withLock(\.self) {
      case .copying(let part):
        ProgressBar(LocalizedPhrase("Copying"), in: format.language, locale: format.words)
          .line(part: part, [], columns: moment.columns, style: moment.style)
      case .checking: moment.line(format.text("Reading the copy back"))
      }
    }
  }
}

/// Why there is no backup.
private struct BackupError: ReportableError, Equatable {
  let failure: StoreBackup.Failure
  let path: String

  init(_ failure: StoreBackup.Failure, _ path: String) {
    (self.failure, self.path) = (failure, path)
  }

  var message: LocalizedPhrase {
    switch failure {
    case .exists: .exists(path)
    case .unwritable: .unwritable(path)
    case .damaged(let findings):
      if let first = findings.first {
        "The copy is not sound, and was removed: \(first.text)"
      } else {
        "The copy is not sound, and was removed"
      }
    }
  }

  var exitCode: ExitCode {
    switch failure {
    case .exists: .refused
    case .unwritable, .damaged: .failed
    }
  }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch failure {
    case .exists: "Choose another path: a backup never replaces a file"
    case .unwritable: .checkFolder
    case .damaged: "Check the store with 'market check'"
    }
  }
}

/// A signal has stopped a backup.
private struct BackupStopped: ReportableError, Equatable {
  var message: LocalizedPhrase { "Interrupted; no backup was made" }
  var exitCode: ExitCode { StopSignals.isTermination ? .terminated : .interrupted }
}
