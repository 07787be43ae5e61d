import Console
import Foundation
import HTTP
import TestSupport
import Testing

/// The exit codes are an interface: one way to get each of them. 130 and 143 are signals' and belong to processes.
struct ExitCodeTests {
  @Test(arguments: [
    ("list", 0), ("add --title Lamp --price 5", 0), ("edit 1 --stock 3", 0), ("delete 1", 0),
    ("help exit-codes", 0),
    ("add --title Lamp --price 5 --store /nowhere/market.db --dry-run", 2), ("list --store /", 1),
    ("list --frob", 2), ("frob", 2), ("list --page 0", 2), ("add --title Lamp --price x", 2), ("show 9", 3),
    ("edit 9 --stock 3", 3), ("delete 9", 3), ("edit 2 --stock 3", 0), ("review delete 1", 4),
    ("list --server http://127.0.0.1:1", 5), ("show 1 9", 7), ("delete 1 9 --yes", 6),
  ])
  func `each outcome has its exit code`(line: String, code: Int) async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    var stranger = home.pipe
    stranger.environment = ["MARKET_PASSWORD": "hunter2"]
    _ = await stranger.run("add --title Desk --price 80")
    _ = await stranger.run("review 1 --stars 3")
    let outcome = await home.pipe.run(line)
    #expect(outcome.exitCode.rawValue == Int32(code), "\(outcome.text)")
  }

  @Test func `a refused request exits with 6`() async throws {
    var pipe = try Home().pipe
    pipe.session = MockSession { _ in HTTPResponse(status: 413, body: Data(#"{"reason":"Too large"}"#.utf8)) }
    await pipe.run("add --title Lamp --price 5").prints(
      "! Error: The market rejected the request: Too large\nexit 6")
  }

  @Test func `declining exits with 8`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5")
    var terminal = home.terminal()
    terminal.input = ["n"]
    #expect(await terminal.run("delete 1").exitCode.rawValue == 8)
  }

  @Test(arguments: [
    ("notes.txt", "plain text, and more of it than a hundred bytes " + String(repeating: ".", count: 100)),
    ("other.db", "SQLite format 3\0" + String(repeating: "\0", count: 84)),
  ])
  func `a file that is no store is left unchanged`(name: String, text: String) async throws {
    let home = try Home()
    let file = try home.write(text, to: name)
    await home.pipe.run("add --title Lamp --price 5 --store \(file)").prints(
      """
      ! Error: The store file is not a market database
      ! Help:  '\(file)' was left unchanged; use another file with '--store <file>'
      exit 1
      """)
    #expect(try home.text(of: name) == text)
  }
}
