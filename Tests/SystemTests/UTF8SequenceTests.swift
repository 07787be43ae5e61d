import SystemSupport
import Testing

struct UTF8SequenceTests {
  private func firstInvalid(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { UTF8Sequence.firstInvalid(in: $0) }
  }

  /// The bytes at which the ranges of Unicode's table 3-7 begin and end, and their neighbors.
  private static let edges: [UInt8] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
    0xEF,
    0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
  ]

  @Test func `sequences are those that the standard library takes`() {
    var wrong: [[UInt8]] = []
    func compare(_ bytes: [UInt8]) {
      let text = bytes.withUnsafeBytes { UTF8Sequence.text($0) }
      if text != String(validating: bytes, as: UTF8.self) { wrong.append(bytes) }
    }
    for first in UInt8.min...UInt8.max {
      compare([first])
      for second in UInt8.min...UInt8.max { compare([first, second]) }
    }
    for first in Self.edges {
      for second in Self.edges {
        for third in Self.edges {
          compare([first, second, third])
          for fourth in Self.edges { compare([first, second, third, fourth]) }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func `the first invalid byte is found behind any number of others`() {
    for count in 0..<20 {
      let text = Array(repeating: UInt8(ascii: "a"), count: count)
      #expect(firstInvalid(text) == nil)
      #expect(firstInvalid(text + [0xFF, 0xFF]) == count)
      #expect(firstInvalid(text + Array("가".utf8) + [0xED, 0xA0, 0x80]) == count + 3)
      #expect(firstInvalid(text + Array("가".utf8).dropLast()) == count)
    }
  }
}
