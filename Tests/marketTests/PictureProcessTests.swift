import Foundation
import TestSupport
import Testing

/// Pictures at real terminals. One after the other, since each is several processes.
@Suite(.serialized) struct PictureProcessTests {
  @Test func `a terminal that never says what it draws gets words, and is given back as it was`() async throws
  {
    let home = try Home()
    let path = try home.write(Pixel.png, to: "lamp.png")
    _ = await home.pipe.run("add --title Lamp --price 5 --image \(path)")
    let terminal = try TerminalProgram(home, "market show 1; echo exit $?", rows: 10)
    try? await eventually { terminal.seen.text.hasSuffix("exit 0") }
    // Nothing of the question is left to be seen.
    #expect(
      terminal.seen.text.hasSuffix(" · 1 picture\n\n1.png · 1×1 · 67 bytes\nexit 0"), "\(terminal.seen.text)")
    #expect(terminal.seen.text.hasPrefix("#1 Lamp\nUSD 5.00\n1 in stock · added "))
    #expect(terminal.isAsItWas)
  }
}
