import Console
import TestSupport
import Testing

@testable import market

struct ManualTests {
  @Test func `the whole manual page of a command`() async throws {
    try await Home().pipe.run("help --man completion").prints(
      #"""
      .TH "MARKET\-COMPLETION" 1 "" "market 1.0.0"
      .ad l
      .nh
      .SH NAME
      market\-completion \- Print the completion script for a shell.
      .SH SYNOPSIS
      .B market completion
      [<options>]
      <shell>
      .SH DESCRIPTION
      Completes commands, options, option values, files and topics, item ids with their titles, and the numbers of past searches. Of a server\(aqs items, the cached ones are completed.
      .SH ARGUMENTS
      .TP 4
      .B <shell>
      One of bash, zsh, fish.
      .SH OPTIONS
      .TP 4
      .B \-h, \-\-help
      Show this help.
      .SH OUTPUT OPTIONS
      .TP 4
      .B \-\-color <when>
      When to use colours. (values: auto, always, never; default: auto)
      .SH EXAMPLES
      .TP 4
      .B eval \(dq$(market completion bash)\(dq
      Add this line to \(ti/.bashrc.
      .TP 4
      .B eval \(dq$(market completion zsh)\(dq
      Add this line to \(ti/.zshrc, after \(aqcompinit\(aq.
      .TP 4
      .B market completion fish | source
      Add this line to \(ti/.config/fish/config.fish.
      .SH SEE ALSO
      .BR market (1)
      """#)
  }

  /// The requests are those of man(7), every one on a line of its own, and no byte depends on the reader.
  @Test func `every page is plain roff`() async throws {
    let home = try Home()
    for name in CommandDeclaration.all.map(\.words) + [""] {
      let outcome = await home.terminal(colored: true).run("help --man \(name)")
      #expect(outcome.exitCode == .done && outcome.error.isEmpty, "\(name)")
      let lines = outcome.output.split(separator: "\n")
      let requests: Set<Substring> = [".TH", ".ad", ".nh", ".SH", ".B", ".BR", ".TP", ".PP"]
      #expect(
        lines.filter { $0.hasPrefix(".") && !requests.contains($0.prefix { $0 != " " }) } == [], "\(name)")
      #expect(
        lines.filter { $0.contains("'") || !$0.utf8.allSatisfy { (32...126).contains($0) } } == [], "\(name)")
      #expect(lines.filter { $0.hasPrefix(".SH") }.prefix(2) == [".SH NAME", ".SH SYNOPSIS"], "\(name)")
    }
  }

  /// man-db's, which can be told to warn; a stub in its place, as small images of Linux have, sets no page.
  private static func setsPages() async throws -> Bool {
    guard [isInstalled("man"), isInstalled("groff")].allSatisfy(\.self) else { return false }
    return try await Program(home: Home()).run("man --version | grep '^man 2'").status == 0
  }

  @Test(
    .enabled("man-db is not installed") { try await setsPages() }, arguments: [40, 80], ["en_US", "ko_KR"])
  func `a page is formatted without a warning, and no name is hyphenated`(columns: Int, locale: String)
    async throws
  {
    let page = try await Program(home: Home()).run(
      """
      for command in '' $(market --complete -- '' | cut -f 1) 'vendor add' 'review fold'; do
        market help --man --locale \(locale) $command > page.1
        MANWIDTH=\(columns) man --warnings=w -l page.1
      done
      """)
    #expect(page.error == "")
    #expect(page.status == 0)
    #expect(!page.output.contains("\u{2010}"))
    for name in ["MARKET_STORE", "MARKET_PASSWORD_FILE", "~/.config/market/config"] {
      #expect(page.output.contains(name))
    }
  }

  @Test func `the program's page has the topics and leads to every command`() async throws {
    let page = await (try Home()).pipe.run("help --man").output
    #expect(
      page.split(separator: "\n").filter { $0.hasPrefix(".SH") } == [
        ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS", ".SH COMMANDS", ".SH EXIT STATUS",
        ".SH ENVIRONMENT", ".SH FORMATS", ".SH OFFLINE", ".SH SHARED OPTIONS", ".SH EXAMPLES", ".SH SEE ALSO",
      ])
    for command in Market.commands {
      let name = command.declaration.name.replacing("-", with: "\\-")
      #expect(page.contains(".BR market\\-\(name) (1)"), "\(name)")
    }
  }

  @Test func `a topic has no page of its own, and the topics can be listed`() async throws {
    let home = try Home()
    await home.pipe.run("help --man formats").prints(
      """
      ! Error: No such command 'formats'
      ! Help:  Run 'market --help' to see all commands
      exit 2
      """)
    await home.pipe.run("help topics").prints(
      """
      exit-codes   Exit codes.
      environment  Environment variables.
      formats      Formats of data, dates, amounts and the config file.
      offline      The cache of server responses, and when they are shown.
      options      Options that many commands share.
      """)
    await home.pipe.run("help topisc").prints(
      """
      ! Error: No such command 'topisc'
      ! Help:  Did you mean 'topics'?
      exit 2
      """)
  }
}
