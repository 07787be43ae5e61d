import Console
import OpenMarket

/// The changes of several items in words.
struct BulkEditReport {
  /// Items that are shown before the question; the person can ask for the others.
  private static let shown = 10

  let context: CommandContext

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
          try console.print(TSV.line([String(line.id), change.field.key, change.before ?? "", change.after]))
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

  func note(_ problem: LocalizedPhrase, ofItem id: Int) { context.note("#\(id): \(problem)") }

  func note(_ problem: PlanProblem, ofItem id: Int) {
    context.note("#\(id): \(problem.sentence.sanitizedLine)")
  }
}
