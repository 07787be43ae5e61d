/// The help page of a command: overview, examples, usage, arguments, options by section, subcommands and topics. No line
/// is wider than 80 columns or than the terminal, except where a single word is.
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

  /// The page, without a line end after the last line.
  package var text: String {
    let lists: [(heading: LocalizedPhrase, terms: [Definition])] =
      [
        (
          LocalizedPhrase("ARGUMENTS"),
          declaration.positionals.map { Definition(named: $0.placeholder, $0.help) }
        )
      ]
      + declaration.optionSections.map { section in
        (section.heading, section.options.map { Definition(named: $0.label, $0.fullHelp) })
      } + [
        (
          LocalizedPhrase("SUBCOMMANDS"),
          declaration.subcommands.map { Definition($0.name, $0.abstract) }
        ),
        (LocalizedPhrase("TOPICS"), declaration.topics),
      ]
    let sections = [overview, examples, usage] + lists.map(list) + [furtherHelp]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var overview: [String] {
    var lines = headed(LocalizedPhrase("OVERVIEW"), language.text(declaration.abstract))
    let discussion = language.text(declaration.discussion)
    if !discussion.isEmpty { lines += [""] + discussion.wrapped(toWidth: width, breaksWords: false) }
    return lines
  }

  private var examples: [String] {
    guard !declaration.examples.isEmpty else { return [] }
    return [heading(LocalizedPhrase("EXAMPLES"))]
      + declaration.examples.flatMap { example in
        ShellLine(example.command).wrapped(toWidth: width - 2, hanging: 4).map { indented($0, by: 2) }
          + wrapped(example.explanation, indent: 6)
      }
  }

  private var usage: [String] {
    let parts = [declaration.invocation] + declaration.arguments.map(language.text)
    return headed(LocalizedPhrase("USAGE"), parts.joined(separator: " "), isHanging: true)
  }

  private var furtherHelp: [String] {
    guard !declaration.subcommands.isEmpty else { return [] }
    let see: LocalizedPhrase =
      declaration.topics.isEmpty
      ? "See '\(declaration.helpInvocation) <subcommand>' for detailed help."
      : "See '\(declaration.helpInvocation) <subcommand or topic>' for detailed help."
    return wrapped(see, indent: Self.indent)
  }

  private func heading(_ phrase: LocalizedPhrase) -> String { style.bold(language.text(phrase) + ":") }

  /// A heading and a text that begins on its line.
  private func headed(_ phrase: LocalizedPhrase, _ text: String, isHanging: Bool = false) -> [String] {
    let taken = language.text(phrase).displayWidth + 2
    var lines = text.wrapped(
      toWidth: width, taken: taken, hanging: isHanging ? taken : 0, breaksWords: false)
    lines[0] = heading(phrase) + " " + lines[0]
    return lines
  }

  private func list(_ heading: LocalizedPhrase, _ entries: [Definition]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [self.heading(heading)]
      + Definition.lines(
        entries, in: language, columns: width, indent: Self.indent, meaningsAt: Self.helpColumn)
  }

  private func wrapped(_ phrase: LocalizedPhrase, indent: Int) -> [String] {
    language.text(phrase).wrapped(toWidth: width - indent, breaksWords: false).map {
      indented($0, by: indent)
    }
  }

  private func indented(_ line: String, by count: Int) -> String {
    line.isEmpty ? "" : String(repeating: " ", count: count) + line
  }
}
