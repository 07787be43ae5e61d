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
      list(
        LocalizedPhrase("ARGUMENTS:"), declaration.positionals.map { Definition("<\($0.name)>", $0.help) }),
      list(LocalizedPhrase("OPTIONS:"), declaration.options.map { Definition($0.label, $0.fullHelp) }),
      list(LocalizedPhrase("SUBCOMMANDS:"), declaration.subcommands.map { Definition($0.name, $0.abstract) }),
      list(LocalizedPhrase("TOPICS:"), declaration.topics),
      furtherHelp,
    ]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var overview: [String] {
    var lines = headed(LocalizedPhrase("OVERVIEW:"), language.text(declaration.abstract))
    let discussion = language.text(declaration.discussion)
    if !discussion.isEmpty { lines += [""] + discussion.wrapped(toWidth: width) }
    return lines
  }

  private var examples: [String] {
    guard !declaration.examples.isEmpty else { return [] }
    return [style.bold(language.text(LocalizedPhrase("EXAMPLES:")))]
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
    return headed(LocalizedPhrase("USAGE:"), parts.joined(separator: " "), isHanging: true)
  }

  private var furtherHelp: [String] {
    guard !declaration.subcommands.isEmpty else { return [] }
    let see: LocalizedPhrase =
      declaration.topics.isEmpty
      ? "See '\(declaration.invocation) help <subcommand>' for detailed help."
      : "See '\(declaration.invocation) help <subcommand or topic>' for detailed help."
    return language.text(see).wrapped(toWidth: width - Self.indent).map { indented($0, by: Self.indent) }
  }

  /// A heading on the line where its text begins.
  private func headed(_ heading: LocalizedPhrase, _ text: String, isHanging: Bool = false) -> [String] {
    let heading = language.text(heading)
    let taken = heading.displayWidth + 1
    var lines = text.wrapped(toWidth: width, taken: taken, hanging: isHanging ? taken : 0)
    lines[0] = style.bold(heading) + " " + lines[0]
    return lines
  }

  private func list(_ heading: LocalizedPhrase, _ entries: [Definition]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [style.bold(language.text(heading))]
      + Definition.lines(
        entries, in: language, columns: width, indent: Self.indent, meaningsAt: Self.helpColumn)
  }

  private func indented(_ line: String, by count: Int) -> String {
    line.isEmpty ? "" : String(repeating: " ", count: count) + line
  }
}

extension Option {
  /// The help with what the declaration knows besides.
  var fullHelp: LocalizedPhrase {
    var notes: [LocalizedPhrase] = []
    if !choices.isEmpty { notes.append("values: \(choices.joined(separator: ", "))") }
    if let environment { notes.append("environment: \(environment)") }
    if repeats { notes.append("may be repeated") }
    return notes.isEmpty ? help : "\(help) (\(LocalizedPhrase(joining: notes, by: "; ")))"
  }
}
