/// The help page of a command, in the order in which people read it: what it does, how it is used in earnest,
/// and then every detail. No line is wider than 80 columns, nor than the terminal.
package struct Help {
  private static let indent = 2
  private static let helpColumn = 26

  private let declaration: CommandDeclaration
  private let width: Int
  private let style: Style

  package init(_ declaration: CommandDeclaration, columns: Int = 80, style: Style = .plain) {
    self.declaration = declaration
    width = min(80, max(40, columns))
    self.style = style
  }

  /// Without a line end after the last line.
  package var text: String {
    let sections = [
      overview, examples, usage,
      list("ARGUMENTS:", declaration.positionals.map { ("<\($0.name)>", $0.help) }),
      list("OPTIONS:", declaration.options.map { ($0.label, $0.fullHelp) }),
      list("SUBCOMMANDS:", declaration.subcommands.map { ($0.name, $0.abstract) }),
      list("TOPICS:", declaration.topics.map { ($0.word, $0.meaning) }),
      furtherHelp,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var overview: [String] {
    var lines = headed("OVERVIEW:", declaration.abstract, hanging: 0)
    if !declaration.discussion.isEmpty { lines += [""] + declaration.discussion.wrapped(toWidth: width) }
    return lines
  }

  private var examples: [String] {
    guard !declaration.examples.isEmpty else { return [] }
    return [style.bold("EXAMPLES:")]
      + declaration.examples.flatMap { example in
        ShellLine(example.command).wrapped(toWidth: width - 2, hanging: 4).map { indented($0, by: 2) }
          + example.explanation.wrapped(toWidth: width - 6).map { indented($0, by: 6) }
      }
  }

  private var usage: [String] {
    var parts = [declaration.invocation]
    if !declaration.options.isEmpty { parts.append("[<options>]") }
    if !declaration.subcommands.isEmpty { parts.append("<subcommand>") }
    parts += declaration.positionals.map(\.label)
    return headed("USAGE:", parts.joined(separator: " "), hanging: 7)
  }

  private var furtherHelp: [String] {
    guard !declaration.subcommands.isEmpty else { return [] }
    let what = declaration.topics.isEmpty ? "<subcommand>" : "<subcommand or topic>"
    let see = "See '\(declaration.invocation) help \(what)' for detailed help."
    return see.wrapped(toWidth: width - Self.indent).map { indented($0, by: Self.indent) }
  }

  /// A heading on the line where its text begins.
  private func headed(_ heading: String, _ text: String, hanging: Int) -> [String] {
    var lines = text.wrapped(toWidth: width, taken: heading.count + 1, hanging: hanging)
    lines[0] = style.bold(heading) + " " + lines[0]
    return lines
  }

  private func list(_ heading: String, _ entries: [(label: String, help: String)]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let lines = entries.flatMap { label, help in
      let label = label.wrapped(toWidth: width - Self.indent).map { indented($0, by: Self.indent) }
      let help = help.wrapped(toWidth: width - Self.helpColumn).map { indented($0, by: Self.helpColumn) }
      guard label.count == 1, label[0].displayWidth < Self.helpColumn, let first = help.first else {
        return label + help
      }
      return [label[0] + first.dropFirst(label[0].displayWidth)] + help.dropFirst()
    }
    return [style.bold(heading)] + lines
  }

  private func indented(_ line: String, by count: Int) -> String {
    line.isEmpty ? "" : String(repeating: " ", count: count) + line
  }
}

extension Option {
  /// The help with what the declaration knows besides.
  var fullHelp: String {
    var notes: [String] = []
    if !choices.isEmpty { notes.append("values: " + choices.joined(separator: ", ")) }
    if let environment { notes.append("environment: " + environment) }
    if repeats { notes.append("may be repeated") }
    return notes.isEmpty ? help : help + " (" + notes.joined(separator: "; ") + ")"
  }
}
