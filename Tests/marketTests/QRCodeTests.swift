import SystemSupport
import Testing

@testable import market

/// A QR code at a terminal.
struct QRCodeTests {
  @Test func `its lines have two rows of modules each, within a quiet zone`() throws {
    let code = try #require(QRCode("http://192.168.0.10:8080"))
    let lines = code.lines.map(Array.init)
    #expect(lines.allSatisfy { $0.count == code.side + 8 } && lines.count == (code.side + 9) / 2)
    var dark = 0
    for (row, line) in lines.enumerated() {
      for (column, block) in line.enumerated() {
        for (half, blocks) in [["█", "▀"], ["█", "▄"]].enumerated() where blocks.contains(String(block)) {
          dark += 1
          let (x, y) = (column - 4, 2 * row + half - 4)
          #expect((0..<code.side).contains(x) && (0..<code.side).contains(y) && code[x, y])
        }
      }
    }
    let modules = (0..<code.side).flatMap { row in (0..<code.side).map { code[$0, row] } }
    #expect(dark == modules.filter(\.self).count)
  }
}
