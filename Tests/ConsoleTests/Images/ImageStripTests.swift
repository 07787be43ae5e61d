import Testing

@testable import Console

struct ImageStripTests {
  private func drawing(_ columns: Int, _ rows: [String], preparation: String = "") -> Drawing {
    Drawing(box: ImageBox(columns: columns, rows: rows.count), .text(rows), preparation: preparation)
  }

  private func sequence(_ columns: Int, _ rows: Int, _ text: String) -> Drawing {
    Drawing(box: ImageBox(columns: columns, rows: rows), .sequence(text))
  }

  @Test func `images that are text stand side by side on the last row`() {
    let strip = ImageStrip(
      [(drawing(2, ["ab", "cd"]), 0), (drawing(3, ["123"]), 4)], multiplexer: .none)
    #expect(strip.lines == ["ab", "cd  123"])
    #expect(strip.next == "")
  }

  @Test func `an image to the right of an empty place keeps its column`() {
    let strip = ImageStrip([(drawing(1, ["x", "y"]), 5)], multiplexer: .none)
    #expect(strip.lines == ["     x", "     y"])
  }

  @Test func `an image sequence is drawn from the line below, and the cursor is restored`() {
    let strip = ImageStrip(
      [(sequence(4, 3, "<A>"), 0), (sequence(4, 2, "<B>"), 6)], multiplexer: .none)
    #expect(strip.lines == ["", "", ""])
    #expect(strip.next == "\u{1B}7\u{1B}[3A<A>\u{1B}8\u{1B}7\u{1B}[2A\u{1B}[6C<B>\u{1B}8")
  }

  @Test func `in tmux the cursor movement is wrapped with the image`() {
    let strip = ImageStrip([(sequence(4, 2, "<A>"), 6)], multiplexer: .tmux)
    #expect(
      strip.next
        == "\u{1B}Ptmux;\u{1B}\u{1B}7\u{1B}\u{1B}[2A\u{1B}\u{1B}[6C<A>\u{1B}\u{1B}8\u{1B}\\")
  }

  @Test func `the preparation comes before the first line`() {
    let strip = ImageStrip(
      [
        (drawing(1, ["x", "y"], preparation: "<1>"), 0),
        (drawing(1, ["z"], preparation: "<2>"), 2),
      ],
      multiplexer: .none)
    #expect(strip.lines == ["<2><1>x", "y z"])
  }

  @Test func `no images are no lines`() {
    let strip = ImageStrip([], multiplexer: .none)
    #expect(strip.lines == [])
    #expect(strip.next == "")
  }
}
