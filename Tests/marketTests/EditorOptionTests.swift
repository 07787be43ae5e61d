import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

/// `--editor` of `market add` and `market edit`.
struct EditorOptionTests {
  private let home: Home

  init() throws { home = try Home() }

  /// A terminal whose editor writes a text; nil for one that changes nothing. What it is given is in `given`.
  private func terminal(_ text: String?, code: Int32 = 0, given: Locked<[String]> = Locked([])) -> Terminal {
    var terminal = home.terminal(200)
    terminal.environment = ["EDITOR": "pen"]
    let folder = home.path + "/.local/state/market/drafts"
    terminal.edit = { line in
      let path = String(line.dropFirst("pen ".count))
      guard path.hasPrefix(folder + "/"), path.hasSuffix(".txt") else { return 99 }
      let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      given.withLock {
        $0 += [(try? String(contentsOfFile: path, encoding: .utf8)) ?? "?", String(mode ?? 0, radix: 8)]
      }
      if let text { try? text.write(toFile: path, atomically: false, encoding: .utf8) }
      return code
    }
    return terminal
  }

  private var drafts: [String] { home.files(in: ".local/state/market/drafts") }

  private func description() async -> String {
    await home.pipe.run("show 1 --json=descriptions").output
  }

  private func addLamp() async {
    let added = await home.pipe.run(words: [
      "add", "--title", "Lamp", "--price", "5", "--description", "Two\nlines", "--porcelain",
    ])
    #expect(added.output == "1\n")
  }

  @Test func `add writes the description in the editor`() async throws {
    let given = Locked<[String]>([])
    let added = await terminal("From brass.\n\nOld.\n", given: given).run(
      "add --title Lamp --price 5 --editor --porcelain")
    #expect(added.output == "1\n")
    #expect(given.value == ["", "600"])
    #expect(await description() == #"{"descriptions":"From brass.\n\nOld."}"# + "\n")
    #expect(drafts == [])
  }

  @Test func `an empty description adds an item without one, and is said`() async {
    let added = await terminal(" \n").run("add --title Lamp --price 5 --editor --porcelain")
    #expect(added.output == "1\n")
    #expect(added.error.contains("No description was written\n"))
    #expect(await description() == #"{"descriptions":""}"# + "\n")
    #expect(drafts == [])
  }

  @Test func `edit begins with the present description`() async {
    await addLamp()
    let given = Locked<[String]>([])
    await terminal("Two\nlines\nand one.\n", given: given).run("edit 1 --editor --json=descriptions").prints(
      #"{"descriptions":"Two\nlines\nand one."}"#)
    #expect(given.value == ["Two\nlines\n", "600"])
    #expect(await terminal("Short").run("edit 1 --editor --price 6").exitCode == .done)
    await home.pipe.run("show 1 --json=price,descriptions").prints(#"{"price":6,"descriptions":"Short"}"#)
    #expect(drafts == [])
  }

  @Test(arguments: [nil, "", " \n\n", "Two\nlines", "Two\nlines\n"])
  func `a description that is empty or as it was changes nothing, and is said`(text: String?) async {
    await addLamp()
    await terminal(text).run("edit 1 --editor").prints("! The description is unchanged")
    #expect(await description() == #"{"descriptions":"Two\nlines"}"# + "\n")
    let both = await terminal(text).run("edit 1 --editor --price 6 --json=price")
    both.prints("{\"price\":6}\n! The description is unchanged")
    #expect(drafts == [])
  }

  @Test func `an editor that fails changes nothing`() async {
    await addLamp()
    await terminal(nil, code: 1).run("edit 1 --editor --price 6").prints(
      """
      ! Error: The editor 'pen' failed with exit code 1
      ! Help:  Nothing was changed
      exit 1
      """)
    #expect(drafts == [])
    await home.pipe.run("show 1 --json=price").prints(#"{"price":5}"#)
    #expect(await terminal("Lost?", code: 1).run("add --title Desk --price 5 --editor").exitCode == .failed)
    #expect(drafts.count == 1)
    await home.pipe.run("list --json=id").prints(#"{"id":1}"#)
  }

  @Test func `the text is kept when the write fails`() async throws {
    await addLamp()
    let market = home.market(at: .file(home.path + "/.local/share/market/market.db"))
    var writing = terminal("A long text.\n")
    writing.session = MockSession { request in
      request.method == .patch
        ? HTTPResponse(status: 413, body: Data(#"{"reason":"Too large"}"#.utf8))
        : try await market.response(to: request)
    }
    let outcome = await writing.run("edit 1 --editor")
    #expect(outcome.exitCode == .refused)
    let path = home.path + "/.local/state/market/drafts/" + (drafts.first ?? "")
    #expect(
      outcome.error.contains(
        "Your text is kept in '\(path)': pass it with --description - < \(path)\nError: "))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "A long text.\n")
    #expect(drafts.count == 1 && drafts[0].hasPrefix("item-1-"))
    // As the note says.
    var pipe = home.pipe
    pipe.input = ["A long text."]
    #expect(await pipe.run("edit 1 --description -").exitCode == .done)
    #expect(await description() == #"{"descriptions":"A long text."}"# + "\n")
    let long = String(repeating: "가", count: 22_000)
    let tooLong = await terminal(long).run("edit 1 --editor")
    #expect(tooLong.exitCode == .usage)
    #expect(drafts.count == 2)
  }

  @Test func `a dry run shows the change, and keeps the text`() async {
    await addLamp()
    let outcome = await terminal("New\n").run("edit 1 --editor --dry-run")
    #expect(outcome.exitCode == .done)
    #expect(outcome.error.contains("Your text is kept in"))
    #expect(await description() == #"{"descriptions":"Two\nlines"}"# + "\n")
    #expect(drafts.count == 1)
  }

  @Test func `a description that somebody else changes meanwhile is not overwritten`() async {
    await addLamp()
    var terminal = terminal("Mine\n")
    let (edit, home) = (terminal.edit, home)
    terminal.edit = { line in
      let done = Locked(false)
      Task {
        _ = await home.pipe.run("edit 1 --description Theirs")
        done.withLock { $0 = true }
      }
      while !done.value { usleep(1_000) }
      return edit(line)
    }
    let outcome = await terminal.run("edit 1 --editor")
    #expect(outcome.exitCode == .refused)
    #expect(outcome.error.contains("Error: The description of item 1 was changed meanwhile\n"))
    #expect(await description() == #"{"descriptions":"Theirs"}"# + "\n")
    #expect(drafts.count == 1)
  }

  @Test func `what cannot work is refused before the editor is opened`() async {
    var pipe = home.pipe
    pipe.environment = ["EDITOR": "pen"]
    await pipe.run("add --title Lamp --price 5 --editor").prints(
      """
      ! Error: An editor requires an interactive terminal
      ! Help:  Run it in a terminal, or pass the text or the setting with the command
      exit 2
      """)
    await terminal("text").run("add --title Lamp --price 5 --editor --description text").prints(
      """
      ! Error: '--editor' and '--description' cannot be used together
      ! Help:  Use only one of them
      exit 2
      """)
    #expect(await terminal("text").run("edit 1 --editor --curl").exitCode == .usage)
    let given = Locked<[String]>([])
    #expect(
      await terminal("text", given: given).run("add --title '' --price 5 --editor").exitCode == .usage)
    #expect(await terminal("text", given: given).run("edit 7 --editor").exitCode == .notFound)
    #expect(given.value == [])
    #expect(drafts == [])
  }
}
