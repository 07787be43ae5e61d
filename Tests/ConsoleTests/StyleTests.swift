import Console
import Testing

struct StyleTests {
  private let style = Style(isColored: true)

  @Test func `every style ends with its own code`() {
    let all = [
      style.bold("a"), style.dim("a"), style.red("a"), style.magenta("a"), style.strikethrough("a"),
    ]
    #expect(
      all == [
        "\u{1B}[1ma\u{1B}[22m", "\u{1B}[2ma\u{1B}[22m", "\u{1B}[31ma\u{1B}[39m", "\u{1B}[35ma\u{1B}[39m",
        "\u{1B}[9ma\u{1B}[29m",
      ])
  }

  @Test func `a colour goes on after another colour inside it`() {
    #expect(
      style.red("a" + style.magenta("b") + "c")
        == "\u{1B}[31ma\u{1B}[35mb\u{1B}[39m\u{1B}[31mc\u{1B}[39m")
  }

  @Test func `styles of different kinds do not end each other`() {
    #expect(
      style.bold("a" + style.strikethrough("b") + "c") == "\u{1B}[1ma\u{1B}[9mb\u{1B}[29mc\u{1B}[22m")
  }

  @Test func `without colour, and without text, nothing is added`() {
    #expect([Style.plain.bold("a"), Style.plain.red("a"), style.bold("")] == ["a", "a", ""])
  }
}
