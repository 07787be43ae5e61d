import Console
import Testing

struct ArgumentsTests {
  private let command = CommandDeclaration(
    name: "sell", parent: "shop", abstract: "Put something up for sale",
    positionals: [
      Positional(name: "id", help: "Which one"), Positional(name: "more", help: "", required: false),
    ],
    options: [
      Option(long: "price", short: "p", value: "amount", help: ""),
      Option(long: "image", value: "file", help: "", repeats: true),
      Option(long: "json", value: "fields", help: "", optionalValue: true),
      Option(long: "color", value: "when", help: "", choices: ["auto", "always", "never"]),
      Option(long: "quiet", short: "q", help: ""),
      Option(long: "yes", short: "y", help: ""),
      Option(long: "help", short: "h", help: "", endsParsing: true),
    ])

  private func read(_ words: String...) throws -> Arguments {
    try Arguments(words, for: command)
  }

  private func error(_ words: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try Arguments(words, for: command)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ["1", "--price=5"], ["1", "--price", "5"], ["1", "-p", "5"], ["1", "-p5"], ["1", "-p=5"],
    ["--price", "5", "1"],
    ["1", "-qp5"],
  ])
  func `a value follows its option in every usual way`(words: [String]) throws {
    let arguments = try Arguments(words, for: command)
    #expect(arguments.value("price") == "5")
    #expect(arguments.positionals == ["1"])
  }

  @Test func `short flags come in bundles`() throws {
    let arguments = try read("1", "-qy")
    #expect(arguments.flag("quiet") && arguments.flag("yes") && !arguments.flag("help"))
  }

  @Test func `two dashes end the options, and one dash is a word`() throws {
    #expect(try read("-", "--", "--price").positionals == ["-", "--price"])
    #expect(try read("1", "--price", "-").value("price") == "-")
  }

  @Test func `an empty value is a value`() throws {
    #expect(try read("1", "--price=").value("price") == "")
    #expect(try read("", "--price", "").value("price") == "")
  }

  @Test func `a negative number reaches whoever judges it`() throws {
    #expect(try read("1", "--price", "-5").value("price") == "-5")
  }

  @Test func `a value may look like an option only where it cannot be one`() throws {
    #expect(try read("1", "--price=--x").value("price") == "--x")
    #expect(
      error("1", "--price", "--x").map { Language.english.text($0.message) }
        == "The option '--price' needs a value")
    #expect(
      error("1", "--price", "-q").map { Language.english.text($0.message) }
        == "The option '--price' needs a value")
    #expect(
      error("1", "--price").map { Language.english.text($0.hint) }
        == "Write '--price=<amount>', also for a value that begins with a dash")
    #expect(error("1", "-p").map { Language.english.text($0.hint) } == "Write '-p <amount>'")
  }

  @Test func `an optional value is taken only after an equals sign`() throws {
    let alone = try read("--json", "1")
    #expect(alone.flag("json") && alone.value("json") == nil && alone.positionals == ["1"])
    #expect(try read("--json=id,title", "1").value("json") == "id,title")
  }

  @Test func `options that repeat keep their order, others are given once`() throws {
    #expect(try read("1", "--image", "b", "--image=a").values("image") == ["b", "a"])
    #expect(try read("1", "-q", "-q").flag("quiet"))
    #expect(
      error("1", "--price=1", "-p2").map { Language.english.text($0.message) }
        == "The option '-p' was given twice")
  }

  @Test func `words have names by their places`() throws {
    let arguments = try read("1")
    #expect(arguments.positional("id") == "1")
    #expect(arguments.positional("more") == nil)
  }

  @Test func `nothing is missed by someone who asks for help`() throws {
    #expect(try read("--help", "--nonsense").flag("help"))
  }

  @Test func `errors quote the word and say what to type next`() {
    func lines(_ error: UsageError?) -> [String] {
      error.map { [$0.message, $0.hint].map(Language.english.text) } ?? []
    }
    #expect(lines(error("1", "--prise")) == ["No such option '--prise'", "Did you mean '--price'?"])
    #expect(
      lines(error("1", "--entirely-wrong"))
        == ["No such option '--entirely-wrong'", "Run 'shop sell --help' to see the usage"])
    #expect(lines(error("1", "-qx")) == ["No such option '-x'", "Run 'shop sell --help' to see the usage"])
    #expect(
      lines(error("1", "--color", "allways")) == [
        "'allways' is not a value of '--color'", "Did you mean 'always'? Choose from auto, always, never",
      ])
    #expect(
      lines(error("1", "--quiet=no"))
        == ["The option '--quiet' takes no value, but 'no' was given", "Write '--quiet' alone"])
    #expect(
      lines(error("1", "2", "3")) == [
        "One word too many: '3'",
        "Put a value of several words in quotes. Run 'shop sell --help' to see the usage",
      ])
    #expect(lines(error()) == ["Missing <id>", "Run 'shop sell --help' to see the usage"])
    #expect(
      error("1", "--\u{1B}[2J").map { Language.english.text($0.message) } == #"No such option '--\u{1B}[2J'"#)
  }

  @Test(arguments: [
    ("lsit", "list"), ("LIST", "list"), ("shwo", "show"), ("delet", "delete"), ("x", nil), ("ad", "add"),
    ("frobnicate", nil), ("", nil), ("ls", nil), ("lsot", nil), ("snow", "show"), ("edti", "edit"),
  ])
  func `a slip of the finger is recognised, a different word is not`(word: String, expected: String?) {
    #expect(nearest(to: word, among: ["list", "show", "add", "edit", "delete"]) == expected)
  }
}
