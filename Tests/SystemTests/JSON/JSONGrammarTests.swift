import Foundation
import SystemSupport
import Testing

/// Which texts are JSON, also in members that nothing reads.
struct JSONGrammarTests {
  private func accepts(_ text: Data) -> Bool {
    text.withUnsafeBytes { JSONReader.firstDefect(in: $0) == nil }
  }

  @Test(arguments: [
    "null", "true", "false", "0", "-0", "-1.5e+10", "1E5", "0.5", "123456789012345678901234567890", "\"\"",
    "[]",
    "{}", " [ 1 , 2 ] ", "\t\n\r {\"a\" : 1 , \"a\":2}\n", #"{"":{"a":[{},[[]],""]}}"#,
    #""\"\\\/\b\f\n\r\tÿ한""#,
    #""\ud800""#, "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"", "\u{FEFF}{}",
    "[1,-0.0e-0,\"a\",null]",
    "\"a text of more than sixteen characters, with 한글 in it\"",
  ])
  func `JSON is accepted`(text: String) {
    #expect(accepts(Data(text.utf8)))
  }

  private static let malformedValues = [
    "01", "-01", "00", "1.", ".5", "1e", "1e+", "+1", "-", "0x1", "1_0", "1,5", "NaN", "Infinity",
    "-Infinity", "tru",
    "True", "nulls", "undefined", "'a'", "a", "\"", "\"a", "\"a\tb\"", "\"\n\"", "\"\0\"", "\"\u{1F}\"",
    "\"sixteen letters and then a raw\ttab\"", #""\x""#, #""\u12""#, #""\u12g4""#, #""\u123""#, #""\U0041""#,
    #""\""#,
    "[", "]", "[1", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1}", "{1}", "{", "}", #"{"a"}"#, #"{"a":}"#,
    #"{"a":1,}"#,
    #"{,"a":1}"#, #"{"a" 1}"#, #"{a:1}"#, #"{'a':1}"#, #"{"a":1 "b":2}"#, #"{"a":1,"b"}"#, #"{"a":1,2}"#,
    #"{"a":1]"#,
    "/**/1", "1//", "#", "\u{B}1", "\u{A0}1", "",
  ]

  @Test(arguments: malformedValues + ["1 2", "{}{}", "{} x", "\u{FEFF}\u{FEFF}1", "[1]]", "null\0"])
  func `other text is refused`(text: String) {
    #expect(!accepts(Data(text.utf8)))
    #expect(throws: JSONDefect.notExpected) { try JSON.decode(Anything.self, from: Data(text.utf8)) }
  }

  @Test(arguments: malformedValues)
  func `a member that is not read must be JSON too`(value: String) throws {
    let body = Data(#"{"password":"pw","x":\#(value)}"#.utf8)
    #expect(throws: JSONDefect.notExpected) { try JSON.decode(Password.self, from: body) }
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF], [0xE1, 0x80],
      [0xED, 0xA0, 0x80], [0xE1, 0x80, 0x41], [0xF0, 0x8F, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF1, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x41], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
    ] as [[UInt8]])
  func `text that is not UTF-8 is refused`(bytes: [UInt8]) {
    #expect(!accepts(Data("\"".utf8 + bytes + "\"".utf8)))
    #expect(!accepts(Data("\"".utf8 + bytes)))
    #expect(!accepts(Data("{}".utf8 + bytes)))
  }

  @Test(arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian, .utf32BigEndian])
  func `JSON in another encoding is refused`(encoding: String.Encoding) throws {
    #expect(!accepts(try #require("{}".data(using: encoding))))
  }

  @Test(arguments: [(512, true), (513, false), (100_000, false), (1_000_000, false)])
  func `nesting is limited`(depth: Int, isAccepted: Bool) {
    func text(_ opening: String, _ closing: String) -> Data {
      Data((String(repeating: opening, count: depth) + String(repeating: closing, count: depth)).utf8)
    }
    #expect(accepts(text("[", "]")) == isAccepted)
    #expect(!accepts(text("[", "")))
    #expect(
      accepts(Data("{\"a\":".utf8) + text("[", "]") + Data("}".utf8))
        == (isAccepted && depth < 512))
  }

  @Test func `every cut of a text is refused`() {
    let text = Data(#"{"a":[1.5e3,"bሴ한글",true,{"c":null}]}"#.utf8)
    #expect(accepts(text))
    for count in 0..<text.count { #expect(!accepts(text.prefix(count)), "\(count)") }
    // A slice whose indices do not begin at 0.
    #expect(accepts((Data("xx".utf8) + text).dropFirst(2)))
  }

  private struct Password: Decodable {
    let password: String
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}
