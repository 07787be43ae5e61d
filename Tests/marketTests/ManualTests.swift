import Console
import Testing

@testable import market

struct ManualTests {
  @Test func `the whole manual page of a command`() async throws {
    try await Home().pipe.run("help --man completion").says(
      #"""
      .TH "MARKET\-COMPLETION" 1 "" "market 1.0.0"
      .SH NAME
      market\-completion \- Print the script that completes words in a shell.
      .SH SYNOPSIS
      .B market completion
      [<options>]
      <shell>
      .SH DESCRIPTION
      Commands, options, their values, files and topics are completed, and the ids of items with their titles: of a server those that were seen before.
      .SH ARGUMENTS
      .TP
      .B <shell>
      One of bash, zsh, fish.
      .SH OPTIONS
      .TP
      .B \-\-color <when>
      Use colour. (values: auto, always, never)
      .TP
      .B \-h, \-\-help
      Show this help.
      .SH EXAMPLES
      .TP
      .B eval \(dq$(market completion bash)\(dq
      A line for \(ti/.bashrc.
      .TP
      .B eval \(dq$(market completion zsh)\(dq
      A line for \(ti/.zshrc, after \(aqcompinit\(aq.
      .TP
      .B market completion fish | source
      A line for \(ti/.config/fish/config.fish.
      .SH SEE ALSO
      .BR market (1)
      """#)
  }

  /// The requests are those of man(7), every one on a line of its own, and no byte depends on the reader.
  @Test func `every page is plain roff`() async throws {
    let home = try Home()
    for name in Market.commands.map({ $0.declaration.name }) + [""] {
      let outcome = await home.terminal(colored: true).run("help --man \(name)")
      #expect(outcome.exitCode == .done && outcome.error.isEmpty, "\(name)")
      let lines = outcome.output.split(separator: "\n")
      let requests: Set<Substring> = [".TH", ".SH", ".B", ".BR", ".TP", ".PP"]
      #expect(
        lines.filter { $0.hasPrefix(".") && !requests.contains($0.prefix { $0 != " " }) } == [], "\(name)")
      #expect(
        lines.filter { $0.contains("'") || !$0.utf8.allSatisfy { (32...126).contains($0) } } == [], "\(name)")
      #expect(lines.filter { $0.hasPrefix(".SH") }.prefix(2) == [".SH NAME", ".SH SYNOPSIS"], "\(name)")
    }
  }

  @Test func `the program's page has the topics and leads to every command`() async throws {
    let page = await (try Home()).pipe.run("help --man").output
    #expect(
      page.split(separator: "\n").filter { $0.hasPrefix(".SH") } == [
        ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS", ".SH COMMANDS", ".SH EXIT STATUS",
        ".SH ENVIRONMENT", ".SH FORMATS", ".SH OFFLINE", ".SH EXAMPLES", ".SH SEE ALSO",
      ])
    for command in Market.commands {
      #expect(page.contains(".BR market\\-\(command.declaration.name) (1)"), "\(command.declaration.name)")
    }
  }

  @Test func `a topic has no page of its own, and the topics can be listed`() async throws {
    let home = try Home()
    await home.pipe.run("help --man formats").says(
      """
      ! Error: No such command 'formats'
      ! Help:  Run 'market --help' to see every command
      exit 2
      """)
    await home.pipe.run("help topics").says(
      """
      exit-codes   What the program tells a script when it ends.
      environment  The variables that it reads.
      formats      How data, dates, amounts and the config file are written.
      offline      What is kept of servers' answers, and when it is shown.
      """)
    await home.pipe.run("help topic").says(
      """
      ! Error: No such command 'topic'
      ! Help:  Did you mean 'topics'?
      exit 2
      """)
  }
}
