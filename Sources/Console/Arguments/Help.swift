/// The help page of a command, in the order in which people read it: what it does, how it is used in earnest,
/// and then every detail. No line is wider than 80 columns, nor than the terminal.
package struct Help {
  private static let indent = 2
  private static let helpColumn = 26

  private let declaration: CommandDeclaration
  private let language: Language
  private let width: Int
  private let style: Style

  package init(
    _ declaration: CommandDeclaration, in language: Language = .english, columns: Int = 80,
    style: Style = .plain
  ) {
    self.declaration = declaration
    self.language = language
    width = min(80, max(40, columns))
    self.style = style
  }

  /// Without a line end after the last line.
  package var text: String {
    let sections = [
      overview, examples, usage,
      list(Phrase("ARGUMENTS:"), declaration.positionals.map { Term("<\($0.name)>", $0.help) }),
      list(Phrase("OPTIONS:"), declaration.options.map { Term($0.label, $0.fullHelp) }),
      list(Phrase("SUBCOMMANDS:"), declaration.subcommands.map { Term($0.name, $0.abstract) }),
      list(Phrase("TOPICS:"), declaration.topics),
      furtherHelp,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var overview: [String] {
    var lines = headed(Phrase("OVERVIEW:"), language.text(declaration.abstract))
    let discussion = language.text(declaration.discussion)
    if !discussion.isEmpty { lines += [""] + discussion.wrapped(toWidth: width) }
    return lines
  }

  private var examples: [String] {
    guard !declaration.examples.isEmpty else { return [] }
    return [style.bold(language.text(Phrase("EXAMPLES:")))]
      + declaration.examples.flatMap { example in
        ShellLine(example.command).wrapped(toWidth: width - 2, hanging: 4).map { indented($0, by: 2) }
          + language.text(example.explanation).wrapped(toWidth: width - 6).map { indented($0, by: 6) }
      }
  }

  private var usage: [String] {
    var parts = [declaration.invocation]
    if !declaration.options.isEmpty { parts.append("[<options>]") }
    if !declaration.subcommands.isEmpty { parts.append("<subcommand>") }
    parts += declaration.positionals.map(\.label)
    return headed(Phrase("USAGE:"), parts.joined(separator: " "), isHanging: true)
  }

  private var furtherHelp: [String] {
    guard !declaration.subcommands.isEmpty else { return [] }
    let see: Phrase =
      declaration.topics.isEmpty
      ? "See '\(declaration.invocation) help <subcommand>' for detailed help."
      : "See '\(declaration.invocation) help <subcommand or topic>' for detailed help."
    return language.text(see).wrapped(toWidth: width - Self.indent).map { indented($0, by: Self.indent) }
  }

  /// A heading on the line where its text begins.
  private func headed(_ heading: Phrase, _ text: String, isHanging: Bool = false) -> [String] {
    let heading = language.text(heading)
    let taken = heading.displayWidth + 1
    var lines = text.wrapped(toWidth: width, taken: taken, hanging: isHanging ? taken : 0)
    lines[0] = style.bold(heading) + " " + lines[0]
    return lines
  }

  private func list(_ heading: Phrase, _ entries: [Term]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [style.bold(language.text(heading))]
      + Term.lines(
        entries, in: language, columns: width, indent: Self.indent, meaningsAt: Self.helpColumn)
  }

  private func indented(_ line: String, by count: Int) -> String {
    line.isEmpty ? "" : String(repeating: " ", count: count) + line
  }
}

extension Option {
  /// The help with what the declaration knows besides.
  var fullHelp: Phrase {
    var notes: [Phrase] = []
    if !choices.isEmpty { notes.append("values: \(choices.joined(separator: ", "))") }
    if let environment { notes.append("environment: \(environment)") }
    if repeats { notes.append("may be repeated") }
    return notes.isEmpty ? help : "\(help) (\(Phrase(joining: notes, by: "; ")))"
  }
}
