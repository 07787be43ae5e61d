import TestSupport
import Testing

@testable import Console

struct TerminalQueryTests {
  private func read(_ text: String) -> [Bool] {
    var query = TerminalQuery()
    for byte in text.utf8 { query.take(byte) }
    return [query.supportsKitty, query.isComplete]
  }

  @Test func `the query ends with device attributes, and erases leftovers on the line`() {
    #expect(
      TerminalQuery.query
        == "\u{1B}_Gi=3071,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c\r\u{1B}[K")
  }

  @Test(arguments: [
    ("\u{1B}_Gi=3071;OK\u{1B}\\\u{1B}[?62;c", [true, true]),
    ("\u{1B}_Gi=3071,p=1;OK\u{1B}\\\u{1B}[?62;4;22c", [true, true]),
    ("\u{1B}[?62;4;6;22c", [false, true]),
    ("\u{1B}[?64;1;2;4c", [false, true]),
    ("\u{1B}[?6c", [false, true]),
    ("\u{1B}[?1;2c", [false, true]),
    ("\u{1B}[?62;14;24;44c", [false, true]),
    ("\u{1B}_Gi=3071;ENOTSUPPORTED:no\u{1B}\\\u{1B}[?6c", [false, true]),
    ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?6c", [false, true]),
  ])
  func `a response is parsed`(text: String, expected: [Bool]) {
    #expect(read(text) == expected)
  }

  @Test(arguments: [
    ("ls -l\r\u{1B}[A\u{1B}OPx\u{1B}[?62;4cq", [false, true]),
    ("\u{1B}\u{1B}[?62;4c", [false, true]),
    ("\u{1B}]11;rgb:0/0/0\u{1B}\\\u{1B}P1$r0m\u{1B}\\\u{1B}[?4;62c", [false, true]),
    ("한글\u{1B}[?6c", [false, true]),
  ])
  func `keys and other responses in between are skipped`(text: String, expected: [Bool]) {
    #expect(read(text) == expected)
  }

  @Test(arguments: [
    "", "c", "[?62;4c", "\u{1B}[", "\u{1B}[?62;4", "\u{1B}[62;4c", "\u{1B}[c", "\u{1B}[?62;4\nc",
    "\u{1B}_Gi=3071;OK",
    "\u{1B}[?" + String(repeating: "4;", count: 200) + "c",
  ])
  func `other input does not complete the response`(text: String) {
    #expect(read(text) == [false, false])
  }

  @Test func `random bytes are parsed without a crash`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let bytes: [UInt8] = [0x1B, 0x5B, 0x5F, 0x5C, 0x3F, 0x34, 0x3B, 0x63, 0x47, 0x4F, 0x4B, 0x00, 0xFF, 0x41]
    for _ in 1...2_000 {
      var query = TerminalQuery()
      for _ in 1...40 { query.take(bytes[Int(chance.next() % UInt64(bytes.count))]) }
      #expect(!query.supportsKitty, "seed \(seed): no bytes hold the id of the query")
    }
  }
}
