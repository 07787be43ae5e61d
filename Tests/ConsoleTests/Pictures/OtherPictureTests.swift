import Foundation
import Testing

@testable import Console

struct ITermPictureTests {
  @Test func `a file goes as it is, with its size and its place`() {
    #expect(
      ITermPicture.drawn(Data("JPEG".utf8), in: PictureBox(columns: 8, rows: 3))
        == "\u{1B}]1337;File=inline=1;size=4;width=8;height=3;preserveAspectRatio=1:SlBFRw==\u{07}")
  }
}

struct SixelPictureTests {
  @Test func `the sixels are taken out of what chafa writes, and nothing else`() throws {
    let picture = try #require(
      SixelPicture(
        Data("\u{1B}[?25l\u{1B}P0;1;0q\"1;1;80;36#0;2;56;63;90#0!80~-\n\u{1B}\\\u{1B}[?25h\n".utf8)))
    #expect(picture.sequence == "\u{1B}P0;1;0q\"1;1;80;36#0;2;56;63;90#0!80~-\n\u{1B}\\")
    #expect(picture.width == 80)
    #expect(picture.height == 36)
  }

  @Test(arguments: [
    "", "~~~", "\u{1B}Pq#0~\u{1B}\\", "\u{1B}Pq\"1;1;80#0~\u{1B}\\", "\u{1B}Pq\"1;1;80;99999999#0~\u{1B}\\",
    "\u{1B}P0;1;0q\"1;1;8;6~~", "\u{1B}P$q\"1;1;8;6m\u{1B}\\", "\u{1B}Pq\"1;1;8;6~\u{07}~\u{1B}\\",
    "\u{1B}Pq\"1;1;8;6~\u{1B}[2J~\u{1B}\\", "\u{1B}Ptmux;\u{1B}\u{1B}[c\u{1B}\\",
  ])
  func `anything else is no picture`(output: String) {
    #expect(SixelPicture(Data(output.utf8)) == nil)
  }
}

struct BlockPictureTests {
  private let box = PictureBox(columns: 3, rows: 2)

  private func rows(_ output: String) -> [String]? {
    BlockPicture(Data(output.utf8), in: box)?.rows
  }

  @Test func `each row is as wide as the box, and its colours end with it`() {
    #expect(
      rows("\u{1B}[?25l\u{1B}[0m\u{1B}[38;5;9m▀▄█\u{1B}[0m\n▌\n\u{1B}[?25h")
        == ["\u{1B}[0m\u{1B}[38;5;9m▀▄█\u{1B}[0m\u{1B}[0m", "▌  "])
  }

  @Test(arguments: [
    "", "▀▀▀", "▀▀▀▀\n▀▀▀", "▀▀▀\n▀▀▀\n▀▀▀", "abc\n▀▀▀", "\u{1B}[2J▀▀▀\n▀▀▀", "\u{1B}[3b▀▀▀\n▀▀▀",
    "▀▀▀\n\u{1B}",
    "▀▀▀\n\u{1B}[38;5", "▀▀▀\r\n▀▀▀", "\u{1B}]0;title\u{07}▀\n▀",
  ])
  func `whatever else could steer the terminal is no picture`(output: String) {
    #expect(rows(output) == nil)
  }

  @Test func `bytes that are not UTF-8 are no picture`() {
    #expect(BlockPicture(Data([0xFF, 0x0A, 0xFE]), in: box) == nil)
  }
}
