import Foundation
import Testing

@testable import Console

struct BlockImageTests {
  private let box = ImageBox(columns: 3, rows: 2)

  private func rows(_ output: String) -> [String]? {
    BlockImage(Data(output.utf8), in: box)?.rows
  }

  @Test func `each row is as wide as the box, and resets its colours`() {
    #expect(
      rows("\u{1B}[?25l\u{1B}[0m\u{1B}[38;5;9m▀▄█\u{1B}[0m\n▌\n\u{1B}[?25h")
        == ["\u{1B}[0m\u{1B}[38;5;9m▀▄█\u{1B}[0m\u{1B}[0m", "▌  "])
  }

  @Test(arguments: [
    "", "▀▀▀", "▀▀▀▀\n▀▀▀", "▀▀▀\n▀▀▀\n▀▀▀", "abc\n▀▀▀", "\u{1B}[2J▀▀▀\n▀▀▀", "\u{1B}[3b▀▀▀\n▀▀▀",
    "▀▀▀\n\u{1B}",
    "▀▀▀\n\u{1B}[38;5", "▀▀▀\r\n▀▀▀", "\u{1B}]0;title\u{07}▀\n▀",
  ])
  func `output with other control sequences is no image`(output: String) {
    #expect(rows(output) == nil)
  }

  @Test func `bytes that are not UTF-8 are no image`() {
    #expect(BlockImage(Data([0xFF, 0x0A, 0xFE]), in: box) == nil)
  }
}
