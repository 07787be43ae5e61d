import Console
import Testing

struct CompletionTests {
  private let program = CommandDeclaration(
    name: "shop", abstract: "",
    options: [
      Option(long: "color", short: "c", value: "when", help: "", choices: ["auto", "always", "never"])
    ],
    subcommands: [
      CommandDeclaration(
        name: "show", abstract: "",
        options: [
          Option(long: "json", value: "fields", help: "", optionalValue: true), Option(long: "web", help: ""),
        ]),
      CommandDeclaration(name: "sell", abstract: ""),
    ])

  @Test(arguments: [
    ([], []),
    ([""], ["show", "sell"]),
    (["sh"], ["show"]),
    (["-"], ["--color"]),
    (["--color", "a"], ["auto", "always"]),
    (["-c", ""], ["auto", "always", "never"]),
    (["--color=n"], ["--color=never"]),
    (["show", "--"], ["--json", "--web"]),
    (["show", "--json", "--w"], ["--web"]),
    (["--color", "auto", "show", "--w"], ["--web"]),
    (["show", ""], []),
    (["show", "--", "--w"], []),
  ])
  func `the last word becomes what the declaration allows there`(words: [String], expected: [String]) {
    #expect(program.completions(for: words) == expected)
  }
}
