import Console
import Foundation
import OpenMarket
import Tables

/// `market import FILE…`: adds and changes items by the rows of tables.
struct Import: Command {
  static let usesStore = true

  static let declaration = CommandDeclaration(
    name: "import", parent: "market", abstract: "Add and change items by the rows of a table.",
    discussion: """
      Reads CSV, TSV, JSON and Excel workbooks, compares each row with the market, shows the plan, asks, and applies it \
      batch by batch. A stopped import continues with --resume, and nothing is done twice. The item of a row is the one \
      with its SKU; importing the same file again changes nothing. An empty cell leaves a value and \\empty clears it. \
      Rejected rows go to FILE.rejects.csv with the reasons; corrected, that file can be imported as it is. The exit code \
      is 7 if rows are rejected.
      """,
    examples: [
      .init("market import items.csv", "Show the plan, ask, and apply it."),
      .init("market import items.xlsx photos/ --yes", "With the images photos/SKU.jpg, without a prompt."),
      .init("market import items.csv --dry-run", "Only show the plan."),
      .init(
        "market import items.csv --map '판매가격=price' --currency KRW",
        "Read a column whose header is not known."),
    ],
    positionals: [
      Positional(
        name: "file", help: "A table, or a folder of images as with --images; '-' is standard input.",
        repeats: true, required: false,
        candidates: .files)
    ],
    options: ImportArguments.options + [
      .dryRun,
      Option(long: "exit-code", help: "With --dry-run, exit with 1 if anything would change."),
      Option(long: "yes", short: "y", help: "Apply the plan without a prompt; required in a pipe."),
      Option(long: "resume", help: "Continue a stopped import of these files."),
      Option(
        long: "plan", value: "file", help: "Write the plan to this file and apply nothing.",
        candidates: .files),
      Option(long: "apply", value: "file", help: "Apply a plan that '--plan' wrote.", candidates: .files),
      Option(
        long: "rejects", value: "file", help: "Write rejected rows to this file.", candidates: .files,
        defaultValue: "FILE.rejects.csv"),
      Option(
        long: "results", value: "file",
        help: "Write the result of each row to this CSV file; with --dry-run what would become of it.",
        candidates: .files),
      Option(long: "force", short: "f", help: "Replace existing files of rejects, results and plans."),
      Option(
        long: "atomic",
        help: "Apply all rows or none; at a server at most 500 changes, in this machine's store any number."),
      .passwordFile,
    ] + Option.markets + Option.everywhere)

  private let run: ImportRun

  init(_ arguments: Arguments, _ settings: Settings) throws {
    var shared = try ImportArguments(arguments, settings, in: Self.declaration)
    let steps = ["dry-run", "plan", "apply", "resume"].filter { arguments.flag($0) }
    if steps.count > 1 {
      throw UsageError(.conflictingOptions("--\(steps[0])", "--\(steps[1])"), in: Self.declaration)
    }
    let (files, folder) = try ImportArguments.files(arguments)
    if let folder { shared.images = folder }
    if files.isEmpty, !arguments.flag("apply"), let path = arguments.positionals.first {
      throw ImportError.onlyFolder(path)
    }
    if arguments.flag("apply") != files.isEmpty {
      throw files.isEmpty
        ? UsageError(.missingArgument("file"), in: Self.declaration)
        : UsageError(.conflictingOptions("--apply", "<file>"), in: Self.declaration)
    }
    let step: ImportRun.Step =
      if arguments.flag("dry-run") {
        .show
      } else if let path = arguments.value("plan") {
        .keep(path)
      } else if let path = arguments.value("apply") {
        .apply(path)
      } else {
        arguments.flag("resume") ? .resume : .whole
      }
    run = ImportRun(
      files: files, arguments: shared, step: step,
      reportsChanges: arguments.flag("exit-code"), isConfirmed: arguments.flag("yes"),
      isAtomic: arguments.flag("atomic"),
      report: ReportOptions(
        rejects: arguments.value("rejects"), results: arguments.value("results"),
        replaces: arguments.flag("force")),
      repeated: arguments.again(["server", "store", "rejects", "results", "password-file"])
        + (arguments.flag("force") ? ["--force"] : []))
  }

  func run(_ context: CommandContext) async throws -> ExitCode { try await run.run(context) }
}
