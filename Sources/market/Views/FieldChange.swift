import Console
import OpenMarket
import SystemSupport
import Wording

/// A field of an item with its values before and after a change.
struct FieldChange: Equatable {
  let field: ItemField
  /// Nil for a value that the market does not show.
  let before: String?
  let after: String
  /// The name of what is no field of a draft; nil for that of the field.
  var label: LocalizedPhrase?

  /// The fields whose values differ.
  ///
  /// - Parameter format: Nil for another program.
  static func all(from before: ItemDraft, to after: ItemDraft, _ format: OutputFormat?) -> [FieldChange] {
    zip(before.fields(format), after.fields(format))
      .map { FieldChange(field: $0.field, before: $0.text, after: $1.text) }
      .filter { $0.before != $0.after }
  }

  /// The changes as aligned text, one line each: `Price  KRW 10 → KRW 9`.
  static func lines(_ changes: [FieldChange], _ format: OutputFormat, style: Style, columns: Int)
    -> [String]
  {
    if format.isAccessible { return changes.map { $0.words(format) } }
    return lines(
      changes.map {
        (
          name: format.text($0.name), before: $0.before ?? format.text(LocalizedPhrase("not shown")),
          after: $0.after
        )
      }, format, style: style, columns: columns)
  }

  /// Values before and after a change as aligned text, one line each.
  static func lines(
    _ changes: [(name: String, before: String, after: String)], _ format: OutputFormat, style: Style,
    columns: Int
  ) -> [String] {
    let width = changes.map { $0.name.displayWidth }.max() ?? 0
    return changes.map { change in
      func words(_ value: String) -> String {
        value.isEmpty ? format.text(LocalizedPhrase("none")) : value.sanitizedLine
      }
      let (before, after) = (words(change.before), words(change.after))
      // Half of the line for each, and what one of them leaves free for the other.
      let room = columns - width - 7
      func share(beside other: String) -> Int { max(8, room / 2, room - other.displayWidth) }
      let (old, new) = String.truncated(
        before, toWidth: share(beside: after), after, toWidth: share(beside: before))
      return "  " + style.dim(change.name.padded(toWidth: width)) + "  "
        + style.dim(change.before.isEmpty ? old : style.strikethrough(old)) + " → " + style.bold(new)
    }
  }

  /// `Price: KRW 9, was KRW 10`.
  private func words(_ format: OutputFormat) -> String {
    func shown(_ value: String) -> LocalizedPhrase {
      value.isEmpty ? LocalizedPhrase("none") : LocalizedPhrase(verbatim: value.sanitizedLine)
    }
    let former = before.map(shown) ?? LocalizedPhrase("not shown")
    let values: LocalizedPhrase = "\(shown(after)), was \(former)"
    return format.text("\(name): \(values)")
  }

  /// The change as TSV: the field and its two values, or the new one alone where the former one is not shown.
  var line: String { TSV.line([field.key, before, after].compactMap(\.self)) }

  private var name: LocalizedPhrase { label ?? (field == .images ? LocalizedPhrase("Images") : field.name) }
}

extension FieldChange {
  /// `--json` of changes: the fields of `members`.
  static let json = Option<OutputFields?>.json(of: ["id", "title", "changes"])

  /// As the log has it.
  fileprivate var json: JSON {
    func value(_ text: String?) -> JSON { .text(text.flatMap { $0.isEmpty ? nil : $0 }) }
    return .object([("field", .string(field.key)), ("before", value(before)), ("after", value(after))])
  }
}

extension CommandContext {
  /// The item, and below it its changes, for a person.
  ///
  /// - Parameter isError: Whether they are written to stderr.
  func lines(_ changes: [FieldChange], of id: Int, _ title: String, isError: Bool = false) -> [String] {
    let style = isError ? console.errorStyle : console.style
    return [style.bold("#\(id) \(title.sanitizedLine)".truncated(toWidth: console.columns))]
      + (changes.isEmpty ? [format.text("No changes.")] : [])
      + FieldChange.lines(changes, format, style: style, columns: console.columns)
  }

  /// Writes the changes of an item: on a terminal below its title, else a line of data for each.
  ///
  /// - Parameters:
  ///   - fields: Nil for output that is not JSON.
  ///   - isOneOfSeveral: Whether a line of data begins with the id.
  func write(
    _ changes: [FieldChange], of id: Int, _ title: String, as fields: OutputFields? = nil,
    isOneOfSeveral: Bool = false
  ) throws {
    if let fields {
      let changes = JSON.array(changes.map(\.json))
      let members = [("id", JSON.number(id)), ("title", .string(title)), ("changes", changes)]
      return try console.print(fields.line(members.map { (key: $0.0, value: $0.1) }))
    }
    let data = changes.map { isOneOfSeveral ? TSV.line([String(id)]) + "\t" + $0.line : $0.line }
    for line in console.output.isTerminal ? lines(changes, of: id, title) : data { try console.print(line) }
  }
}
