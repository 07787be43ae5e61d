import Console
import Testing

struct HelpTests {
  private let command = CommandDeclaration(
    name: "edit", parent: "shop", abstract: "Change what is for sale",
    discussion: "Only what is given changes.",
    examples: [.init("shop edit 7 --price 45000", "Ask for less")],
    positionals: [Positional(name: "id", help: "Which one")],
    options: [
      Option(long: "price", value: "amount", help: "The new price", environment: "SHOP_PRICE"),
      Option(long: "json", value: "fields", help: "Print every field, or those", optionalValue: true),
      Option(long: "color", value: "when", help: "Colour", choices: ["auto", "never"]),
      Option(long: "a-very-long-name", short: "n", value: "file", help: "Further down", repeats: true),
      Option(long: "help", short: "h", help: "Show help information."),
    ],
    subcommands: [CommandDeclaration(name: "again", abstract: "The same once more")])

  @Test func `a page has the layout that Swift users know, examples first`() {
    #expect(
      Help(command).text == """
        OVERVIEW: Change what is for sale

        Only what is given changes.

        EXAMPLES:
          shop edit 7 --price 45000
              Ask for less

        USAGE: shop edit [<options>] <subcommand> <id>

        ARGUMENTS:
          <id>                    Which one

        OPTIONS:
          --price <amount>        The new price (environment: SHOP_PRICE)
          --json[=<fields>]       Print every field, or those
          --color <when>          Colour (values: auto, never)
          -n, --a-very-long-name <file>
                                  Further down (may be repeated)
          -h, --help              Show help information.

        SUBCOMMANDS:
          again                   The same once more

          See 'shop edit help <subcommand>' for detailed help.
        """)
  }

  @Test func `on a narrow terminal a meaning has a line of its own`() {
    let command = CommandDeclaration(
      name: "edit", abstract: "Change it",
      options: [
        Option(
          long: "password-file", value: "file", help: "Read it from there, as ~/.config/shop/config says.",
          environment: "SHOP_PASSWORD_FILE"),
        Option(long: "help", short: "h", help: "Show this."),
      ])
    #expect(
      Help(command, columns: 40).text == """
        OVERVIEW: Change it

        USAGE: edit [<options>]

        OPTIONS:
          --password-file <file>
              Read it from there, as
              ~/.config/shop/config says.
              (environment: SHOP_PASSWORD_FILE)
          -h, --help
              Show this.
        """)
    #expect(Help(command, columns: 60).text.contains("\n  -h, --help              Show this."))
  }

  @Test func `headings are bold where there is colour`() {
    let page = Help(
      CommandDeclaration(name: "a", abstract: "b"), style: Style(isColored: true)
    ).text
    #expect(page == "\u{1B}[1mOVERVIEW:\u{1B}[22m b\n\n\u{1B}[1mUSAGE:\u{1B}[22m a")
  }

  @Test(arguments: [40, 60, 80, 200])
  func `no line is over 80 columns, however long the words are`(columns: Int) {
    let long = String(repeating: "unbreakable", count: 20)
    let wide = String(repeating: "가격을 바꿉니다 ", count: 20)
    let nasty = CommandDeclaration(
      name: long, parent: long, abstract: "\(long + wide)", discussion: "\(wide)\n\n\(long)",
      examples: [.init("\(long) --title '\(wide)' \(wide) \(long)", LocalizedPhrase(verbatim: long))],
      positionals: [Positional(name: long, help: LocalizedPhrase(verbatim: wide), repeats: true)],
      options: [
        Option(
          long: long, short: "x", value: long, help: LocalizedPhrase(verbatim: long), choices: [long, "b"],
          environment: long),
        Option(long: "short", help: "\(wide)\(long)"),
      ],
      subcommands: [CommandDeclaration(name: long, abstract: LocalizedPhrase(verbatim: wide))])
    let lines = Help(nasty, columns: columns).text.split(separator: "\n")
    #expect(lines.filter { $0.displayWidth > min(80, columns) } == [])
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
  }

  @Test func `topics stand after the subcommands`() {
    let program = CommandDeclaration(
      name: "shop", abstract: "Sell", subcommands: [CommandDeclaration(name: "list", abstract: "Look")],
      topics: [Definition("signs", "What they mean")])
    #expect(
      Help(program).text == """
        OVERVIEW: Sell

        USAGE: shop <subcommand>

        SUBCOMMANDS:
          list                    Look

        TOPICS:
          signs                   What they mean

          See 'shop help <subcommand or topic>' for detailed help.
        """)
  }

  @Test func `an example that is broken is still one command`() {
    let command = CommandDeclaration(
      name: "add", abstract: "a",
      examples: [.init("shop add --title 'a bicycle' --price 12 --image front.jpg", "b")])
    #expect(
      Help(command, columns: 40).text.split(separator: "\n")[2...4].map(String.init) == [
        "  shop add --title 'a bicycle' --price \\", "      12 --image front.jpg", "      b",
      ])
  }
}
