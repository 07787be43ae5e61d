import Console
import Testing

struct ManualPageTests {
  @Test func `a page names what help names, and no text becomes a request`() {
    let command = CommandDeclaration(
      name: "edit", parent: "shop", abstract: "Change it", discussion: ".so /etc/passwd\n\nA \\fBbackslash",
      examples: [.init("shop edit 7 --title \"a b\"", "The seventh")],
      positionals: [Positional(name: "id", help: "'Which")],
      options: Option<String?>(
        "color", "when", help: "Colour", defaultValue: "auto",
        section: OptionSection("OUTPUT OPTIONS", position: 1)),
      Option<Bool>("dry-run", short: "n", help: "Change nothing in ~/.shop").required)
    #expect(
      ManualPage(command, source: "shop 1.0").text == #"""
        .TH "SHOP\-EDIT" 1 "" "shop 1.0"
        .ad l
        .nh
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
        .TP 4
        .B <id>
        \(aqWhich
        .SH OPTIONS
        .TP 4
        .B \-n, \-\-dry\-run
        Change nothing in \(ti/.shop (required)
        .SH OUTPUT OPTIONS
        .TP 4
        .B \-\-color <when>
        Colour (default: auto)
        .SH EXAMPLES
        .TP 4
        .B shop edit 7 \-\-title \(dqa b\(dq
        The seventh
        .SH SEE ALSO
        .BR shop (1)
        """#)
  }

  @Test func `the page of a program has more sections and leads to those of its commands`() {
    let program = CommandDeclaration(
      name: "shop", abstract: "가게 ¥",
      subcommands: [
        CommandDeclaration(name: "buy", parent: "shop", abstract: "Buy"),
        CommandDeclaration(name: "sell", parent: "shop", abstract: "Sell"),
      ])
    #expect(
      ManualPage(program, sections: [("EXIT STATUS", [Definition("0", "Done"), Definition("1")])]).text
        == #"""
        .TH "SHOP" 1 "" ""
        .ad l
        .nh
        .SH NAME
        shop \- \[uAC00]\[uAC8C] \[u00A5]
        .SH SYNOPSIS
        .B shop
        <subcommand>
        .SH COMMANDS
        .TP 4
        .B buy
        Buy
        .TP 4
        .B sell
        Sell
        .SH EXIT STATUS
        .TP 4
        .B 0
        Done
        .TP 4
        .B 1
        .SH SEE ALSO
        .BR shop\-buy (1),
        .BR shop\-sell (1)
        """#)
  }
}
