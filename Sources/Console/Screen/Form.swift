import Foundation

/// Labelled fields that are filled in on the screen.
package struct Form: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
      /// Shown as dots where it is secret.
      case text(LineEditor, isSecret: Bool = false)
      /// One of several words, by its index.
      case choice([String], Int)
      case flag(Bool)

      fileprivate var text: String {
        switch self {
        case .text(let editor, _): editor.text
        case .choice(_, let index): String(index)
        case .flag(let isSet): isSet ? "1" : ""
        }
      }
    }

    package let name: String
    package let label: String
    package var value: Value
    /// The reason why the value is not accepted; nil for one that is.
    package var problem: String?
    /// An example, shown in an empty field.
    package let hint: String
    /// Whether Tab completes the path of a file.
    package let isPath: Bool

    package init(_ name: String, label: String, _ value: Value, hint: String = "", isPath: Bool = false) {
      (self.name, self.label, self.value, self.hint, self.isPath) = (name, label, value, hint, isPath)
    }
  }

  package enum Outcome: Equatable, Sendable {
    case typing
    case submitted
    case cancelled
  }

  package let title: String
  /// A line above the fields about what they change; empty for none.
  private let facts: String
  package var fields: [Field]
  /// A line below the fields: why the form was not accepted, or what is going on.
  package var message = ""
  private var list = ScrollingList()
  /// The texts of the fields at first.
  private let initial: [String]

  package init(title: String, facts: String = "", _ fields: [Field]) {
    (self.title, self.facts, self.fields) = (title, facts, fields)
    initial = fields.map(\.value.text)
    list.setCount(fields.count)
  }

  /// Whether a value is another one than at first.
  package var isChanged: Bool { fields.map(\.value.text) != initial }

  package var focus: Int { list.cursor }

  /// The text of a field; of a choice its index, and of a flag `1` or nothing.
  package func text(_ name: String) -> String {
    fields.first { $0.name == name }?.value.text ?? ""
  }

  package mutating func focus(on name: String) {
    if let index = fields.firstIndex(where: { $0.name == name }) { list.move(to: index) }
  }

  // MARK: Keys

  /// - Parameter complete: Completes the beginning of a path.
  package mutating func handle(_ key: Key, complete: (String) -> Completion = Form.completion) -> Outcome {
    message = ""
    guard fields.indices.contains(focus) else { return key == .escape ? .cancelled : .typing }
    switch (key, fields[focus].value) {
    case (.escape, _): return .cancelled
    case (.enter, _), (.control("s"), _): return .submitted
    case (.tab, .text(let editor, _)) where fields[focus].isPath && !editor.text.isEmpty:
      let completion = complete(editor.text)
      if let path = completion.path, path != editor.text {
        fields[focus].value = .text(LineEditor(path))
      } else if completion.names.count > 1 {
        message = completion.names.joined(separator: "  ")
      } else {
        list.move(to: (focus + 1) % fields.count)
      }
    case (.tab, _), (.down, _): list.move(to: (focus + 1) % fields.count)
    case (.backTab, _), (.up, _): list.move(to: (focus + fields.count - 1) % fields.count)
    case (.left, .choice(let words, let index)):
      fields[focus].value = .choice(words, (index + words.count - 1) % words.count)
    case (.right, .choice(let words, let index)), (.character(" "), .choice(let words, let index)):
      fields[focus].value = .choice(words, (index + 1) % words.count)
    case (.character(" "), .flag(let isSet)), (.left, .flag(let isSet)), (.right, .flag(let isSet)):
      fields[focus].value = .flag(!isSet)
    case (_, .text(var editor, let isSecret)):
      _ = editor.handle(key)
      fields[focus].value = .text(editor, isSecret: isSecret)
    case (_, .choice), (_, .flag): break
    }
    return .typing
  }

  /// A path as far as it is certain, and the names that it may go on to.
  package struct Completion: Equatable, Sendable {
    /// Up to where the names of files that begin with it differ; nil where nothing begins with it.
    package var path: String?
    package var names: [String] = []

    package init(path: String? = nil, names: [String] = []) { (self.path, self.names) = (path, names) }
  }

  /// The names that are shown of those that a path may go on to.
  private static let mostNames = 12

  /// The paths of a text that are separated by commas. A comma in a path has a backslash before it.
  package static func paths(in text: String) -> [String] {
    text.replacing("\\,", with: "\0").split(separator: ",").map {
      $0.replacing("\0", with: ",").trimmingCharacters(in: .whitespaces)
    }
  }

  /// The text of a path among others.
  package static func text(ofPath path: String) -> String { path.replacing(",", with: "\\,") }

  /// Completes the last of the paths that are separated by commas.
  package static func completion(of text: String) -> Completion {
    let hidden = text.replacing("\\,", with: "\0")
    let former = (hidden.lastIndex(of: ",").map { hidden[...$0] } ?? "").replacing("\0", with: "\\,")
    let path = paths(in: String(text.dropFirst(former.count))).first ?? ""
    let full = expanded(path)
    let folder = full.lastIndex(of: "/").map { String(full[...$0]) } ?? ""
    let beginning = full.dropFirst(folder.count)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let found = names.filter { $0.hasPrefix(beginning) && ($0.first != "." || beginning.first == ".") }
      .sorted()
    guard var common = found.first else { return Completion() }
    for name in found.dropFirst() { common = common.commonPrefix(with: name) }
    var isFolder: ObjCBool = false
    if found.count == 1, FileManager.default.fileExists(atPath: folder + common, isDirectory: &isFolder),
      isFolder.boolValue
    {
      common += "/"
    }
    let shown = found.prefix(mostNames).map(\.sanitizedLine) + (found.count > mostNames ? ["…"] : [])
    let completed = Self.text(ofPath: path.dropLast(beginning.count) + common)
    return Completion(path: former + (former.isEmpty ? "" : " ") + completed, names: shown)
  }

  /// A path with the home folder, as the shell knows it, in place of `~`.
  package static func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/") else { return path }
    return (ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()) + path.dropFirst()
  }

  // MARK: Drawing

  /// Draws the form over a canvas, and puts the cursor into its field.
  package mutating func draw(on canvas: inout Canvas, style: Style) {
    let labels = fields.map { $0.label.displayWidth }.max() ?? 0
    let width = min(canvas.columns, max(56, labels + 40))
    let problems = fields.map { problemLines($0, width - 4).count }.reduce(0, +)
    let messages = message.isEmpty ? [] : message.wrapped(toWidth: max(1, width - 4))
    let heading = facts.isEmpty ? [] : facts.wrapped(toWidth: max(1, width - 4))
    let area = canvas.area.middle(
      rows: heading.count + fields.count + problems + 2 + (messages.isEmpty ? 0 : messages.count + 1),
      columns: width)
    canvas.frame(area, title: title, style: style)
    var inside = area.inset(rows: 1, columns: 2)
    // A low screen has room for the fields first.
    if inside.rows >= heading.count + fields.count {
      canvas.draw(heading.map(style.dim), in: inside)
      inside.row += heading.count
      inside.rows -= heading.count
    }
    // A narrow screen has the labels above less of the value.
    let labelWidth = min(labels, max(6, inside.columns / 2 - 1))
    let room = inside.rows - (messages.isEmpty ? 0 : messages.count + 1)
    list.resize(height: max(1, room - problems))
    var row = inside.row
    canvas.cursor = nil
    for index in list.range where row < inside.row + room {
      let field = fields[index]
      let label = field.label.truncated(toWidth: labelWidth)
      canvas.draw(index == focus ? style.bold(label) : label, row: row, column: inside.column)
      let column = inside.column + labelWidth + 1
      draw(
        field, isFocused: index == focus, on: &canvas, row: row, column: column,
        limit: inside.column + inside.columns - column, style: style)
      row += 1
      for line in problemLines(field, inside.columns) where row < inside.row + room {
        canvas.draw(style.red(line), row: row, column: inside.column, limit: inside.columns)
        row += 1
      }
    }
    canvas.draw(
      messages,
      in: .init(
        row: inside.row + inside.rows - messages.count, column: inside.column, rows: messages.count,
        columns: inside.columns))
  }

  private func problemLines(_ field: Field, _ columns: Int) -> [String] {
    field.problem.map { ("! " + $0).wrapped(toWidth: max(1, columns), hanging: 2) } ?? []
  }

  private func draw(
    _ field: Field, isFocused: Bool, on canvas: inout Canvas, row: Int, column: Int, limit: Int, style: Style
  ) {
    switch field.value {
    case .text(let editor, let isSecret):
      let (shown, cursor) = editor.shown(columns: limit - 2, isSecret: isSecret)
      canvas.draw("[" + String(repeating: " ", count: max(0, limit - 2)) + "]", row: row, column: column)
      // Without colours an example would look like a value.
      let hint = field.hint.isEmpty || style.isColored ? field.hint : "(\(field.hint))"
      canvas.draw(
        shown.isEmpty ? style.dim(hint.truncated(toWidth: limit - 2)) : shown, row: row, column: column + 1,
        limit: limit - 2)
      if isFocused { canvas.cursor = (row, column + 1 + cursor) }
    case .choice(let words, let index):
      let word = words.indices.contains(index) ? words[index] : ""
      let text = isFocused ? "< \(word) >" : "  \(word)"
      canvas.draw(isFocused ? style.bold(text) : text, row: row, column: column, limit: limit)
    case .flag(let isSet):
      let text = isSet ? "[x]" : "[ ]"
      canvas.draw(isFocused ? style.bold(text) : text, row: row, column: column, limit: limit)
      if isFocused { canvas.cursor = (row, column + 1) }
    }
  }
}
