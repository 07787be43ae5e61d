import Console
import Testing

struct ManualPageTests {
  @Test func `a page names what help names, and no text becomes a request`() {
    let command = CommandDeclaration(
      name: "edit", parent: "shop", abstract: "Change it", discussion: ".so /etc/passwd\n\nA \\fBbackslash",
      examples: [.init("shop edit 7", "The seventh")], positionals: [Positional(name: "id", help: "'Which")],
      options: [Option(long: "dry-run", short: "n", help: "Change nothing")])
    #expect(
      ManualPage(command).text == #"""
        .TH "SHOP\-EDIT" 1
        .SH NAME
        shop\-edit \- Change it
        .SH SYNOPSIS
        .B shop edit
        [<options>]
        <id>
        .SH DESCRIPTION
        \&.so /etc/passwd
        .PP
        A \efBbackslash
        .SH ARGUMENTS
        .TP
        .B <id>
        \&'Which
        .SH OPTIONS
        .TP
        .B \-n, \-\-dry\-run
        Change nothing
        .SH EXAMPLES
        .TP
        .B shop edit 7
        The seventh

        """#)
  }
}
