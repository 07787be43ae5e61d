import Console
import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

/// Text from other people cannot control the terminal.
struct HostileTextTests {
  /// Each begins and ends with a letter, so that the market does not trim it away.
  static let payloads: [String: String] = [
    "colour": "x\u{1B}[31mred\u{1B}[0my", "clear screen": "x\u{1B}[2J\u{1B}[Hy",
    "window title": "x\u{1B}]0;owned\u{7}y", "clipboard": "x\u{1B}]52;c;ZXZpbA==\u{1B}\\y",
    "hyperlink": "x\u{1B}]8;;http://evil.example/\u{7}Click\u{1B}]8;;\u{7}y",
    "device control": "x\u{1B}Pq#0;2;0;0;0\u{1B}\\y", "repeat": "xa\u{1B}[99999999by",
    "C1 CSI": "x\u{9B}31my", "C1 OSC": "x\u{9D}0;owned\u{9C}y", "C1 NEL": "x\u{85}y",
    "backspace": "price 5\u{8}\u{8}0y", "carriage return": "harmless\rforged row", "delete": "x\u{7F}y",
    "tab": "x\t9\ty", "newline": "x\nError: forged", "vertical tab": "x\u{B}\u{C}y",
    "bidi override": "x\u{202E}gpj.exe\u{202C}y", "bidi isolate": "x\u{2066}a\u{2069}y",
    "bidi marks": "x\u{200E}\u{200F}\u{61C}y",
    "zero width": "x\u{200B}\u{200C}\u{200D}\u{2060}y", "byte order mark": "x\u{FEFF}y",
    "soft hyphen": "x\u{AD}y", "line separators": "x\u{2028}\u{2029}y",
    "Hangul fillers": "x\u{3164}\u{115F}\u{1160}\u{FFA0}y", "tags": "x\u{E0041}\u{E0042}y",
    "private use": "x\u{E000}y", "unassigned": "x\u{378}y", "blank Braille": "x\u{2800}y",
    "tower of marks": "x" + String(repeating: "\u{301}", count: 40) + "y",
    "unfinished escape": "x\u{1B}y", "shell": "x$(reboot)`reboot`'\"y",
  ]

  /// The characters of an output that must not reach a terminal: control characters other than line ends and styles,
  /// invisible characters and bidirectional controls. Tabs are allowed between fields, blank characters in JSON.
  static func dangers(in text: String, allowing allowed: Set<Unicode.Scalar> = []) -> [String] {
    text.replacing(#/\x{1B}\[(?:1|2|9|22|29|3[1-6]|39)m/#, with: "").unicodeScalars.filter { scalar in
      if scalar == "\n" || allowed.contains(scalar) { return false }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
      default: return scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
      }
    }.map { "U+" + String($0.value, radix: 16, uppercase: true) }
  }

  @Test(arguments: payloads.keys.sorted())
  func `titles and descriptions cannot control the terminal`(name: String) async throws {
    let text = try #require(Self.payloads[name])
    let home = try Home()
    func check(_ words: [String], lines: Int? = nil) async {
      for terminal in [home.terminal(60, colored: true), home.terminal(60), home.pipe] {
        let outcome = await terminal.run(words: words)
        let blank: Set<Unicode.Scalar> =
          words.contains("--json") || words.first == "delete" && terminal.columns == nil
          ? ["\u{E000}", "\u{2800}"] : []
        let dangers =
          Self.dangers(in: outcome.output, allowing: terminal.columns == nil ? blank.union(["\t"]) : blank)
          + Self.dangers(in: outcome.error)
        #expect(dangers == [], "\(words) said \(outcome)")
        if let lines, terminal.columns == nil {
          #expect(outcome.output.split(separator: "\n").count == lines, "\(words) said \(outcome)")
        }
      }
    }
    let add = ["add", "--title", text, "--price", "5", "--description", "about " + text]
    await check(add + ["--dry-run"], lines: 5)
    await check(add)
    await check(add + ["--json"], lines: 1)
    await check(add + ["--curl"], lines: 1)
    await check(["list"], lines: 6)
    await check(["list", "--json"], lines: 6)
    await check(["show", "1"], lines: 8)
    await check(["show", "1", "--json"], lines: 1)
    await check(["edit", "1", "--title", "changed " + text, "--dry-run"], lines: 1)
    await check(["edit", "1", "--description", text, "--curl"], lines: 1)
    await check(["edit", "2", "--title", "changed " + text, "--description", text])
    await check(["delete", "1", "--dry-run"], lines: 1)
    await check(["delete", "1"])
    await check(["delete", "2", "3", "--yes"])
  }

  @Test(arguments: payloads.keys.sorted())
  func `arguments are escaped in errors`(name: String) async throws {
    let text = try #require(Self.payloads[name])
    let home = try Home()
    let lines: [[String]] = [
      [text], ["help", text], ["list", text], ["list", "--\(text)"], ["list", "--page", text],
      ["list", "--sort", text],
      ["list", "--json=\(text)"], ["list", "--server", text], ["list", "--locale", text],
      ["list", "--all=\(text)"],
      ["show", text], ["add", "--title", text], ["add", "--title", "a", "--price", text],
      ["add", "--title", "a", "--price", "1", "--currency", text],
      ["add", "--title", "a", "--price", "1", "--stock", text],
      ["add", "--title", "a", "--price", "1", "--image", text],
      ["add", "--title", "a", "--price", "1", "--password-file", text],
      ["list", "--store", text + "/no/such\u{0}"], ["list", "--curl", "--store", text],
    ]
    for line in lines {
      let outcome = await home.terminal(colored: true).run(words: line)
      #expect(
        Self.dangers(in: outcome.output + outcome.error) == [], "\(line) said \(outcome)")
    }
    try home.write("\(text) = 1", to: ".config/market/config")
    let outcome = await home.terminal().run("list")
    #expect(Self.dangers(in: outcome.error) == [])
    var terminal = home.terminal()
    terminal.environment = ["MARKET_LOCALE": text, "XDG_CONFIG_HOME": home.path]
    #expect(Self.dangers(in: await terminal.run("list").error) == [])
  }

  @Test(arguments: payloads.keys.sorted())
  func `a server's texts are escaped`(name: String) async throws {
    let text = try #require(Self.payloads[name])
    let item: [String: Any] = [
      "id": 1, "title": text, "price": 5, "currency": "USD", "stock": 1,
      "thumbnails": ["http://a.example/\u{1}"],
      "registration_date": 1, "descriptions": text, "images": ["http://a.example/a.png"],
    ]
    let bodies: [(Int, Data)] = [
      (200, try JSONSerialization.data(withJSONObject: item)),
      (200, try JSONSerialization.data(withJSONObject: ["page": 1, "items": [item]])),
      (400, try JSONSerialization.data(withJSONObject: ["error": true, "reason": text])),
      (429, try JSONSerialization.data(withJSONObject: ["message": text])),
      (404, try JSONSerialization.data(withJSONObject: ["code": text])),
      (200, Data("<html>\(text)</html>".utf8)), (418, Data(text.utf8)),
      (200, try JSONSerialization.data(withJSONObject: [text: text, "items": text])),
    ]
    for (status, body) in bodies {
      for line in [
        "list", "list --verbose", "show 1", "add --title a --price 1", "delete 1 --yes", "edit 1 --stock 2",
      ] {
        var terminal = try Home().terminal(colored: true)
        terminal.environment = ["MARKET_PASSWORD": "hunter2"]
        terminal.session = MockSession { _ in
          HTTPResponse(
            status: status, headers: ["Content-Type": "text/\(text)", "Retry-After": "0"], body: body)
        }
        let outcome = await terminal.run(line)
        #expect(
          Self.dangers(in: outcome.output + outcome.error) == [], "\(line) said \(outcome)")
      }
    }
  }

  @Test func `JSON preserves the text`() async throws {
    let home = try Home()
    let texts = Self.payloads.sorted { $0.key < $1.key }.map(\.value)
    for text in texts { _ = await home.pipe.run(words: ["add", "--title", text, "--price", "5"]) }
    struct Row: Decodable { let title: String }
    let rows = try await home.pipe.run("list --all --json=title").output.split(separator: "\n").map {
      try JSONDecoder().decode(Row.self, from: Data($0.utf8)).title
    }
    #expect(rows.map { Array($0.unicodeScalars) } == texts.map { Array($0.streamSafe.unicodeScalars) })
  }

  @Test func `an image's file name is escaped`() async throws {
    let home = try Home()
    for (name, text) in Self.payloads where !text.contains("/") {
      let image = try home.write(Pixel.png, to: text + ".png")
      for more in ["--dry-run", "--curl", ""] {
        let words = ["add", "--title", "a", "--price", "5", "--image", image, more].filter { !$0.isEmpty }
        let outcome = await home.terminal(colored: true).run(words: words)
        #expect(outcome.exitCode == .done, "\(name)")
        #expect(
          Self.dangers(in: outcome.output + outcome.error) == [], "\(name) said \(outcome)")
      }
    }
  }
}
