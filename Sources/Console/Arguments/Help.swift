/// The help page of a command: overview, examples, usage, arguments, options by section, subcommands and topics. Unless all of it
/// is wanted, options that are shared or rare are left out, and of a program with groups of commands all but these. No line is
/// wider than 80 columns or than the terminal, except where a single word is.
package struct Help {
  private static let indent = 2
  private static let helpColumn = 26
  /// The commands of a group that a short page describes; it names the others.
  private static let described = 2
  /// Fewer columns have no room for sentences beside the names of groups and commands.
  private static let groupedColumns = 72

  private let declaration: CommandDeclaration
  private let language: Language
  private let width: Int
  private let style: Style
  private let isWhole: Bool

  /// - Parameter isWhole: Whether nothing is left out for brevity.
  package init(
    _ declaration: CommandDeclaration, in language: Language = .english, columns: Int = 80,
    style: Style = .plain, isWhole: Bool = false
  ) {
    self.isWhole = isWhole
    self.declaration = declaration
    self.language = language
    width = min(80, max(40, columns))
    self.style = style
  }

  /// The page, without a line end after the last line.
  package var text: String {
    let sections = declaration.groups.isEmpty || isWhole ? wholePage : [title, usage, groups, topics]
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var wholePage: [[String]] {
    let groups =
      declaration.groups.isEmpty
      ? [CommandGroup(LocalizedPhrase("SUBCOMMANDS"), declaration.subcommands)] : declaration.groups
    let lists =
      declaration.sections(isWhole ? [.always, .shared, .rare] : [.always])
      + groups.map { ($0.heading, $0.commands.map { Definition($0.name, $0.abstract) }) }
      + [(LocalizedPhrase("TOPICS"), declaration.topics)]
    return [overview, examples, usage] + lists.map(list) + [furtherHelp, otherOptions]
  }

  private var title: [String] {
    headed(LocalizedPhrase("OVERVIEW"), language.text(declaration.abstract))
  }

  private var overview: [String] {
    var lines = title
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

  /// Each group beside its name: the first commands with what they do, and the names of the others; those of all where no sentences
  /// fit.
  private var groups: [String] {
    let headings = declaration.groups.map { language.text($0.heading) }
    guard width >= Self.groupedColumns else {
      return zip(headings, declaration.groups).flatMap { names(of: $1, after: $0) }
    }
    let column = (headings.map(\.displayWidth).max() ?? 0) + 2 + Self.indent
    let widths = declaration.groups.flatMap { $0.commands.prefix(Self.described) }.map(\.name.displayWidth)
    let meanings = column + (widths.max() ?? 0) + 2
    return zip(headings, declaration.groups).flatMap { heading, group -> [String] in
      let lines = described(group, indent: column, meaningsAt: meanings)
      let space = String(repeating: " ", count: column - Self.indent - heading.displayWidth)
      return [indented(style.bold(heading), by: Self.indent) + space + lines[0].dropFirst(column)]
        + lines.dropFirst()
    }
  }

  private func names(of group: CommandGroup, after heading: String) -> [String] {
    let names = group.commands.map(\.name).joined(separator: ", ")
    let lines = "\(heading): \(names)".wrapped(toWidth: width, hanging: Self.indent, breaksWords: false)
    return [style.bold(heading) + lines[0].dropFirst(heading.count)] + lines.dropFirst()
  }

  private func described(_ group: CommandGroup, indent: Int, meaningsAt column: Int) -> [String] {
    let described = group.commands.prefix(Self.described).map { Definition($0.name, $0.abstract) }
    let others = group.commands.dropFirst(Self.described).map(\.name).joined(separator: ", ")
    return Definition.lines(described, in: language, columns: width, indent: indent, meaningsAt: column)
      + (others.isEmpty ? [] : wrapped(LocalizedPhrase(verbatim: others), indent: indent))
  }

  private var topics: [String] {
    let (help, names) = (declaration.helpInvocation, declaration.topics.map(\.word).joined(separator: ", "))
    return wrapped("See '\(help) <subcommand, topic or word>' for detailed help.", indent: 0)
      + wrapped("Topics: \(names) · \(help) --all", indent: 0)
  }

  private var furtherHelp: [String] {
    guard !declaration.subcommands.isEmpty else { return [] }
    let see: LocalizedPhrase =
      declaration.topics.isEmpty
      ? "See '\(declaration.helpInvocation) <subcommand>' for detailed help."
      : "See '\(declaration.helpInvocation) <subcommand or topic>' for detailed help."
    return wrapped(see, indent: Self.indent)
  }

  private var otherOptions: [String] {
    guard !isWhole, declaration.options.contains(where: { $0.listing != .always }) else { return [] }
    let (help, program) = (declaration.helpInvocation, declaration.invocation.prefix { $0 != " " })
    return wrapped("Shared options: '\(String(program)) help options'; all: '\(help) --all'.", indent: 0)
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
