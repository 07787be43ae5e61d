import Foundation
import SystemSupport
import Testing

struct StreamSafeTests {
  /// The longest run of marks.
  private func run(in text: String) -> Int {
    text.unicodeScalars.reduce(into: (run: 0, most: 0)) { count, scalar in
      count.run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : count.run + 1
      count.most = max(count.most, count.run)
    }.most
  }

  @Test(arguments: [
    "", "a", "Café", "Cafe\u{301}", "한국어 " + String(repeating: "가나다라마바사", count: 40),
    String(repeating: "あ", count: 100), String(repeating: "é", count: 100),
    "a" + String(repeating: "\u{301}", count: 30) + "b" + String(repeating: "\u{316}", count: 30),
  ])
  func `texts of languages stay as they are`(text: String) {
    #expect(text.streamSafe.utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [
    "\u{301}", "\u{301}\u{316}", "\u{5B0}\u{591}", "\u{A66F}", "\u{1D165}", "\u{FE20}\u{302E}",
  ])
  func `a run of marks is divided, and nothing else changes`(marks: String) {
    let text = "a" + String(repeating: marks, count: 1_000) + "b"
    #expect(run(in: text) >= 1_000)
    let safe = text.streamSafe
    #expect(run(in: safe) == 30)
    #expect(safe.unicodeScalars.filter { $0 != "\u{34F}" }.elementsEqual(text.unicodeScalars))
    #expect(safe.streamSafe.utf8.elementsEqual(safe.utf8))
  }

  @Test(arguments: [false, true])
  func `JSON is read so, also where its marks are escaped`(isEscaped: Bool) throws {
    let marks = String(repeating: isEscaped ? #"\u0301"# : "\u{301}", count: 500)
    let object = try JSON.decode([String: String].self, from: Data(#"{"a\#(marks)":"b\#(marks)"}"#.utf8))
    let (key, value) = try #require(object.first)
    #expect(run(in: key) == 30 && run(in: value) == 30)
  }

  @Test func `bytes are read so`() {
    let bytes = Array(("a" + String(repeating: "\u{301}", count: 500)).utf8)
    #expect(bytes.withUnsafeBytes { UTF8Sequence.text($0) }.map(run) == 30)
  }
}
