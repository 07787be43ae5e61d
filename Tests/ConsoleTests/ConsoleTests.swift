import Console
import Foundation
import TestSupport
import Testing

struct ConsoleTests {
  @Test func `data goes to the output and messages to the error stream`() throws {
    let output = MemoryStream()
    let error = MemoryStream()
    let console = Console(output: output, error: error, input: MemoryInput())
    try console.print("one\ttwo")
    console.note("2 of 2")
    #expect(output.text == "one\ttwo\n")
    #expect(error.text == "2 of 2\n")
  }

  @Test func `a full disk is an error`() {
    let console = Console(output: MemoryStream(capacity: 8), error: MemoryStream(), input: MemoryInput())
    #expect(throws: ConsoleError.cannotWrite(reason: "no space left")) {
      try console.print("1234567")
      try console.print("1")
    }
  }

  @Test func `a failure of the error stream is ignored`() throws {
    let output = MemoryStream()
    let console = Console(output: output, error: MemoryStream(capacity: 0), input: MemoryInput())
    console.note("nobody hears this")
    try console.print("but the data arrives")
    #expect(output.text == "but the data arrives\n")
  }

  @Test func `messages are wrapped between words at a terminal, and not at all in a pipe`() {
    func said(_ error: MemoryStream, _ style: Style = .plain) -> String {
      let console = Console(output: MemoryStream(), error: error, input: MemoryInput())
      console.note(LocalizedPhrase(verbatim: style.bold("offline") + " since the beginning"))
      return error.text
    }
    #expect(said(MemoryStream(columns: 16)) == "offline since the beginning\n")
    #expect(said(MemoryStream(isTerminal: true, columns: 27)) == "offline since the beginning\n")
    #expect(said(MemoryStream(isTerminal: true, columns: 16)) == "offline since\nthe beginning\n")
    #expect(said(MemoryStream(isTerminal: true, columns: 6)) == "offline\nsince\nthe\nbeginning\n")
    let colored = Style(isColored: true)
    #expect(
      said(MemoryStream(isTerminal: true, columns: 16), colored)
        == "\u{1B}[1moffline\u{1B}[22m since\nthe beginning\n")
    #expect(
      said(MemoryStream(isTerminal: true, columns: 4), colored)
        == "\u{1B}[1moffline\u{1B}[22m\nsince\nthe\nbeginning\n")
  }

  @Test func `the width is that of the terminal, and 80 without one`() {
    func columns(_ columns: Int?) -> Int {
      Console(output: MemoryStream(columns: columns), error: MemoryStream(), input: MemoryInput()).columns
    }
    #expect(columns(132) == 132)
    #expect(columns(nil) == 80)
  }

  @Test(arguments: [
    (true, true, false, [:], true),
    (false, true, false, [:], false),
    (true, false, false, [:], false),
    (true, true, true, [:], false),
    (true, true, false, ["CI": "true"], false),
    (true, true, false, ["CI": ""], true),
  ])
  func `a prompt is possible only where it can be seen and answered`(
    input: Bool, error: Bool, noInput: Bool, environment: [String: String], expected: Bool
  ) {
    let console = Console(
      output: MemoryStream(), error: MemoryStream(isTerminal: error), input: MemoryInput(isTerminal: input))
    #expect(console.canPrompt(noInput: noInput, environment: environment) == expected)
  }

  @Test(arguments: [
    ("y", true), ("YES", true), (" y ", true), ("", false), ("n", false), ("yesterday", false), ("да", false),
  ])
  func `only y and yes are a yes`(answer: String, expected: Bool) throws {
    let error = MemoryStream(isTerminal: true)
    let console = Console(
      output: MemoryStream(), error: error, input: MemoryInput([answer], isTerminal: true))
    #expect(try console.ask("Delete it?") == expected)
    #expect(error.text == "Delete it? [y/N] ")
  }

  @Test func `the end of input is a no, and ends the line of the prompt`() throws {
    let error = MemoryStream(isTerminal: true)
    let console = Console(output: MemoryStream(), error: error, input: MemoryInput(isTerminal: true))
    #expect(try console.ask("Delete it?") == false)
    #expect(error.text == "Delete it? [y/N] \n")
  }

  @Test func `an accessible console has no colour and redraws nothing`() throws {
    let output = MemoryStream(isTerminal: true, columns: 60, rows: 24)
    let console = Console(
      output: output, error: MemoryStream(isTerminal: true, columns: 60, rows: 24), input: MemoryInput(),
      style: Style(isColored: true), errorStyle: Style(isColored: true)
    ).accessible()
    #expect(!console.canRedraw)
    #expect([console.style, console.errorStyle] == [.plain, .plain])
    #expect(console.columns == 60 && console.output.isTerminal && console.isAccessible)
    try console.print("still")
    try console.finish()
    #expect(output.text == "still\n")
  }
}
