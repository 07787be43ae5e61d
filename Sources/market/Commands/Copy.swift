import Console
import OpenMarket
import SystemSupport
import Wording

/// `market copy FROM TO`: copies a store to another database.
struct Copy: Command {
  static let declaration = CommandDeclaration(
    name: "copy", parent: "market", abstract: "Copy a store to another database.",
    discussion: """
      Copies all tables, images and history, with their ids, from a file to a PostgreSQL database or back. The source is \
      checked first, and read as it is at one moment: writers of a file wait meanwhile, those of a database do not. The \
      target must be empty. Before it becomes a store, it is read back and compared: the digest of each table, the schema, \
      and what 'market check' checks. Until then every command refuses it. When a copy is interrupted, the same command \
      goes on after the last rows that were saved; if these rows have changed in the source, it says so and begins again.
      """,
    examples: [
      .init(
        "market copy sqlite:market.db postgres://db.example/market --dry-run",
        "Check the source, write nothing."),
      .init("market copy sqlite:market.db postgres://db.example/market", "Move to PostgreSQL."),
      .init("market copy postgres://db.example/market sqlite:market.db", "And back to a file."),
    ],
    positionals: [
      Positional(
        name: "source", help: "The store to copy: a file, or a database at postgres://.", candidates: .files),
      Positional(
        name: "target", help: "A new file, or an empty database at postgres://.", candidates: .files),
    ],
    options: Self.copyJSON, .dryRun, .everywhere)

  private static var columns: [RowColumn<StoreCopy.Table>] {
    [
      RowColumn("table") { .string($0.name) }, RowColumn("rows") { .number($0.rows) },
      RowColumn("bytes") { .number($0.bytes) }, RowColumn("digest") { .string($0.digest) },
    ]
  }
  private static let copyJSON = Option<OutputFields?>.json(of: columns.fields())

  static let usesStore = false

  private let source: StoreLocation
  private let target: StoreLocation
  private let fields: OutputFields?

  init(_ arguments: Arguments, _ settings: Settings) throws {
    source = try Self.location(0, arguments, settings)
    target = try Self.location(1, arguments, settings)
    fields = try arguments[Self.copyJSON]
  }

  /// The store that an argument names.
  private static func location(
    _ index: Int, _ arguments: Arguments, _ settings: Settings
  ) throws -> StoreLocation {
    let (name, text) = (arguments.declaration.positionals[index].name, arguments.positionals[index])
    guard !text.isEmpty else { throw arguments.error(.missingArgument(name)) }
    if let problem = settings.problem(with: text, of: .store) {
      throw CommandFailure(
        "Invalid value '\(text.withoutCredentials.shortened)' for <\(name)>: \(problem)", .usage,
        help: "For example: 'market copy sqlite:market.db postgres://localhost/market'")
    }
    guard let location = StoreLocation(text), location != .memory else {
      throw StoreCopy.Failure.memory.failure(from: .memory, to: .memory)
    }
    return location
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let (format, shown) = (context.format, ShownValue(StoreCopy.Step.checking(0)))
    let (console, isQuiet, isDryRun) = (context.console, context.interaction.isQuiet, context.isDryRun)
    if isDryRun { context.noteDryRun("Dry run, nothing copied.", before: "Would copy:") }
    let made = try await context.console.waiting {
      Self.line(shown.value, $0, format)
    } for: {
      do {
        return try await StopSignals.cancelling(context.environment.stopSignals()) { [self] in
          try await StoreCopy(from: source, to: target).run(isDryRun ? .rehearsal : .copy) { step in
            switch step {
            case .resumed(let rows):
              if rows > 0, !isQuiet { console.note("Going on after \(format.number(rows)) rows") }
            case .restarted(let reason): if !isQuiet { console.note(reason.note) }
            case .checking, .copying, .comparing: shown.set(step)
            }
          }
        }
      } catch let failure as StoreCopy.Failure {
        for line in failure.findings { console.note(line) }
        throw failure.failure(from: source, to: target)
      } catch is CancellationError {
        throw CommandFailure.stopped(
          "Interrupted; the copy is not complete", help: "Repeat the command: it goes on where it has stopped"
        )
      }
    }
    if !isDryRun { context.noteRecorded("Copied to '\(target.description.sanitized)'") }
    context.noteLeftOut(made.leftOut)
    let output = RowOutput(fields: fields, names: nil, showsHeader: false)
    try await context.write(made.tables, in: Self.columns, as: output, usual: []) { _ in
      [summary(of: made, context)]
    }
    return .done
  }

  private func summary(of made: StoreCopy.Made, _ context: CommandContext) -> String {
    let rows = context.format.number(made.tables.reduce(0) { $0 + $1.rows })
    let size = context.format.size(made.tables.reduce(0) { $0 + $1.bytes })
    let items = context.format.items(made.counts.items)
    return context.format.text(
      context.isDryRun
        ? "\(items), \(rows) rows, \(size)"
        : "Copied to '\(target.description.sanitized)' and compared: \(items), \(rows) rows, \(size)")
  }

  /// How far the copy is.
  private static func line(
    _ step: StoreCopy.Step, _ moment: WaitingMoment, _ format: OutputFormat
  ) -> String {
    let (title, part): (LocalizedPhrase, Double) =
      switch step {
      case .checking(let part): (LocalizedPhrase("Checking"), part)
      case .copying(let part): (LocalizedPhrase("Copying"), part)
      case .comparing(let part): (LocalizedPhrase("Comparing"), part)
      case .resumed, .restarted: (LocalizedPhrase("Copying"), 0)
      }
    return ProgressBar(title, in: format.language, locale: format.words)
      .line(part: part, [], columns: moment.columns, style: moment.style)
  }
}

extension CommandContext {
  /// Names the tables and views of other programs, which are in no copy.
  func noteLeftOut(_ tables: [String]) {
    guard !tables.isEmpty else { return }
    note("Left out, since market has not made them: \(tables.joined(separator: ", ").sanitizedLine)")
  }
}

extension StoreCopy.Restart {
  fileprivate var note: LocalizedPhrase {
    switch self {
    case .sourceChanged(let table):
      "The copied rows of the table '\(table)' have changed in the source: the unfinished copy is dropped and begun again"
    case .otherVersion:
      "Another version of market began the unfinished copy: it is dropped and begun again"
    }
  }
}

extension CopyFinding {
  fileprivate var text: LocalizedPhrase {
    let (table, row, column) = (place.table, (place.row ?? "").shortened, place.column)
    return switch defect {
    case .nul: "Table '\(table)', row '\(row)': the text of '\(column)' has the character NUL"
    case .invalidText: "Table '\(table)', row '\(row)': the text of '\(column)' is not UTF-8"
    }
  }
}

extension StoreCopy.Failure {
  /// Names what is wrong with single rows.
  fileprivate var findings: [LocalizedPhrase] {
    switch self {
    case .unsound(let findings), .damaged(let findings): findings.map(\.text)
    case .unfit(let findings): findings.map(\.text)
    default: []
    }
  }

  /// Why there is no copy.
  func failure(from source: StoreLocation, to target: StoreLocation) -> CommandFailure {
    let (from, to) = (source.description.shortened, target.description.shortened)
    let another: LocalizedPhrase =
      "Let nothing else write to the target; drop it, and repeat the command. It is not a store yet"
    let oneVersion: LocalizedPhrase = "Use one version of market for both stores"
    return switch self {
    case .noSource: .noSuchStore(source)
    case .same:
      CommandFailure(
        "The source and the target are the same: '\(from)'", .usage, help: "Name an empty target")
    case .memory:
      CommandFailure(
        "A store in memory cannot be copied", .usage, help: "Name a file, or the address of a database")
    case .outdated(let version, let present):
      CommandFailure(
        "The schema of the source '\(from)' has version \(version), and this program copies version \(present)",
        .failed, help: "Run 'market check --migrate --store \(from)' first")
    case .isStore:
      CommandFailure(
        "The target '\(to)' has a store already", .refused,
        help: "Name an empty target: a copy never replaces a store")
    case .isForeign:
      CommandFailure(
        "The target '\(to)' is not empty", .refused,
        help: "Name a new file, or an empty database or schema; nothing was changed")
    case .ofOther:
      CommandFailure(
        "The target '\(to)' has an unfinished copy of another store", .refused,
        help: "Repeat the command with the first source, or name an empty target")
    case .unfit:
      CommandFailure(
        "The source has rows that cannot be copied", .refused,
        help: "Correct these rows; nothing was written")
    case .unsound(let findings):
      CommandFailure(
        "The source '\(from)' is not sound", .failed,
        help: findings.help ?? "Check the store with 'market check'; nothing was written")
    case .undeclared(let table):
      CommandFailure("The table '\(table)' is unknown to this program", .failed, help: oneVersion)
    case .otherColumns(let table):
      CommandFailure(
        "The table '\(table)' has other columns in the target than in the source", .failed, help: oneVersion)
    case .differs(let table):
      CommandFailure("The copy of the table '\(table)' is not equal to the source", .failed, help: another)
    case .otherSchema:
      CommandFailure("The schema of the target '\(to)' was changed during the copy", .failed, help: another)
    case .damaged: CommandFailure("The copy is not sound", .failed, help: another)
    case .conflict:
      CommandFailure(
        "Another command copies to '\(to)'", .temporary,
        help: "Wait until that command has ended, then try again")
    case .store(.source, let error):
      CommandFailure("Source '\(from)': \(error.message)", error.exitCode, help: error.help(at: source))
    case .store(.target, let error):
      CommandFailure("Target '\(to)': \(error.message)", error.exitCode, help: error.help(at: target))
    }
  }
}
