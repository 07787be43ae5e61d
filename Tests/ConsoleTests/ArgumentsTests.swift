import Testing

@testable import Console

extension Option {
  fileprivate static var price: Option<String?> {
    .init("price", short: "p", "amount", help: "")
  }
  fileprivate static var image: Option<[String]> { .init("image", "file", help: "") }
  fileprivate static var json: Option<String?> {
    .init("json", "fields", help: "", candidates: .list(["id", "title"]), optionalValue: true)
  }
  fileprivate static var color: Option<String?> {
    .init(
      "color", "when", help: "", choices: ["auto", "always", "never"],
      aliases: [.init("--no-color", value: "never")])
  }
  fileprivate static var perPage: Option<String?> {
    .init("per-page", "count", help: "", aliases: [.init("--limit"), .init("-L")])
  }
  fileprivate static var quiet: Option<Bool> { .init("quiet", short: "q", help: "") }
  fileprivate static var yes: Option<Bool> { .init("yes", short: "y", help: "") }
  fileprivate static var help: Option<Bool> {
    .init("help", short: "h", help: "", endsParsing: true)
  }
  fileprivate static var depth: Option<Int> {
    .init("depth", "number", help: "", default: 3, in: 1...9)
  }
  fileprivate static var order: Option<Order> {
    .init("order", "order", help: "", default: .up)
  }
}

private enum Order: String, CaseIterable {
  case up
  case down
}

struct ArgumentsTests {
  private let command = CommandDeclaration(
    name: "sell", parent: "shop", abstract: "Put something up for sale",
    positionals: [
      Positional(name: "id", help: "Which one"), Positional(name: "more", help: "", required: false),
    ],
    options: .price, .image, .json, .color, .perPage, .quiet, .yes, .help)

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
    #expect(arguments[.price] == "5")
    #expect(arguments.positionals == ["1"])
  }

  @Test func `short flags come in bundles`() throws {
    let arguments = try read("1", "-qy")
    #expect(arguments[.quiet] && arguments[.yes] && !arguments[.help])
  }

  @Test func `two dashes end the options, and one dash is a word`() throws {
    #expect(try read("-", "--", "--price").positionals == ["-", "--price"])
    #expect(try read("1", "--price", "-")[.price] == "-")
  }

  @Test func `an empty value is a value`() throws {
    #expect(try read("1", "--price=")[.price] == "")
    #expect(try read("", "--price", "")[.price] == "")
  }

  @Test func `a negative number is a value`() throws {
    #expect(try read("1", "--price", "-5")[.price] == "-5")
  }

  @Test func `a value may look like an option only after an equals sign`() throws {
    #expect(try read("1", "--price=--x")[.price] == "--x")
    #expect(
      error("1", "--price", "--x").map { Language.english.text($0.message) }
        == "The option '--price' needs a value")
    #expect(
      error("1", "--price", "-q").map { Language.english.text($0.message) }
        == "The option '--price' needs a value")
    #expect(
      error("1", "--price")?.hint.map { Language.english.text($0) }
        == "Use '--price=<amount>' (needed when the value begins with '-')")
    #expect(error("1", "-p")?.hint.map { Language.english.text($0) } == "Use '-p <amount>'")
  }

  @Test func `an optional value follows an equals sign, or is the next word if that can be nothing else`()
    throws
  {
    for words in [["--json", "1"], ["1", "--json"], ["--json", "-q", "1"]] {
      let alone = try Arguments(words, for: command)
      #expect(alone.has(.json) && alone[.json] == nil && alone.positionals == ["1"])
    }
    #expect(try read("--json=id,title", "1")[.json] == "id,title")
    #expect(try read("--json=any", "1")[.json] == "any")
    for fields in ["id", "title", "id,title", "title,id"] {
      let arguments = try read("1", "--json", fields)
      #expect(arguments[.json] == fields && arguments.positionals == ["1"])
    }
    for word in ["name", "id,name", "id,", ",", "", "id, title"] {
      let arguments = try read("1", "--json", word)
      #expect(arguments[.json] == nil && arguments.positionals == ["1", word])
    }
  }

  @Test
  func `in a command for free text, and before the command, an optional value follows an equals sign only`()
    throws
  {
    let search = CommandDeclaration(
      name: "search", abstract: "",
      positionals: [Positional(name: "word", help: "", repeats: true, isFreeText: true)],
      options: OptionGroup(command.options))
    let arguments = try Arguments(["--json", "title"], for: search)
    #expect(arguments[.json] == nil && arguments.positionals == ["title"])
    #expect(try Arguments(["--json=id", "title"], for: search)[.json] == "id")
    let leading = try Arguments(["id"], after: ["--json"], for: command)
    #expect(leading[.json] == nil && leading.positionals == ["id"])
  }

  @Test func `an option has the value that its alias stands for, or takes it`() throws {
    #expect(try read("1", "--no-color")[.color] == "never")
    for words in [["--limit", "5"], ["--limit=5"], ["-L5"], ["-L", "5"], ["-qL5"]] {
      #expect(try Arguments(["1"] + words, for: command)[.perPage] == "5")
    }
    #expect(
      error("1", "--no-color=yes").map { Language.english.text($0.message) }
        == "The option '--no-color' takes no value, but 'yes' was given")
    #expect(
      error("1", "--color=auto", "--no-color").map { Language.english.text($0.message) }
        == "The option '--no-color' was given twice")
  }

  @Test func `all missing required options are named at once`() {
    let sell = CommandDeclaration(
      name: "sell", abstract: "",
      options: .price.required, .image.required, .help)
    func message(_ words: String...) -> String? {
      do throws(UsageError) {
        _ = try Arguments(words, for: sell)
        return nil
      } catch {
        return Language.english.text(error.message)
      }
    }
    #expect(message() == "Missing required options: '--price', '--image'")
    #expect(message("--price", "5") == "Missing required option: '--image'")
    #expect(message("-p5", "--image=") == nil)
    #expect(message("--help") == nil)
  }

  @Test func `a word after the value of an option that repeats is taken for a second value`() {
    func hint(_ words: String...) -> String? {
      do throws(UsageError) {
        _ = try Arguments(words, for: command)
        return nil
      } catch {
        return error.hint.map { Language.english.text($0) }
      }
    }
    #expect(
      hint("1", "2", "--image", "a.png", "b.png", "c.png")
        == "Repeat the option for each value: '--image b.png'")
    #expect(
      hint("1", "2", "3", "--image", "a.png")
        == "Quote values that contain spaces. Run 'shop sell --help' to see the usage")
  }

  // MARK: Before the command

  private var shop: CommandDeclaration {
    CommandDeclaration(
      name: "shop", abstract: "", options: Option<Bool>("version", help: ""),
      subcommands: [
        command,
        CommandDeclaration(
          name: "list", abstract: "", options: Option<Bool>("all", short: "a", help: "")),
      ])
  }

  @Test(
    arguments: [
      ([], [], nil, []),
      (["sell"], [], "sell", []),
      (["sell", "--price", "5"], [], "sell", ["--price", "5"]),
      (["--quiet", "sell", "1"], ["--quiet"], "sell", ["1"]),
      (["--price", "5", "sell", "1"], ["--price", "5"], "sell", ["1"]),
      (["--price=5", "sell"], ["--price=5"], "sell", []),
      (["--price", "--x", "sell"], ["--price", "--x"], "sell", []),
      (["-qp", "5", "sell"], ["-qp", "5"], "sell", []),
      (["-qp5", "sell"], ["-qp5"], "sell", []),
      (["--json", "sell", "id"], ["--json"], "sell", ["id"]),
      (["--no-color", "-L", "5", "sell"], ["--no-color", "-L", "5"], "sell", []),
      (["-a", "list"], ["-a"], "list", []),
      (["--all", "nonsense"], ["--all"], "nonsense", []),
      (["--quiet", "-v", "--x"], ["--quiet"], "-v", ["--x"]),
      (["-"], [], "-", []),
    ] as [([String], [String], String?, [String])])
  func `options may stand before the command`(
    words: [String], leading: [String], name: String?, rest: [String]
  ) throws {
    let parts = try shop.split(words) { $0 == "-v" }
    #expect(parts == CommandWords(leading: leading, command: name, rest: rest))
  }

  @Test(arguments: [
    (["--prise", "5", "sell"], "No such option '--prise'", "Did you mean '--price'?"),
    (["-x", "sell"], "No such option '-x'", "Run 'shop --help' to see the usage"),
    (["--", "sell"], "No such option '--'", "Run 'shop --help' to see the usage"),
    (
      ["--price"], "The option '--price' needs a value",
      "Use '--price=<amount>' (needed when the value begins with '-')"
    ),
    (["--quiet"], "Missing <subcommand>", "Run 'shop --help' to see the usage"),
  ])
  func `what is wrong before the command is named`(words: [String], message: String, hint: String) {
    do throws(UsageError) {
      let parts = try shop.split(words)
      Issue.record("\(parts)")
    } catch {
      #expect([error.message, error.hint].compactMap(\.self).map(Language.english.text) == [message, hint])
    }
  }

  @Test func `options before the command count as those behind it`() throws {
    let arguments = try Arguments(["1", "--image", "a"], after: ["--price", "5", "-q"], for: command)
    #expect(arguments[.price] == "5" && arguments[.quiet] && arguments[.image].last == "a")
    #expect(throws: UsageError(.repeatedOption("--price"), in: command)) {
      try Arguments(["1", "--price=6"], after: ["--price", "5"], for: command)
    }
    #expect(throws: UsageError(.unknownOption("--all", nearest: nil), in: command)) {
      try Arguments(["1"], after: ["--all"], for: command)
    }
    #expect(try Arguments(["--nonsense"], after: ["--help"], for: command)[.help])
  }

  @Test func `options that repeat keep their order, others are given once`() throws {
    #expect(try read("1", "--image", "b", "--image=a")[.image] == ["b", "a"])
    #expect(try read("1", "-q", "-q")[.quiet])
    #expect(
      error("1", "--price=1", "-p2").map { Language.english.text($0.message) }
        == "The option '-p' was given twice")
  }

  private let sort = CommandDeclaration(
    name: "sort", parent: "shop", abstract: "", options: .depth, .order, .quiet, .json)

  @Test func `an option is read as its type, or as its default`() throws {
    let given = try Arguments(["--depth=9", "--order", "down", "--json"], for: sort)
    #expect(try given[.depth] == 9)
    #expect(try given[.order] == .down)
    let none = try Arguments([], for: sort)
    #expect(try none[.depth] == 3)
    #expect(try none[.order] == .up)
    for number in ["0", "10", "x", "1.5", ""] {
      #expect(throws: UsageError.self) { try Arguments(["--depth=\(number)"], for: sort)[.depth] }
    }
  }

  @Test func `given options are given again, as words of a shell`() throws {
    let given = try Arguments(["--depth", "2", "--quiet", "--json=-a b"], for: sort)
    #expect(given.again(.json, .order, .depth) == ["--json='-a b'", "--depth", "2"])
    #expect(given.again(apartFrom: .json) == ["--depth", "2", "--quiet"])
  }

  @Test func `options that exclude each other are named`() throws {
    let given = try Arguments(["--depth", "2", "--quiet"], for: sort)
    try given.allowOne(of: .json, .quiet)
    try given.refuse(.json, with: .quiet, .depth)
    let conflict = UsageError(.conflictingOptions("--quiet", "--depth"), in: sort)
    #expect(throws: conflict) { try given.allowOne(of: .json, .quiet, .depth) }
    #expect(throws: conflict) { try given.refuse(.quiet, with: .json, .depth) }
  }

  @Test func `a misspelt subcommand is named, and another word is an argument`() throws {
    let shelf = CommandDeclaration(
      name: "shelf", parent: "shop", abstract: "", positionals: [Positional(name: "id", help: "")],
      subcommands: [command])
    #expect(try Arguments(["sel"], for: shelf).positionals == ["sel"])
    #expect(throws: UsageError(.unknownCommand("sel", nearest: "sell"), in: shelf)) {
      try Arguments(["sel", "1"], for: shelf)
    }
    #expect(throws: UsageError(.unexpectedArgument("2"), in: shelf)) {
      try Arguments(["1", "2"], for: shelf)
    }
  }

  @Test func `with --help no required argument is missed`() throws {
    #expect(try read("--help", "--nonsense")[.help])
  }

  @Test func `errors quote the word and say what to type next`() {
    func lines(_ error: UsageError?) -> [String] {
      error.map { [$0.message, $0.hint].compactMap(\.self).map(Language.english.text) } ?? []
    }
    #expect(lines(error("1", "--prise")) == ["No such option '--prise'", "Did you mean '--price'?"])
    #expect(
      lines(error("1", "--entirely-wrong"))
        == ["No such option '--entirely-wrong'", "Run 'shop sell --help' to see the usage"])
    #expect(lines(error("1", "-qx")) == ["No such option '-x'", "Run 'shop sell --help' to see the usage"])
    #expect(
      lines(error("1", "--color", "allways")) == [
        "Invalid value 'allways' for '--color'", "Did you mean 'always'? Choose from auto, always, never",
      ])
    #expect(
      lines(error("1", "--quiet=no"))
        == ["The option '--quiet' takes no value, but 'no' was given", "Use '--quiet' without a value"])
    #expect(
      lines(error("1", "2", "3")) == [
        "Unexpected argument '3'",
        "Quote values that contain spaces. Run 'shop sell --help' to see the usage",
      ])
    #expect(lines(error()) == ["Missing <id>", "Run 'shop sell --help' to see the usage"])
    #expect(
      error("1", String(repeating: "가", count: 1_000), "\n" + String(repeating: "x", count: 1_000)).map {
        Language.english.text($0.message)
      } == "Unexpected argument '\\n" + String(repeating: "x", count: 57) + "…'")
    #expect(
      error("1", "--\u{1B}[2J").map { Language.english.text($0.message) } == #"No such option '--\u{1B}[2J'"#)
  }

  @Test(arguments: [
    ("lsit", "list"), ("LIST", "list"), ("shwo", "show"), ("delet", "delete"), ("x", nil), ("ad", "add"),
    ("frobnicate", nil), ("", nil), ("ls", nil), ("lsot", nil), ("snow", "show"), ("edti", "edit"),
  ])
  func `a typing error is recognised, a different word is not`(word: String, expected: String?) {
    #expect(nearest(to: word, among: ["list", "show", "add", "edit", "delete"]) == expected)
  }
}
