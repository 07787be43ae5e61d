import Foundation

/// The manual page of a command, for section 1, in the macros of man(7) that every roff knows.
package struct ManualPage {
  private let declaration: CommandDeclaration
  private let language: Language
  private let source: String
  private let sections: [(heading: LocalizedPhrase, terms: [Definition])]

  /// - Parameters:
  ///   - source: The program and its version, for the foot of the page.
  ///   - sections: What stands after the rest, with headings in capitals.
  package init(
    _ declaration: CommandDeclaration, in language: Language = .english, source: String = "",
    sections: [(heading: LocalizedPhrase, terms: [Definition])] = []
  ) {
    self.declaration = declaration
    self.language = language
    self.source = source
    self.sections = sections
  }

  /// Without a line end after the last line.
  package var text: String {
    let name = declaration.invocation.split(separator: " ").joined(separator: "-")
    var lines = [
      ".TH \"\(escaped(name.uppercased()))\" 1 \"\" \"\(escaped(source))\"",
      // Neither torn apart to fill the lines nor hyphenated: names of options and files have to be copied.
      ".ad l", ".nh", heading(LocalizedPhrase("NAME")),
    ]
    lines.append("\(escaped(name)) \\- \(escaped(declaration.abstract))")
    lines += [heading(LocalizedPhrase("SYNOPSIS")), ".B " + escaped(declaration.invocation)]
    if !declaration.options.isEmpty { lines.append(escaped("[<options>]")) }
    if !declaration.subcommands.isEmpty { lines.append(escaped("<subcommand>")) }
    lines += declaration.positionals.map { escaped($0.label) }
    if !declaration.discussion.isEmpty {
      lines.append(heading(LocalizedPhrase("DESCRIPTION")))
      for line in language.text(declaration.discussion).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        lines.append(line.isEmpty ? ".PP" : escaped(String(line)))
      }
    }
    lines += list(
      LocalizedPhrase("ARGUMENTS"), declaration.positionals.map { Definition("<\($0.name)>", $0.help) })
    lines += list(LocalizedPhrase("OPTIONS"), declaration.options.map { Definition($0.label, $0.fullHelp) })
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
        // No deeper: a long name has to fit beside it at 40 columns.
        [".TP 4", ".B " + escaped($0.label)] + ($0.meaning.isEmpty ? [] : [escaped($0.meaning)])
      }
  }

  /// The pages of the subcommands, or of what this is a command of.
  private var seeAlso: [String] {
    let pages =
      declaration.parent.map { [$0] }
      ?? declaration.subcommands.map { "\(declaration.name)-\($0.name)" }
    guard !pages.isEmpty else { return [] }
    return [heading("SEE ALSO")]
      + pages.enumerated().map { index, page in
        ".BR " + escaped(page.replacing(" ", with: "-")) + (index < pages.count - 1 ? " (1)," : " (1)")
      }
  }

  private func escaped(_ phrase: LocalizedPhrase) -> String { escaped(language.text(phrase)) }

  /// What stands for itself in roff: a backslash begins an escape, quotes part the words of a request, a plain hyphen,
  /// quote or tilde may be set as a sign that nobody can copy (groff_char(7)), bytes beyond ASCII depend on the reader,
  /// and a line that begins with a full stop is a request.
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
      // At least four capital digits, as groff wants them.
      case _ where !scalar.isASCII: String(format: "\\[u%04lX]", Int(scalar.value))
      default: String(scalar)
      }
    }.joined()
    return body.hasPrefix(".") ? "\\&" + body : body
  }
}
