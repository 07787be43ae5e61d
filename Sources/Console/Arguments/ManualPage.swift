/// The manual page of a command, in the macros of man(7) that every roff knows.
package struct ManualPage {
  private let declaration: CommandDeclaration
  private let section: Int

  package init(_ declaration: CommandDeclaration, section: Int = 1) {
    self.declaration = declaration
    self.section = section
  }

  package var text: String {
    let name = declaration.invocation.split(separator: " ").joined(separator: "-")
    var lines = [".TH \"\(escaped(name.uppercased()))\" \(section)", ".SH NAME"]
    lines.append("\(escaped(name)) \\- \(escaped(declaration.abstract))")
    lines += [".SH SYNOPSIS", ".B " + escaped(declaration.invocation)]
    if !declaration.options.isEmpty { lines.append(escaped("[<options>]")) }
    if !declaration.subcommands.isEmpty { lines.append(escaped("<subcommand>")) }
    lines += declaration.positionals.map { escaped($0.label) }
    if !declaration.discussion.isEmpty {
      lines.append(".SH DESCRIPTION")
      for line in declaration.discussion.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(line.isEmpty ? ".PP" : escaped(String(line)))
      }
    }
    lines += list("ARGUMENTS", declaration.positionals.map { ("<\($0.name)>", $0.help) })
    lines += list("OPTIONS", declaration.options.map { ($0.label, $0.fullHelp) })
    lines += list("COMMANDS", declaration.subcommands.map { ($0.name, $0.abstract) })
    lines += list("EXAMPLES", declaration.examples.map { ($0.command, $0.explanation) })
    return lines.joined(separator: "\n") + "\n"
  }

  private func list(_ heading: String, _ entries: [(term: String, text: String)]) -> [String] {
    guard !entries.isEmpty else { return [] }
    return [".SH " + heading]
      + entries.flatMap { [".TP", ".B " + escaped($0.term)] + ($0.text.isEmpty ? [] : [escaped($0.text)]) }
  }

  /// A backslash begins a roff escape, a plain hyphen may be set as a dash that nobody can copy, and a line that
  /// begins with a full stop or an apostrophe is a request.
  private func escaped(_ text: String) -> String {
    let body = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
      .replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return body.hasPrefix(".") || body.hasPrefix("'") ? "\\&" + body : body
  }
}
