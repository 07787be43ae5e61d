import SystemSupport
import Testing

struct QRCodeTests {
  /// The rows of a code, `#` for dark.
  private func rows(_ text: String) throws -> [String] {
    let code = try #require(QRCode(text))
    return (0..<code.side).map { row in
      String((0..<code.side).map { code[$0, row] ? "#" : "." })
    }
  }

  @Test func `a code has the side of the smallest version that holds its text`() {
    #expect(QRCode(String(repeating: "a", count: 14))?.side == 21)
    #expect(QRCode(String(repeating: "a", count: 15))?.side == 25)
    #expect(QRCode(String(repeating: "한", count: 71))?.side == 57)
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
  }

  @Test func `a code has the three finders and the timing patterns`() throws {
    for text in ["a", String(repeating: "b", count: 150)] {
      let code = try #require(QRCode(text))
      let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
      let far = code.side - 7
      for (column, row) in [(0, 0), (far, 0), (0, far)] {
        let found = (0..<7).map { y in String((0..<7).map { code[column + $0, row + y] ? "#" : "." }) }
        #expect(found == finder)
      }
      for index in 8..<code.side - 8 {
        #expect(code[index, 6] == (index % 2 == 0) && code[6, index] == (index % 2 == 0))
      }
    }
  }
}
