import Foundation
import Testing

@testable import Console

struct ITermImageTests {
  @Test func `a file is sent unchanged, with its size and box`() {
    #expect(
      ITermImage.drawn(Data("JPEG".utf8), in: ImageBox(columns: 8, rows: 3))
        == "\u{1B}]1337;File=inline=1;size=4;width=8;height=3;preserveAspectRatio=1:SlBFRw==\u{07}")
  }
}
