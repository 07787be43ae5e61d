import TestSupport
import Testing

@testable import Console

/// Lines that are drawn over others.
struct RedrawingTests {
  private let output = MemoryStream(isTerminal: true, columns: 20, rows: 5)

  private func console(colored: Bool = false) -> Console {
    let error = MemoryStream(isTerminal: true, columns: 20, rows: 5)
    return Console(output: output, error: error, input: MemoryInput([]), style: Style(isColored: colored))
  }

  @Test func `lines are drawn over those before them`() throws {
    #expect(try console().redraw(["b", "c"], over: DrawnLines(["a"], columns: 20)))
    #expect(output.text == "\r\u{1B}[1Ab\u{1B}[K\nc\u{1B}[K\n\u{1B}[J")
  }

  @Test func `lines that left the screen, or have an unknown height, are not drawn over`() throws {
    let console = console(colored: true)
    #expect(try !console.redraw(["b"], over: DrawnLines(["1", "2", "3", "4", "5"], columns: 20)))
    #expect(
      try !console.redraw(
        ["b"], over: DrawnLines(["1", "2", String(repeating: "a", count: 41)], columns: 20)))
    #expect(try !console.redraw(["b"], over: DrawnLines(["a"], columns: 21)))
    for control in ["\u{1B}_Ga=T;\u{1B}\\", "a\tb", "\u{9B}2A"] {
      #expect(try !console.redraw(["b"], over: DrawnLines([control], columns: 20)))
    }
    #expect(output.text == "")
  }

  @Test(arguments: [
    (["a", "b"], 2), ([""], 1), ([String(repeating: "a", count: 20)], 1),
    ([String(repeating: "a", count: 21)], 2),
    // A wide character that finds one column goes to the next line, and leaves that column empty.
    ([String(repeating: "맥", count: 10)], 1), (["a" + String(repeating: "맥", count: 10)], 2),
    (["a" + String(repeating: "맥", count: 20)], 3),
  ])
  func `folded lines are drawn over as well`(lines: [String], height: Int) throws {
    let console = console(colored: true)
    #expect(try console.redraw(["b"], over: DrawnLines(lines.map(console.style.bold), columns: 20)))
    #expect(output.text == "\r\u{1B}[\(height)Ab\u{1B}[K\n\u{1B}[J")
  }
}
