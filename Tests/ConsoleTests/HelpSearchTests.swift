import Testing

@testable import Console

struct HelpSearchTests {
  private let program = CommandDeclaration(
    name: "shop", abstract: "Sell",
    subcommands: [
      CommandDeclaration(
        name: "wrap", aliases: ["pack"], synonyms: ["envelop"], parent: "shop", abstract: "Make a gift of it",
        discussion: "With a ribbon of its colour.",
        options: Option<String?>("paper", "colour", help: "Its paper"),
        Option<Bool>("quiet", help: "Say less").listed(.shared),
        subcommands: [CommandDeclaration(name: "undo", parent: "shop wrap", abstract: "Unwrap it")]),
      CommandDeclaration(
        name: "sell", parent: "shop", abstract: "Take money",
        examples: [.init("shop sell 1", "Without a ribbon.")],
        options: Option<String?>("paper", "colour", help: "Its paper"),
        Option<Bool>("packed", help: "As a gift").listed(.never)),
      CommandDeclaration(
        name: "help", parent: "shop", abstract: "Explain",
        examples: [.init("shop help ribbon", "Find what has to do with a ribbon.")]),
    ])

  private func finds(_ words: String...) -> [Definition] {
    let topics = [
      (topic: Definition("colours", "What they are called"), terms: [Definition("red", "Like a ribbon")])
    ]
    return HelpSearch(program, topics: topics, in: .english).finds(words)
  }

  private var wrap: Definition { Definition("shop wrap", "Make a gift of it") }
  private var sell: Definition { Definition("shop sell", "Take money") }
  private var colours: Definition { Definition("shop help colours", "What they are called") }

  @Test func `names are found, also those that are not accepted`() {
    #expect(finds("WRA") == [wrap])
    #expect(finds("unwrap") == [Definition("shop wrap undo", "Unwrap it")])
    #expect(finds("pack") == [wrap])
    #expect(finds("envelop") == [wrap])
  }

  @Test func `an option of several commands is found once`() {
    #expect(
      finds("paper") == [
        Definition(
          named: "\("--paper") <\(LocalizedPhrase(term: "colour"))>",
          "\(LocalizedPhrase("Its paper")) (\("wrap, sell"))")
      ])
    #expect(
      finds("quiet") == [
        Definition(
          named: LocalizedPhrase(verbatim: "--quiet"), "\(LocalizedPhrase("Say less")) (\("help options"))")
      ])
  }

  @Test func `texts are found after names, and every word counts`() {
    #expect(finds("ribbon") == [wrap, sell, colours])
    #expect(finds("colour").first == colours)
    #expect(finds("ribbon", "money") == [sell])
    #expect(finds("ribbon", "string") == [])
    // A word is found by its beginning, and not within another one.
    #expect(finds("mon", "tak") == [sell])
    #expect(finds("ift") == [])
  }
}
