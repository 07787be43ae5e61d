import Foundation
import TestSupport
import Testing

@testable import market

/// `market config edit`.
@Suite(.serialized) struct ConfigEditTests {
  private static let file = ".config/market/config"
  private let home: Home
  private let path: String

  init() throws {
    home = try Home()
    path = home.path + "/" + Self.file
  }

  /// A terminal whose editor writes these texts, one after the other; nil for an editor that changes nothing.
  private func terminal(_ texts: String?..., answers: [String] = []) -> Terminal {
    var terminal = home.terminal(200)
    terminal.environment = ["EDITOR": "pen --wait"]
    terminal.input = answers
    let left = Locked(texts)
    let draft = path + ".draft"
    terminal.edit = { line in
      #expect(line == "pen --wait \(draft)")
      let text = left.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      if let text { try? text.write(toFile: draft, atomically: false, encoding: .utf8) }
      return 0
    }
    return terminal
  }

  @Test func `what is saved takes the place of the file`() async throws {
    try home.write("currency = EUR\n", to: Self.file, mode: 0o640)
    await terminal("currency = KRW\n").run("config edit").prints("! Saved '\(path)'")
    #expect(try home.text(of: Self.file) == "currency = KRW\n")
    #expect(try home.mode(of: Self.file) == 0o640)
    await terminal(nil).run("config edit").prints("! No changes.")
    #expect(home.files(in: ".config/market") == ["config"])
  }

  @Test func `a dry run shows the lines that would change, and keeps the text`() async throws {
    try home.write("currency = EUR\n", to: Self.file)
    let kept =
      "The config file is unchanged. Your text is kept in '\(path).draft', and the next 'market config edit' goes on with it"
    await terminal("currency = KRW\n[market.shop]\nserver = https://market.example\n").run("config edit -n")
      .prints(
        """
        - currency = EUR
        + currency = KRW
        + [market.shop]
        + server = https://market.example
        ! Dry run, nothing changed. Would change:
        ! \(kept)
        """)
    #expect(try home.text(of: Self.file) == "currency = EUR\n")
    #expect(await terminal(nil).run("config edit").exitCode == .done)
    #expect(try home.text(of: Self.file).contains("[market.shop]"))
    // A line that moves into a profile goes and comes.
    try home.write("sort = price\n[market.shop]\ncurrency = KRW\n", to: Self.file)
    await terminal("[market.shop]\ncurrency = KRW\nsort = price\n").run("config edit -n").prints(
      """
      - sort = price
      + sort = price
      ! Dry run, nothing changed. Would change:
      ! \(kept)
      """)
  }

  @Test func `a file that is missing is made of comments`() async throws {
    await terminal(nil).run("config edit").prints("! Saved '\(path)'")
    #expect(try home.mode(of: Self.file) == 0o600)
    #expect(try home.mode(of: ".config/market") == 0o700)
    let lines = try home.text(of: Self.file).split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("#") })
    for setting in Setting.allCases { #expect(lines.contains("# \(setting.rawValue) = \(setting.example)")) }
    // Each of them can be used as it stands.
    let all = lines.filter { $0.contains(#/^# ([a-z-]+ = |\[)/#) }.map { $0.dropFirst(2) }
      .filter { !$0.hasPrefix("cacert") }.joined(separator: "\n")
    await terminal(all).run("config edit").prints("! Saved '\(path)'")
    #expect(await home.pipe.run("config --market shop").error == "")
    let other = try Home()
    var korean = other.terminal(200)
    korean.environment = ["VISUAL": "pen", "LANG": "ko_KR.UTF-8"]
    korean.edit = { _ in 0 }
    #expect(await korean.run("config edit").exitCode == .done)
    #expect(try other.text(of: Self.file).hasPrefix("# market의 설정입니다."))
  }

  @Test func `a wrong line is named, and the text is edited again`() async throws {
    try home.write("currency = EUR\n", to: Self.file)
    let wrong = "currency = WON\n[market.shop]\nper-page = 0\ncolour = no\n"
    let outcome = await terminal(wrong, "currency = KRW\n", answers: ["y"]).run("config edit")
    #expect(
      outcome.error.split(separator: "\n").map(String.init) == [
        "Error: Invalid value 'WON' for 'currency': it must be a code that ISO 4217 lists, such as KRW",
        "Help:  Correct line 1 of the config file '\(path).draft'",
        "Error: Invalid value '0' for 'per-page': it must be a whole number from 1 to 500",
        "Help:  Correct line 3 of the config file '\(path).draft'",
        "Error: Unknown setting 'colour' on line 4 of '\(path).draft'",
        "Help:  Did you mean 'color'?",
        "Edit it again? [y/N] Saved '\(path)'",
      ])
    #expect(try home.text(of: Self.file) == "currency = KRW\n")
  }

  @Test func `the text is kept for another try`() async throws {
    try home.write("currency = EUR\n", to: Self.file)
    let declined = await terminal("currency = WON\n", answers: ["n"]).run("config edit")
    #expect(declined.exitCode == .declined)
    #expect(
      declined.error.hasSuffix(
        "The config file is unchanged. Your text is kept in '\(path).draft', and the next 'market config edit' goes on with it\n"
      ))
    #expect(try home.text(of: Self.file) == "currency = EUR\n")
    #expect(try home.text(of: Self.file + ".draft") == "currency = WON\n")
    #expect(try home.mode(of: Self.file + ".draft") == 0o600)
    await terminal("currency = KRW\n").run("config edit").prints(
      """
      ! Going on with the text that was kept in '\(path).draft'
      ! Saved '\(path)'
      """)
    #expect(try home.text(of: Self.file) == "currency = KRW\n")
    #expect(home.files(in: ".config/market") == ["config"])
  }

  @Test func `an editor that fails changes nothing, and loses no text`() async throws {
    try home.write("currency = EUR\n", to: Self.file)
    var terminal = home.terminal(200)
    terminal.environment = ["VISUAL": "pen", "EDITOR": "other"]
    terminal.edit = { _ in 3 }
    await terminal.run("config edit").prints(
      """
      ! Error: The editor 'pen' failed with exit code 3
      ! Help:  Nothing was changed
      exit 1
      """)
    #expect(home.files(in: ".config/market") == ["config"])
    let draft = path + ".draft"
    terminal.edit = { _ in
      try? "sort = price\n".write(toFile: draft, atomically: false, encoding: .utf8)
      return nil
    }
    let outcome = await terminal.run("config edit")
    #expect(outcome.exitCode == .failed)
    #expect(outcome.error.contains("Your text is kept in"))
    #expect(try home.text(of: Self.file + ".draft") == "sort = price\n")
    #expect(try home.text(of: Self.file) == "currency = EUR\n")
  }

  @Test func `a change by another command meanwhile is not lost`() async throws {
    try home.write("currency = EUR\n", to: Self.file)
    var terminal = home.terminal(200)
    terminal.environment = ["EDITOR": "pen"]
    let (draft, file) = (path + ".draft", path)
    terminal.edit = { _ in
      try? "sort = price\n".write(toFile: draft, atomically: false, encoding: .utf8)
      try? "currency = KRW\n".write(toFile: file, atomically: true, encoding: .utf8)
      return 0
    }
    let outcome = await terminal.run("config edit")
    #expect(outcome.exitCode == .failed)
    #expect(
      outcome.error.contains("Error: The config file '\(path)' was changed by another command meanwhile\n"))
    #expect(try home.text(of: Self.file) == "currency = KRW\n")
    #expect(try home.text(of: Self.file + ".draft") == "sort = price\n")
  }

  @Test func `without a terminal or an editor nothing is begun`() async throws {
    var pipe = home.pipe
    pipe.environment = ["EDITOR": "pen"]
    await pipe.run("config edit").prints(
      """
      ! Error: An editor requires an interactive terminal
      ! Help:  Run it in a terminal, or pass the text or the setting with the command
      exit 2
      """)
    var terminal = home.terminal(200)
    await terminal.run("config edit").prints(
      """
      ! Error: No editor is set
      ! Help:  Set VISUAL or EDITOR to your editor, such as EDITOR=nano
      exit 2
      """)
    terminal.environment = ["EDITOR": "pen"]
    #expect(await terminal.run("config edit --no-input").exitCode == .usage)
    await terminal.run("config edit").prints(
      """
      ! Error: The editor 'pen' was not found
      ! Help:  Set VISUAL or EDITOR to a program that is installed
      exit 1
      """)
    #expect(home.files(in: ".config/market") == [])
  }

  @Test func `a file that cannot be read by commands can be edited`() async throws {
    try home.write(Data([0x63, 0xFF]), to: Self.file)
    #expect(await home.pipe.run("list").exitCode == .usage)
    await terminal("currency = KRW\n").run("config edit").prints("! Saved '\(path)'")
    #expect(await home.pipe.run("config").exitCode == .done)
  }

  @Test func `the editor has the terminal, and Ctrl-C is its own`() async throws {
    try home.write(
      """
      # The editor shares the terminal, in the foreground, and the name of the file is its last argument.
      # A signal just before `read` blocks would wait for a line; `sleep` it ends.
      trap 'echo caught; caught=1' INT
      [ -t 0 ] && [ -t 1 ] && echo "$1" || exit 9
      until [ "$caught" ]; do sleep 0.05; done
      read line
      echo "$line" >"$2"

      """, to: "my editor")
    // By its interpreter: while a process that another test starts has the written file open, too, it cannot be executed itself.
    let line = "cd; set -m; EDITOR=\"sh '$HOME/my editor' --flag\" market config edit >output; echo exit $?"
    let terminal = try TerminalProgram(home, line, rows: 12)
    try await terminal.shows(lastLine: "--flag")
    terminal.send(SIGINT)
    try await terminal.shows(lastLine: "caught")
    terminal.type("currency = KRW\n")
    try await terminal.shows(lastLine: "exit 0")
    #expect(try home.text(of: Self.file) == "currency = KRW\n")
    #expect(terminal.isAsItWas)
  }
}
