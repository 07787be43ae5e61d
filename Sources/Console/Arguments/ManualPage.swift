/// The manual page of a command, for section 1, in the macros of man(7).
package struct ManualPage {
  private let declaration: CommandDeclaration
  private let language: Language
  private let source: String
  private let sections: [(heading: LocalizedPhrase, terms: [Definition])]

  /// - Parameters:
  ///   - source: The program and its version, for the footer.
  ///   - sections: Further sections, with headings in capitals, after the options and commands.
  package init(
    _ declaration: CommandDeclaration, in language: Language = .english, source: String = "",
    sections: [(heading: LocalizedPhrase, terms: [Definition])] = []
  ) {
    self.declaration = declaration
    self.language = language
    self.source = source
    self.sections = sections
  }

  /// The page, without a line end after the last line.
  package var text: String {
    let name = declaration.invocation.split(separator: " ").joined(separator: "-")
    var lines = [
      ".TH \"\(escaped(name.uppercased()))\" 1 \"\" \"\(escaped(source))\"",
      // Left-aligned and without hyphenation, so that names of options and files can be copied.
      ".ad l", ".nh", heading(LocalizedPhrase("NAME")),
    ]
    lines.append("\(escaped(name)) \\- \(escaped(declaration.abstract))")
    lines += [heading(LocalizedPhrase("SYNOPSIS")), ".B " + escaped(declaration.invocation)]
    lines += declaration.arguments.map { escaped($0) }
    if !declaration.discussion.isEmpty {
      lines.append(heading(LocalizedPhrase("DESCRIPTION")))
      for line in language.text(declaration.discussion).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        lines.append(line.isEmpty ? ".PP" : escaped(String(line)))
      }
    }
    lines += declaration.sections([.always, .shared, .rare]).flatMap { list($0.heading, $0.terms) }
    lines += list(
      LocalizedPhrase("COMMANDS"), declaration.subcommands.map { Definition($0.name, $0.abstract) })
    lines += sections.flatMap { list($0.heading, $0.terms) }
    lines += list(
      LocalizedPhrase("EXAMPLES"), declaration.examples.map { Definition($0.command, $0.explanation) })
    lines += seeAlso
    return lines.joined(separator: "\n")
  }

  private func heading(_ phrase: LocalizedPhrase) -> String { ".SH " + escaped(phrase) }

  private func list(_ heading: LocalizedPhrase, _ terms: [Definition]) -> [String] {
    guard !terms.isEmpty else { return [] }
    return [self.heading(heading)]
      + terms.flatMap {
        // Indented by 4, so that a long name fits beside it at 40 columns.
        [".TP 4", ".B " + escaped($0.label)] + ($0.meaning.isEmpty ? [] : [escaped($0.meaning)])
      }
  }

  /// References to the parent's page and to those of the subcommands.
  private var seeAlso: [String] {
    let pages =
      (declaration.parent.map { [$0] } ?? [])
      + declaration.subcommands.map { "\(declaration.invocation) \($0.name)" }
    guard !pages.isEmpty else { return [] }
    return [heading("SEE ALSO")]
      + pages.enumerated().map { index, page in
        ".BR " + escaped(page.replacing(" ", with: "-")) + (index < pages.count - 1 ? " (1)," : " (1)")
      }
  }

  private func escaped(_ phrase: LocalizedPhrase) -> String { escaped(language.text(phrase)) }

  /// The text with the characters escaped that roff gives a meaning. A backslash begins an escape; quotes delimit the
  /// arguments of a request; a plain hyphen, quote or tilde may be typeset as a character that cannot be pasted into a
  /// shell (groff_char(7)); bytes beyond ASCII depend on the formatter; a line that begins with a full stop is a request.
  private func escaped(_ text: String) -> String {
    let body = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\n": " "
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "\"": "\\(dq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      // groff requires at least four digits, in upper case.
      case _ where !scalar.isASCII: String(format: "\\[u%04lX]", Int(scalar.value))
      default: String(scalar)
      }
    }.joined()
    return body.hasPrefix(".") ? "\\&" + body : body
  }
}
