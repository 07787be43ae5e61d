import Console
import Foundation
import OpenMarket
import Tables

/// `market import FILE…`: adds and changes items by the rows of tables.
struct Import: Command {
  static let declaration = CommandDeclaration(
    name: "import", synonyms: ["가져오기"], parent: "market",
    abstract: "Add and change items by the rows of a table.",
    discussion: """
      Reads CSV, TSV, JSON and Excel workbooks, compares each row with the market, shows the plan, asks, and applies \
      it batch by batch. A stopped import goes on when it is run again, at a server with --resume, and nothing is done \
      twice. The item of a row is the one with its SKU; importing the same file again changes nothing. An empty cell \
      leaves a value and \\empty clears it. Rejected rows go to FILE.rejects.csv with the reasons; corrected, that \
      file can be imported as it is. The exit code is 7 if rows are rejected.
      """,
    examples: [
      .init("market import items.csv", "Show the plan, ask, and apply it."),
      .init("market import items.xlsx photos/ --yes", "With the images photos/SKU.jpg, without a prompt."),
      .init("market import items.csv --dry-run", "Only show the plan."),
      .init(
        "market import items.csv --map '우리가격=price' --currency KRW",
        "Read a column whose header is not known."),
    ],
    positionals: [
      Positional(
        name: "file", help: "A table, or a folder of images as with --image-folder; '-' is standard input.",
        repeats: true, required: false,
        candidates: .files)
    ],
    options: ImportArguments.options, .dryRun,
    .yes.described(as: LocalizedPhrase("Apply the plan without a prompt; required in a pipe.")), Self.resume,
    OptionGroup(
      of: Self.exitCode, Self.plan, Self.apply, Self.rejects, Self.results,
      .force.described(as: LocalizedPhrase("Replace existing files of rejects, results and plans.")),
      Self.atomic
    ).listed(.rare), .passwordFile, .markets, .everywhere)

  private static let exitCode = Option<Bool>(
    "exit-code", help: "With --dry-run, exit with 1 if anything would change.")
  private static let resume = Option<Bool>(
    "resume", help: "Continue a stopped import of these files at a server.")
  private static let plan = Option<String?>(
    "plan", "file", help: "Write the plan to this file and apply nothing.", candidates: .files)
  private static let apply = Option<String?>(
    "apply", "file", help: "Apply a plan that '--plan' wrote.", candidates: .files)
  private static let rejects = Option<String?>(
    "rejects", "file", help: "Write rejected rows to this file.", candidates: .files,
    defaultValue: "FILE.rejects.csv")
  private static let results = Option<String?>(
    "results", "file",
    help: "Write the result of each row to this CSV file; with --dry-run what would become of it.",
    candidates: .files)
  private static let atomic = Option<Bool>(
    "atomic",
    help:
      "Apply all rows or none; at a server at most \(BatchLimits.atomic) changes with \(BatchLimits.atomicBytes >> 20) MiB, in this machine's store any number."
  )

  enum Step: Equatable {
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
  let whole: [String]
  /// The options that a command which imports the corrected rows has too.
  var correcting: [String]
  /// Brings rejected rows in that have no price.
  var unpriced: [String] = []
  /// The options that lead to the market.
  let place: [String]

  init(_ arguments: Arguments, _ settings: Settings) throws {
    var shared = try ImportArguments(arguments, settings)
    try arguments.allowOne(of: .dryRun, Self.plan, Self.apply, Self.resume)
    let (files, folder) = try ImportArguments.files(arguments)
    if let folder { shared.images = folder }
    (self.files, self.arguments) = (files, shared)
    if files.isEmpty, !arguments.has(Self.apply), let path = arguments.positionals.first {
      throw CommandFailure(
        "'\(path.sanitized)' is a folder of images; the table of items is missing", .usage,
        help: "Name both, as in 'market import items.csv \(path.sanitized)'")
    }
    if arguments.has(Self.apply) != files.isEmpty {
      throw arguments.error(
        files.isEmpty ? .missingArgument("file") : .conflictingOptions("--apply", "<file>"))
    }
    step =
      if arguments[.dryRun] {
        .show
      } else if let path = arguments[Self.plan] {
        .keep(path)
      } else if let path = arguments[Self.apply] {
        .apply(path)
      } else {
        arguments[Self.resume] ? .resume : .whole
      }
    reportsChanges = arguments[Self.exitCode]
    isConfirmed = arguments[.yes]
    isAtomic = arguments[Self.atomic]
    report = ReportOptions(
      rejects: arguments[Self.rejects], results: arguments[Self.results], replaces: arguments[.force])
    repeated = arguments.again(.profile, .server, .store, Self.rejects, Self.results, .passwordFile, .force)
    whole = arguments.again(apartFrom: Self.resume)
    correcting = arguments.again(
      apartFrom: .dryRun, Self.exitCode, .yes, Self.resume, Self.plan, Self.apply, Self.rejects, Self.results,
      .force, Self.atomic, .quiet, .verbose, .noInput)
    place = arguments.again(.profile, .server, .store)
  }
}
