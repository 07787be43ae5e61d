import Foundation
import SystemSupport
import TestSupport
import Testing

struct JSONWriterTests {
  private static let texts =
    ["", "a", "\"\\/\u{7F}\u{2028}", "맥북 💻 e\u{301}", "</script>", "\u{FEFF}\u{FFFD}"]
    + (1..<0x20).compactMap { Unicode.Scalar($0).map { "a\(Character($0))b" } }

  private let encoder = JSONEncoder()

  init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

  @Test(arguments: texts) func `a text is escaped as JSONEncoder escapes it`(text: String) throws {
    var writer = JSONWriter()
    writer.value(text)
    #expect(try writer.takeBytes() == encoder.encode(text))
  }

  @Test func `numbers are written as JSONEncoder writes them`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let decimals = [0, 1, 12.5, Decimal(1) / 10_000, Decimal(Int.max)]
    let doubles =
      [0, 1, -1, 0.1, 1e15, 1e16, 1e20, .leastNonzeroMagnitude, 1_611_523_563.719116]
      + (0..<1_000).map { _ in
        Double(Int.random(in: 0...4_000_000_000_000_000, using: &chance)) / 1_000_000
      }
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("a")
      writer.array { writer in for number in decimals { writer.literal(number.description) } }
      writer.key("b")
      writer.array { writer in for number in doubles { writer.value(number) } }
      writer.key("c")
      writer.array { writer in for number in [0, .max, .min] { writer.value(number) } }
      writer.key("d")
      writer.array { _ in }
      writer.key("e")
      writer.array { writer in for isTrue in [true, false] { writer.value(isTrue) } }
    }
    struct Values: Encodable {
      let a: [Decimal]
      let b: [Double]
      let c: [Int]
      let d: [Int]
      let e: [Bool]
    }
    #expect(
      try writer.takeBytes()
        == encoder.encode(Values(a: decimals, b: doubles, c: [0, .max, .min], d: [], e: [true, false])),
      "seed \(seed)")
  }

  @Test func `invisible characters are escaped for a terminal`() throws {
    let text = "a\"\\/\n\r\t\u{8}\u{C}\u{1B}\u{7F}\u{200B}\u{202E}\u{2028}\u{E0041}맥 💻 e\u{301}"
    let json = JSON.object([("b", .string(text)), ("a", .array([.null, .truth(true), .number("1.50")]))]).text
    #expect(
      json
        == #"""
        {"b":"a\"\\/\n\r\t\u0008\u000c\u001b\u007f\u200b\u202e\u2028\udb40\udc41맥 💻 é","a":[null,true,1.50]}
        """#.replacing("é", with: "e\u{301}"))
    #expect(try JSONReader.value(of: Data(json.utf8), JSON.init).text == json)
  }

  @Test func `members are inserted where their names belong`() {
    var writer = JSONWriter()
    let inserted: [(name: StaticString, value: JSON)] = [
      ("a", .number("1")), ("c", .array([.string("x")])), ("z", .null),
    ]
    writer.array { writer in
      writer.object(inserting: inserted) { writer in
        writer.member("b", 2)
        writer.key("d")
        // Names of an inner object are its own.
        writer.object { writer in writer.member("zz", true) }
      }
      writer.object(inserting: inserted) { _ in }
      writer.object(inserting: []) { writer in writer.member("b", "y") }
    }
    #expect(
      writer.text
        == #"[{"a":1,"b":2,"c":["x"],"d":{"zz":true},"z":null},{"a":1,"c":["x"],"z":null},{"b":"y"}]"#)
  }

  @Test func `a large value is passed on in pieces`() throws {
    final class Sizes { var sizes: [Int] = [] }
    let sizes = Sizes()
    var writer = JSONWriter(passing: { sizes.sizes.append($0.count) })
    let text = String(repeating: "x", count: 1_000)
    try writer.array { writer in
      for _ in 0..<200 {
        writer.value(text)
        try writer.flush()
      }
    }
    try writer.finish()
    #expect(sizes.sizes.count == 4)
    let count = sizes.sizes.reduce(0, +)
    #expect(count == 200_601)
  }
}
