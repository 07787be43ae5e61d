import Console
import Foundation
import Testing

@testable import market

/// README and the documents beside it say what the program does.
struct ReadmeTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  /// The Markdown files of the project, relative to its folder.
  private static func documents() throws -> [String] {
    let files = FileManager.default
    let rooms = try files.contentsOfDirectory(atPath: folder.path + "/Sources")
    let others = try files.contentsOfDirectory(atPath: folder.path + "/.github")
    return (["README.md"] + rooms.map { "Sources/\($0)/README.md" } + others.map { ".github/\($0)" })
      .filter { $0.hasSuffix(".md") && files.fileExists(atPath: folder.path + "/" + $0) }.sorted()
  }

  /// The documents whose examples are run, each with the language of its reader.
  private static let examples = [
    "README.md": "C", ".github/README.ko.md": "ko_KR.UTF-8", ".github/GUIDE.md": "C",
    ".github/GUIDE.ko.md": "ko_KR.UTF-8",
  ]

  /// The commands of a document run in order, in one home folder and in the folder of the package, with stdout and stderr
  /// together and with a password file, as README says. Times are not compared.
  @Test(arguments: examples.filter { $0.key.contains("README") })
  func `every example in a pipe prints what is shown`(document: String, language: String) async throws {
    let blocks = ConsoleBlock.blocks(of: try Self.text(of: document))
    #expect(!blocks.isEmpty)
    let home = try Home()
    let password = try home.write("hunter2", to: "password", mode: 0o600)
    let program = Program(home: home)
    for block in blocks {
      #expect(!block.steps.isEmpty, "\(document):\(block.line)")
      for step in block.steps {
        let command = step.command.replacing("swift run market ", with: "market ")
        let result = try await program.run(
          "export LC_ALL='\(language)' MARKET_PASSWORD_FILE='\(password)'\n{ \(command)\n} 2>&1",
          in: Self.folder.path)
        #expect(
          Self.timeless(result.output) == Self.timeless(step.output),
          "\(document):\(block.line): \(step.command)")
      }
    }
  }

  /// Without times and the random codes of receipts.
  private static func timeless(_ text: String) -> String {
    text.replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)/#, with: "⟨time⟩")
      .replacing(#/\b[A-Z2-7]{16}\b/#, with: "⟨receipt⟩")
  }

  /// The blocks fenced as `text`, at a terminal in memory: with three items, or in an empty home for one that imports the
  /// sheet of MockData first.
  @Test(arguments: examples)
  func `every example at a terminal prints what is shown`(document: String, language: String) async throws {
    let blocks = ConsoleBlock.blocks(of: try Self.text(of: document), fencedAs: "text")
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(!block.steps.isEmpty, "\(document):\(block.line)")
      let begins = block.steps.first?.command.hasPrefix("market import ") == true
      let home = begins ? try Home() : try await Self.homeWithThreeItems()
      var terminal = home.terminal()
      terminal.environment["LC_ALL"] = language
      terminal.environment["MARKET_PASSWORD"] = "hunter2"
      for step in block.steps {
        let command = String(step.command.dropFirst("market ".count))
          .replacing("MockData/", with: Self.folder.path + "/MockData/")
        let outcome = await terminal.run(command)
        #expect(
          Self.timeless(outcome.output + outcome.error) == Self.timeless(step.output),
          "\(document):\(block.line): \(step.command)")
      }
    }
  }

  @Test func `the line for a screen reader is one that is printed`() async throws {
    let lines = try await Self.homeWithThreeItems().terminal().run("show 1 --accessible").output
      .split(separator: "\n").map { "`\($0)`" }
    let guide = try Self.text(of: ".github/GUIDE.md")
    #expect(lines.filter(guide.contains).count == 1, "\(lines)")
  }

  private static func homeWithThreeItems() async throws -> Home {
    let home = try Home()
    let image = folder.appending(path: "MockData/macbook.png").path
    let commands = [
      "add --title '맥북 프로' --price 1690000 --discounted-price 1490000 --currency KRW --image '\(image)'",
      "add --title '기계식 키보드' --price 89000 --currency KRW --stock 1200",
      "add --title 'Brass lamp' --price 12.50 --currency USD --stock 0",
    ]
    for command in commands { #expect(await home.pipe.run(command).exitCode == .done) }
    home.wait(days: 3)
    return home
  }

  @Test(arguments: [".github/GUIDE.md", ".github/GUIDE.ko.md"])
  func `the table of exit codes has each code once, in order`(document: String) throws {
    let rows = try Self.text(of: document).matches(of: #/(?m)^\| (\d[\d, ]*) \|/#)
    let codes = rows.flatMap { $0.1.split(separator: ", ").compactMap { Int32($0) } }
    #expect(codes == ExitCode.allCases.map(\.rawValue))
  }

  @Test func `every command that a document names exists`() throws {
    let known = Market.commands.map { $0.declaration.name }
    for document in try Self.documents() {
      let names = try Self.text(of: document).matches(of: #/`market ([a-z][a-z-]*)/#).map { String($0.1) }
      #expect(names.filter { !known.contains($0) } == [], "\(document)")
    }
  }

  @Test func `every file that a document names or links to exists`() throws {
    let files = FileManager.default
    let sources = ["Sources", "Tests"].flatMap { room in
      files.enumerator(atPath: Self.folder.path + "/" + room)?.compactMap { $0 as? NSString } ?? []
    }
    let names = Set(sources.map(\.lastPathComponent))
    for document in try Self.documents() {
      let text = try Self.text(of: document)
      let place = Self.folder.appending(path: document).deletingLastPathComponent().path
      let links = text.matches(of: #/\]\(([^):#]+)(#[^)]*)?\)|src="([^":]+)"/#).compactMap { $0.1 ?? $0.3 }
      #expect(links.filter { !files.fileExists(atPath: "\(place)/\($0)") } == [], "\(document)")
      let paths = text.matches(of: #/`((Sources|Tests|MockData|\.ci)/[\w\/.+-]+)/#).map { $0.1 }
      #expect(paths.filter { !files.fileExists(atPath: "\(Self.folder.path)/\($0)") } == [], "\(document)")
      let swift = text.matches(of: #/`([\w+]+\.swift)`/#).map { String($0.1) }
      #expect(swift.filter { !names.contains($0) } == [], "\(document)")
    }
  }

  @Test func `blocks, steps and commands of several lines are told apart`() {
    let text = """
      ```sh
      $ not me
      ```
      ```console
      $ one
      1
      2
      $ two \\
        more
      3
      ```
      after
      ```console
      $ four
      ```
      ```text
      $ five
      ```
      """
    #expect(
      ConsoleBlock.blocks(of: text, fencedAs: "text").map(\.steps) == [[.init(command: "five", output: "")]])
    let blocks = ConsoleBlock.blocks(of: text)
    #expect(blocks.map(\.line) == [4, 13])
    #expect(
      blocks.map(\.steps) == [
        [.init(command: "one", output: "1\n2\n"), .init(command: "two \\\n  more", output: "3\n")],
        [.init(command: "four", output: "")],
      ])
  }
}
