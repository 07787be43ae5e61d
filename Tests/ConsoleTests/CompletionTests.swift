import Console
import Testing

struct CompletionTests {
  private let program = CommandDeclaration(
    name: "shop", abstract: "",
    options: Option<String?>(
      "color", short: "c", "when", help: "", choices: ["auto", "always", "never"]),
    subcommands: [
      CommandDeclaration(
        name: "show", abstract: "Look",
        positionals: [
          Positional(name: "how", help: "", candidates: .terms([Definition("fast"), Definition("slowly")])),
          Positional(name: "id", help: "", repeats: true, candidates: .lookup("id")),
        ],
        options: Option<String?>(
          "json", "fields", help: "", candidates: .list(["id", "title", "tax"]),
          optionalValue: true
        ),
        Option<Bool>("web", short: "w", help: "In a browser"),
        Option<[String]>("image", short: "p", "file", help: "", candidates: .files),
        Option<String?>("name", short: "n", "text", help: "")),
      CommandDeclaration(name: "sell", aliases: ["offer"], abstract: ""),
    ])

  @Test(arguments: [
    ([], []),
    ([""], ["show", "sell"]),
    (["sh"], ["show"]),
    (["x"], []),
    (["-"], ["--color"]),
    (["--color", "a"], ["auto", "always"]),
    (["-c", ""], ["auto", "always", "never"]),
    (["--color=n"], ["--color=never"]),
    (["--colour=n"], []),
    (["show", "--"], ["--json", "--web", "--image", "--name"]),
    (["show", "--json", "--w"], ["--web"]),
    (["--color", "auto", "show", "--w"], ["--web"]),
    (["show", ""], ["fast", "slowly"]),
    (["show", "--", "--w"], []),
    (["show", "--", "f"], ["fast"]),
    (["show", "--name", ""], []),
    (["show", "-wn", ""], []),
    (["show", "--name", "--", "f"], ["fast"]),
    (["show", "-nx", "f"], ["fast"]),
    (["show", "--name=x", "s"], ["slowly"]),
    (["show", "--json="], ["--json=id", "--json=title", "--json=tax"]),
    (["show", "--json=id,t"], ["--json=id,title", "--json=id,tax"]),
    (["show", "--json=tax,t"], ["--json=tax,title"]),
    (["sell", ""], []),
    (["of"], []),
    (["offer", ""], []),
    (["--image", "x", "sh"], ["show"]),
    (["--name=x", "-w", "sh"], ["show"]),
    (["--json", "show", "--w"], ["--web"]),
    (["--web", "show", "--w"], []),
  ])
  func `the last word is completed as the declaration allows`(words: [String], expected: [String]) {
    guard case .terms(let terms) = program.completion(of: words) else {
      Issue.record("\(program.completion(of: words))")
      return
    }
    #expect(terms.map(\.word) == expected)
  }

  @Test func `an option that was given is offered again only if it repeats`() {
    let words = ["show", "-w", "--image=a", "--json", "--"]
    #expect(program.completion(of: words) == .terms([Definition("--image"), Definition("--name")]))
  }

  @Test func `aliases are understood and not offered`() {
    let list = CommandDeclaration(
      name: "list", abstract: "",
      options: Option<String?>(
        "per-page", "count", help: "", aliases: [.init("--limit"), .init("-L")]),
      Option<Bool>("all", help: ""))
    #expect(list.completion(of: ["-"]) == .terms([Definition("--per-page"), Definition("--all")]))
    #expect(list.completion(of: ["--limit", ""]) == .nothing)
    #expect(list.completion(of: ["-L5", "-"]) == .terms([Definition("--all")]))
    let sort = CommandDeclaration(
      name: "sort", abstract: "",
      options: Option<String?>(
        "order", "order", help: "", choices: ["up", "down"],
        aliases: [.init("--by"), .init("--rising", value: "up")]))
    #expect(sort.completion(of: ["--by=u"]) == .terms([Definition("--by=up")]))
    #expect(sort.completion(of: ["--rising=u"]) == .nothing)
  }

  @Test(arguments: [
    ["show", "--image", "a"], ["show", "--image=a"], ["show", "-p", ""], ["show", "-wp", ""],
  ])
  func `file names are left to the shell`(words: [String]) {
    #expect(program.completion(of: words) == .files)
  }

  @Test(arguments: [
    ["show", "fast", "7"], ["show", "fast", "1", "7"], ["show", "-n", "x", "fast", "--", "7"],
  ])
  func `a lookup has a name, and a repeating positional stays open`(words: [String]) {
    #expect(program.completion(of: words) == .lookup("id", beginning: "7"))
  }

  @Test func `a completion has a meaning`() {
    #expect(program.completion(of: ["sh"]) == .terms([Definition("show", "Look")]))
    #expect(program.completion(of: ["show", "--w"]) == .terms([Definition("--web", "In a browser")]))
  }

  @Test func `words and meanings are separated by a tab, and files are a marker`() {
    let terms = Completion.terms([Definition("a"), Definition("b", "c\td\ne")])
    #expect(Shell.lines(terms, in: .english) == ["a\t", "b\tc\\td\\ne"])
    #expect(Shell.lines(.files, in: .english) == [":files"])
    #expect(Shell.lines(.lookup("id", beginning: ""), in: .english) == [])
  }

  @Test(arguments: Shell.allCases)
  func `a script runs the program that it is for, and nothing else`(shell: Shell) {
    let script = shell.completionScript(for: "shop")
    #expect(script.contains("command shop --complete -- "))
    #expect(script.contains("2>/dev/null </dev/null"))
    #expect(!script.contains("PROGRAM"))
  }
}
