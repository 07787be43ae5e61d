import Foundation
import TestSupport
import Testing

/// `market browse` in tmux, which understands what is written as a terminal does.
@Suite(.serialized, .enabled(if: isInstalled("tmux"), "left out: tmux is not installed"))
struct BrowseTmuxTests {
  private struct Window {
    let socket = "market-\(UUID().uuidString.prefix(8))"
    let home: Home

    /// Output goes to a file: the server of tmux would keep a pipe open.
    @discardableResult
    func tmux(_ words: String...) async throws -> String {
      let file = try home.write("", to: "tmux.txt")
      let variables = try Program.environment(of: home).merging([
        "TERM": "xterm-256color", "MARKET_IMAGES": "none",
      ]) { $1 }
      let words = ["tmux", "-L", socket, "-f", "/dev/null", "-u"] + words
      let process = try ChildProcess(words, environment: variables, output: .file(file), error: .null)
      _ = await process.end()
      return try String(contentsOfFile: file, encoding: .utf8)
    }

    func shows(_ part: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
      try? await eventually { try await self.tmux("capture-pane", "-p").contains(part) }
      let text = try await tmux("capture-pane", "-p")
      try #require(text.contains(part), "\(text)", sourceLocation: sourceLocation)
    }
  }

  @Test func `a session from the list to an edit and back, with the window resized`() async throws {
    let window = Window(home: try await Home.selling(30))
    try await window.tmux(
      "new-session", "-d", "-x", "80", "-y", "24", "market browse; echo exit $?; sleep 60")
    try await window.shows("1 of 30")
    try await window.tmux("send-keys", "G")
    try await window.shows("> 30  기계식 키보드 30")
    try await window.tmux("resize-window", "-x", "120", "-y", "30")
    try await window.shows("│ #30 기계식 키보드 30")
    try await window.tmux("send-keys", "/")
    try await window.tmux("send-keys", "-l", "lamp 2")
    try await window.shows("/lamp 2")
    try await window.tmux("send-keys", "Enter", "Enter")
    try await window.shows("#2 Brass lamp 2")
    try await window.tmux("send-keys", "q", "q", "q")
    try await window.shows("exit 0")
    #expect(
      try await window.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag} #{cursor_flag}")
        == "0 0 1\n")
  }
}
