import Foundation
import OpenMarket
import TestSupport
import Testing

/// Prompts at a real terminal with a shell that has job control.
@Suite(.serialized) struct PromptProcessTests {
  @Test func `a confirmation is shown again after Ctrl-Z and fg`() async throws {
    let home = try await Home.selling(3)
    let line = "set -m; market delete 2; echo stopped; fg > /dev/null; echo exit $?"
    let terminal = try TerminalProgram(home, line, rows: 12)
    let prompt = "Delete this item? It can be restored. [y/N]"
    try await terminal.shows(lastLine: prompt)
    terminal.type("\u{1A}")
    try await terminal.shows(part: "stopped")
    try await terminal.shows(lastLine: prompt)
    terminal.type("n\n")
    try await terminal.shows(lastLine: "exit 8")
    #expect(terminal.isAsItWas)
  }

  @Test func `a password prompt is shown again after Ctrl-Z and fg, still without echo`() async throws {
    let home = try await Home.selling(3)
    let draft = try ReviewDraft(stars: 5)
    _ = try await home.embeddedMarket.review(item: 2, draft, password: "hunter2")
    let line = "set -m; market review delete 1 --yes; echo stopped; fg > /dev/null; echo exit $?"
    let terminal = try TerminalProgram(home, line, rows: 12)
    let prompt = "Password for review 1:"
    try await terminal.shows(lastLine: prompt)
    terminal.type("hun\u{1A}")
    try await terminal.shows(part: "stopped")
    try await terminal.shows(lastLine: prompt)
    terminal.type("hunter2\n")
    try await terminal.shows(lastLine: "exit 0")
    #expect(!terminal.seen.text.contains("hun"))
    #expect(terminal.isAsItWas)
  }

  @Test func `a line that is being edited is shown again after Ctrl-Z and fg`() async throws {
    let line = "set -m; market list; echo stopped; read key; fg > /dev/null; echo exit $?"
    let terminal = try TerminalProgram(
      try await Home.selling(30), line, rows: 10, environment: ["MARKET_IMAGES": "none"])
    try await terminal.shows(part: "space: more")
    terminal.type("/lamp")
    try await terminal.shows(lastLine: "/lamp")
    terminal.type("\u{1A}")
    try await terminal.shows(part: "stopped")
    terminal.type("\n")
    try await terminal.shows(lastLine: "/lamp")
    terminal.type("\u{1B}")
    try await terminal.shows(part: "space: more")
    terminal.type("q")
    try await terminal.shows(lastLine: "exit 0")
    #expect(terminal.isAsItWas)
  }

  @Test func `Ctrl-C at a confirmation ends the program and deletes nothing`() async throws {
    let home = try await Home.selling(3)
    let terminal = try TerminalProgram(home, "exec market delete 2", rows: 12)
    try await terminal.shows(lastLine: "Delete this item? It can be restored. [y/N]")
    terminal.type("\u{3}")
    #expect(try await terminal.end() == 130)
    #expect(terminal.isAsItWas)
    #expect(try await home.embeddedMarket.item(id: 2).id == 2)
  }
}
