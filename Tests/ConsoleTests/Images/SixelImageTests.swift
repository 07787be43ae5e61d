import Foundation
import Testing

@testable import Console

struct SixelImageTests {
  @Test func `the sixels are extracted from the output of chafa`() throws {
    let image = try #require(
      SixelImage(
        Data("\u{1B}[?25l\u{1B}P0;1;0q\"1;1;80;36#0;2;56;63;90#0!80~-\n\u{1B}\\\u{1B}[?25h\n".utf8)))
    #expect(image.sequence == "\u{1B}P0;1;0q\"1;1;80;36#0;2;56;63;90#0!80~-\n\u{1B}\\")
    #expect(image.width == 80)
    #expect(image.height == 36)
  }

  @Test(arguments: [
    "", "~~~", "\u{1B}Pq#0~\u{1B}\\", "\u{1B}Pq\"1;1;80#0~\u{1B}\\", "\u{1B}Pq\"1;1;80;99999999#0~\u{1B}\\",
    "\u{1B}P0;1;0q\"1;1;8;6~~", "\u{1B}P$q\"1;1;8;6m\u{1B}\\", "\u{1B}Pq\"1;1;8;6~\u{07}~\u{1B}\\",
    "\u{1B}Pq\"1;1;8;6~\u{1B}[2J~\u{1B}\\", "\u{1B}Ptmux;\u{1B}\u{1B}[c\u{1B}\\",
  ])
  func `anything else is no image`(output: String) {
    #expect(SixelImage(Data(output.utf8)) == nil)
  }
}
