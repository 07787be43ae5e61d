import Console
import Foundation
import Testing

extension OptionSection {
  fileprivate static let network = OptionSection("NETWORK OPTIONS", position: 2)
  fileprivate static let output = OptionSection("OUTPUT OPTIONS", position: 1)
}

struct HelpTests {
  private let command = CommandDeclaration(
    name: "edit", parent: "shop", abstract: "Change what is for sale",
    discussion: "Only what is given changes.",
    examples: [.init("shop edit 7 --price 45000", "Ask for less")],
    positionals: [Positional(name: "id", help: "Which one")],
    options: Option<String?>("price", "amount", help: "The new price", environment: "SHOP_PRICE")
      .required,
    Option<String?>(
      "timeout", "seconds", help: "Patience", defaultValue: "30", section: .network),
    Option<String?>("json", "fields", help: "Print every field, or those", optionalValue: true),
    Option<String?>(
      "color", "when", help: "Colour", choices: ["auto", "never"], defaultValue: "auto",
      section: .output, aliases: [.init("--no-color", value: "never")]),
    Option<[String]>("a-very-long-name", short: "n", "file", help: "Further down"),
    Option<Bool>("help", short: "h", help: "Show help information."),
    subcommands: [CommandDeclaration(name: "again", aliases: ["redo"], abstract: "The same once more")])

  @Test func `a page has the layout that Swift users know, examples first`() {
    #expect(
      Help(command).text == """
        OVERVIEW: Change what is for sale

        Only what is given changes.

        EXAMPLES:
          shop edit 7 --price 45000
              Ask for less

        USAGE: shop edit [<options>] <id>

        ARGUMENTS:
          <id>                    Which one

        OPTIONS:
          --price <amount>        The new price (required; environment: SHOP_PRICE)
          --json[=<fields>]       Print every field, or those
          -n, --a-very-long-name <file>
                                  Further down (may be repeated)
          -h, --help              Show help information.

        OUTPUT OPTIONS:
          --color <when>          Colour (values: auto, never; default: auto)

        NETWORK OPTIONS:
          --timeout <seconds>     Patience (default: 30)

        SUBCOMMANDS:
          again                   The same once more

          See 'shop help edit <subcommand>' for detailed help.
        """)
  }

  @Test func `on a narrow terminal each meaning begins below its term`() {
    let command = CommandDeclaration(
      name: "edit", abstract: "Change it",
      options: Option<String?>(
        "password-file", "file", help: "Read it from there, as ~/.config/shop/config says.",
        environment: "SHOP_PASSWORD_FILE"),
      Option<Bool>("help", short: "h", help: "Show this."))
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
  func `no line is over 80 columns unless it is a single word, which is whole`(columns: Int) {
    let long = String(repeating: "unbreakable", count: 20)
    let wide = String(repeating: "가격을 바꿉니다 ", count: 20)
    let nasty = CommandDeclaration(
      name: long, parent: long, abstract: "\(long + wide)", discussion: "\(wide)\n\n\(long)",
      examples: [.init("\(long) --title 'a b' \(wide) \(long)", LocalizedPhrase(verbatim: long))],
      positionals: [Positional(name: long, help: LocalizedPhrase(verbatim: wide), repeats: true)],
      options: Option<String?>(
        long, short: "x", long, help: LocalizedPhrase(verbatim: long), choices: [long, "b"],
        environment: long),
      Option<Bool>("short", help: "\(wide)\(long)"),
      subcommands: [CommandDeclaration(name: long, abstract: LocalizedPhrase(verbatim: wide))])
    let lines = Help(nasty, columns: columns).text.split(separator: "\n")
    let overlong = lines.filter { $0.displayWidth > min(80, columns) }
    #expect(overlong.count > 5)
    for line in overlong {
      // Nothing stands beside it but a heading or a sign of its own.
      let words = line.split(separator: " ").map { $0.trimmingCharacters(in: .punctuationCharacters) }
      #expect(words.filter { !$0.isEmpty && $0.displayWidth > 12 }.count == 1, "\(line)")
      #expect(line.contains(long), "\(line)")
    }
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

  @Test func `options that are shared or rare stand on the whole page, replaced ones on none`() {
    let command = CommandDeclaration(
      name: "sell", parent: "shop", abstract: "Sell it",
      options: Option<Bool>("quiet", help: "Say less").listed(.shared),
      Option<Bool>("again", help: "Once more").listed(.rare), Option<Bool>("gift", help: "Wrap it"),
      Option<Bool>("wrap", help: "Wrap it").listed(.never),
      Option<Bool>(
        "verbose", help: "Say more", section: OptionSection("NETWORK OPTIONS", position: 2, listing: .shared))
    )
    #expect(
      Help(command).text == """
        OVERVIEW: Sell it

        USAGE: shop sell [<options>]

        OPTIONS:
          --gift                  Wrap it

        Shared options: 'shop help options'; all: 'shop help sell --all'.
        """)
    #expect(
      Help(command, isWhole: true).text == """
        OVERVIEW: Sell it

        USAGE: shop sell [<options>]

        OPTIONS:
          --quiet                 Say less
          --again                 Once more
          --gift                  Wrap it

        NETWORK OPTIONS:
          --verbose               Say more
        """)
    #expect(
      command.completion(of: ["--"])
        == .terms([
          Definition("--quiet", "Say less"), Definition("--again", "Once more"),
          Definition("--gift", "Wrap it"), Definition("--verbose", "Say more"),
        ]))
    #expect(!ManualPage(command).text.contains("wrap"))
  }

  @Test func `of groups a page describes the first commands and names the others`() {
    let commands = ["sell", "return", "mend", "swap"].map {
      CommandDeclaration(name: $0, abstract: LocalizedPhrase(verbatim: "To " + $0))
    }
    let program = CommandDeclaration(
      name: "shop", abstract: "Sell", discussion: "At length", examples: [.init("shop sell", "Once")],
      groups: [
        CommandGroup("Every day", commands),
        CommandGroup("Rarely", [CommandDeclaration(name: "move", abstract: "Go")]),
      ],
      topics: [Definition("signs", "What they mean"), Definition("files")])
    #expect(
      Help(program).text == """
        OVERVIEW: Sell

        USAGE: shop <subcommand>

          Every day  sell    To sell
                     return  To return
                     mend, swap
          Rarely     move    Go

        See 'shop help <subcommand, topic or word>' for detailed help.
        Topics: signs, files · shop help --all
        """)
    #expect(
      Help(program, columns: 71).text.contains(
        """
        Every day: sell, return, mend, swap
        Rarely: move

        """))
    #expect(
      Help(program, isWhole: true).text == """
        OVERVIEW: Sell

        At length

        EXAMPLES:
          shop sell
              Once

        USAGE: shop <subcommand>

        Every day:
          sell                    To sell
          return                  To return
          mend                    To mend
          swap                    To swap

        Rarely:
          move                    Go

        TOPICS:
          signs                   What they mean
          files

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
