import Console
import OpenMarket

/// The changes of several items in words.
struct BulkEditReport {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// Items that are shown before the question; the person can ask for the others.
  private static let shown = 10

  /// Shows the first changes, on stderr.
  func show(_ changes: [BulkEdit.Line]) {
    let (console, style) = (context.console, context.console.errorStyle)
    for line in changes.prefix(Self.shown) {
      for text in lines(line, style) { console.note(LocalizedPhrase(verbatim: text), isWhole: false) }
    }
    let more = changes.count - Self.shown
    if more > 0 { console.note("… and \(grouped: more) more") }
  }

  /// All changes, where they are more than `show` shows.
  func more(_ changes: [BulkEdit.Line]) -> [String]? {
    changes.count > Self.shown ? changes.flatMap { lines($0, context.console.errorStyle) } : nil
  }

  /// Prints the changes: for a program a line for each field, with the id before it.
  func print(_ changes: [BulkEdit.Line]) throws {
    let console = context.console
    for line in changes {
      guard console.output.isTerminal else {
        for change in Self.changes(line, { $0.data }) {
          try console.print(TSV.line([String(line.id), change.field.key, change.before, change.after]))
        }
        continue
      }
      for text in lines(line, console.style) { try console.print(text) }
    }
  }

  private func lines(_ line: BulkEdit.Line, _ style: Style) -> [String] {
    let heading = style.bold(
      "#\(line.id) \(line.title.sanitizedLine)".truncated(toWidth: context.console.columns))
    let format = context.format
    return [heading]
      + FieldChange.lines(
        Self.changes(line) { $0.words(format) }, format, style: style, columns: context.console.columns)
  }

  private static func changes(
    _ line: BulkEdit.Line, _ fields: (ItemDraft) -> ItemDraft.Fields
  ) -> [FieldChange] {
    guard let after = line.after else { return [] }
    return FieldChange.all(from: fields(line.before), to: fields(after))
  }

  func note(_ problem: BulkEditError.Problem, ofItem id: Int) { context.note("#\(id): \(problem.sentence)") }

  func note(_ problem: PlanProblem, ofItem id: Int) {
    context.note("#\(id): \(problem.sentence.sanitizedLine)")
  }
}

/// Why several items are not changed.
enum BulkEditError: ReportableError, DescribedError, Equatable {
  /// Why one item is not.
  enum Problem: Equatable {
    case invalid(ValidationError)
    case otherCurrency(Currency)

    var sentence: LocalizedPhrase {
      switch self {
      case .invalid(let error): error.message
      case .otherCurrency(let currency): "its price is in \(currency.code)"
      }
    }
  }

  /// An option that is for one item.
  case single(option: String)
  case noChange
  /// Items that cannot be changed, where all or none are.
  case notAll(Int, of: Int)
  /// The item that was not changed, for which all others were not.
  case undone(id: Int, BatchRefusal)

  var failure: CommandFailure {
    switch self {
    case .single(let option):
      CommandFailure(
        "'\(option)' changes one item, named by its id", .usage, help: "Give one id: 'market edit <id> …'")
    case .noChange:
      CommandFailure(
        "No changes given", .usage,
        help: "Pass what to change, such as '--price <amount>' or '--stock <count>'")
    case .notAll(let count, let all):
      CommandFailure(
        "\(grouped: count) of \(grouped: all) items cannot be changed; nothing was changed", .refused,
        help: "Leave out the items that are named above")
    case .undone(let id, .changed):
      Self.undone("Item \(id) has changed meanwhile; nothing was changed", .refused)
    case .undone(let id, .noSuchItem):
      Self.undone("Item \(id) was deleted meanwhile; nothing was changed", .notFound)
    case .undone(let id, _): Self.undone("Item \(id) cannot be changed; nothing was changed", .refused)
    }
  }

  private static func undone(_ message: LocalizedPhrase, _ exitCode: ExitCode) -> CommandFailure {
    CommandFailure(message, exitCode, help: "Run the command again to see the present values")
  }
}
