import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// `market backup FILE`: makes a backup of the store; `market backup --to FOLDER` one of several, named after the moment.
struct Backup: Command {
  static let declaration = CommandDeclaration(
    name: "backup", synonyms: ["백업"], parent: "market", abstract: "Make a backup of the store.",
    discussion: """
      Copies the store, also one that is being served, as it is at one moment, and reads the copy back: that the file is \
      sound, and that its ledger adds up. Writers wait while it is copied; those of a PostgreSQL database do not, and its backup is \
      a file, too. An existing file is never replaced, and \
      nothing is left of a backup that fails. Do not copy a store that is in use with 'cp': the copy is damaged. To \
      restore a backup, stop the server and put the file in the place of the store; to a database, 'market copy' it.
      With '--to' the file is market-YYYYMMDDTHHMMSSZ.db in a folder, after the moment in UTC. '--keep' then removes the oldest \
      backups beyond that many, once the new one is complete. Only files with such names count and are removed.
      """,
    examples: [
      .init("market backup market-2026-11-23.db", "Back up the store of this machine."),
      .init("market backup --store shop.db /mnt/backup/shop.db", "Back up a store that is being served."),
      .init("market backup --to /mnt/backup --keep 7", "Each day: keep the backups of a week."),
    ],
    positionals: [
      Positional(name: "file", help: "The backup, a new file.", required: false, candidates: .files)
    ],
    options: Self.folder, Self.keep, .dryRun, Self.backupJSON, .store, .refusedServer, .everywhere)

  private static let backupJSON = Option<OutputFields?>.json(
    of: ["file", "items", "movements", "bytes", "removed"])
  private static let folder = Option<String?>(
    "to", "folder", help: "Write a file with the time in its name to this folder.", candidates: .files)
  private static let keep = Option<Int?>(
    "keep", "count", help: "Remove the oldest backups in the folder beyond this many."
  ) { try $0.wholeNumber(in: 1...10_000) }

  private enum Target {
    case file(String)
    /// - Parameter keep: How many backups stay in the folder; nil for all.
    case folder(BackupFolder, keep: Int?)
  }

  private let target: Target
  private let store: StoreLocation
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let keep = try arguments[Self.keep]
    let path = arguments.positionals.first ?? ""
    if let folder = arguments[Self.folder] {
      guard arguments.positionals.isEmpty else {
        throw arguments.error(.conflictingOptions(Self.folder.word, "<file>"))
      }
      guard !folder.isEmpty else {
        throw arguments.error(.invalidValue("", option: Self.folder.word, reason: .mustNotBeEmpty))
      }
      target = .folder(BackupFolder(path: folder), keep: keep)
    } else {
      if keep != nil { throw arguments.error(.missingOptions([Self.folder.word])) }
      guard !path.isEmpty else { throw arguments.error(.missingArgument("file")) }
      target = .file(path)
    }
    store = try settings.store(of: Self.declaration)
    fields = try arguments[Self.backupJSON]
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    if context.isDryRun { return try preview(context) }
    let (format, step) = (context.format, ShownValue(StoreBackup.Step.copying(0)))
    let made = try await context.console.waiting {
      Self.line(step.value, $0, format)
    } for: {
      do {
        return try await StopSignals.cancelling(context.environment.stopSignals()) {
          [store, target, now = context.environment.now] in
          let backup = StoreBackup(of: store)
          return switch target {
          case .file(let path): try await backup.write(to: path) { step.set($0) }
          case .folder(let folder, _): try await backup.write(into: folder, now: now) { step.set($0) }
          }
        }
      } catch let failure as StoreBackup.Failure {
        throw failure.failure(at: targetPath)
      } catch let failure as StoreCopy.Failure {
        throw failure.failure(from: store, to: .file(targetPath))
      } catch is CancellationError {
        throw CommandFailure.stopped("Interrupted; no backup was made")
      }
    }
    guard let made else { throw CommandFailure.noSuchStore(store) }
    context.noteRecorded("Backed up to '\(made.path.sanitized)'")
    context.noteLeftOut(made.leftOut)
    guard case .folder(let folder, let keep?) = target else {
      try write(made.path, made, removed: [], context)
      return .done
    }
    let (removed, left) = StoreBackup(of: store).removeSurplus(of: folder, keeping: keep, beside: made)
    try write(made.path, made, removed: removed, context)
    guard !left.isEmpty else { return .done }
    let paths = left.map { "'\($0.sanitized)'" }.joined(separator: ", ")
    return context.report(
      CommandFailure(
        "Backed up, but older backups could not be removed: \(paths)", .partial,
        help: "Check the permissions of the folder"))
  }

  /// The path that an error names.
  private var targetPath: String {
    switch target {
    case .file(let path): path
    case .folder(let folder, _): folder.path
    }
  }

  /// Shows what would be written and removed; nothing is read of the store.
  private func preview(_ context: CommandContext) throws -> ExitCode {
    guard store.exists else { throw CommandFailure.noSuchStore(store) }
    let (path, surplus) = try planned(at: context.environment.now())
    context.noteDryRun("Dry run, no backup made.", before: "Would write:")
    try write(path, nil, removed: surplus, context)
    return .done
  }

  private func planned(at moment: Date) throws -> (path: String, surplus: [String]) {
    switch target {
    case .file(let path):
      var status = stat()
      guard lstat(path, &status) != 0 else { throw StoreBackup.Failure.exists(path).failure(at: path) }
      return (path, [])
    case .folder(let folder, let keep):
      guard folder.exists else { throw StoreBackup.Failure.noFolder.failure(at: folder.path) }
      let path = folder.path(at: moment)
      guard let keep else { return (path, []) }
      do {
        return (path, try folder.surplus(keeping: keep, beside: path, of: store))
      } catch {
        throw StoreBackup.Failure.unwritable.failure(at: folder.path)
      }
    }
  }

  /// - Parameter made: Nil for a plan.
  private func write(
    _ path: String, _ made: StoreBackup.Made?, removed: [String], _ context: CommandContext
  ) throws {
    let (console, format) = (context.console, context.format)
    let counts = made?.counts
    if let fields {
      let members: [(key: String, value: JSON)] = [
        ("file", .string(path)), ("items", .number(counts?.items)), ("movements", .number(counts?.movements)),
        ("bytes", .number(made?.bytes)), ("removed", .array(removed.map { .string($0) })),
      ]
      return try console.print(fields.line(members))
    }
    var done = LocalizedPhrase(verbatim: path.sanitized)
    var data = ["would write", path]
    if let made, let counts {
      let contents = (format.items(counts.items), format.movements(counts.movements))
      done = "Backed up to '\(path.sanitized)' and read back: \(contents.0), \(contents.1)"
      data = [path, String(counts.items), String(counts.movements), String(made.bytes)]
    }
    try console.print(context.isForPerson ? format.text(done) : TSV.line(data))
    for path in removed {
      let words: LocalizedPhrase =
        made == nil ? "Would remove '\(path.sanitized)'" : "Removed '\(path.sanitized)'"
      let line = TSV.line([made == nil ? "would remove" : "removed", path])
      try console.print(context.isForPerson ? format.text(words) : line)
    }
  }

  /// How far the backup is.
  private static func line(
    _ step: StoreBackup.Step, _ moment: WaitingMoment, _ format: OutputFormat
  ) -> String {
    switch step {
    case .copying(let part):
      ProgressBar(LocalizedPhrase("Copying"), in: format.language, locale: format.words)
        .line(part: part, [], columns: moment.columns, style: moment.style)
    case .checking: moment.line(format.text("Reading the copy back"))
    }
  }
}

extension StoreBackup.Failure {
  /// Why there is no backup at a path.
  fileprivate func failure(at path: String) -> CommandFailure {
    switch self {
    case .exists(let path):
      CommandFailure(.exists(path), .refused, help: "Choose another path: a backup never replaces a file")
    case .noFolder:
      CommandFailure(
        "No such folder '\(path.sanitized)'", .failed,
        help: "Create the folder, or pass another one with '--to'")
    case .unwritable: CommandFailure(.unwritable(path), .failed, help: .checkFolder)
    case .damaged(let findings):
      CommandFailure(
        findings.first.map { "The copy is not sound, and was removed: \($0.text)" }
          ?? "The copy is not sound, and was removed", .failed, help: "Check the store with 'market check'")
    }
  }
}
