import Foundation
import SystemSupport
import TestSupport
import Testing

/// Values are decoded and encoded as by Foundation's coders.
struct JSONCoderTests {
  /// A type with a member of each kind, in another order than that of the names.
  private struct Row: Codable, Equatable {
    enum Kind: String, Codable, CaseIterable { case one, two }
    struct Part: Codable, Equatable {
      var z: Int?
      var a: [[Int]]
    }
    var text: String
    var count: Int?
    var share: Double?
    var price: Decimal?
    var isNew: Bool?
    var kind: Kind?
    var link: URL?
    var words: [String]?
    var parts: [Part]?
    var sums: [String: Decimal]?
    var optional: [Int?]?
    var small: UInt8?
    var next: [Row]?
  }

  private static let texts = ["", "a", "\"\\/\n\t\u{1}", "맥북 💻 e\u{301}", "\u{2028}\u{0}", "http://x/a b?c"]

  private static func row(_ chance: inout SeededChance, depth: Int = 0) -> Row {
    func some<Value>(_ value: Value) -> Value? { Bool.random(using: &chance) ? value : nil }
    func text() -> String { texts.randomElement(using: &chance) ?? "" }
    func whole() -> Int {
      Int.random(in: .min ... .max, using: &chance) >> Int.random(in: 0..<63, using: &chance)
    }
    func amount() -> Decimal {
      Decimal(
        sign: Bool.random(using: &chance) ? .plus : .minus, exponent: .random(in: -30...20, using: &chance),
        significand: Decimal(whole()).magnitude)
    }
    var row = Row(text: text())
    (row.count, row.price, row.isNew) = (some(whole()), some(amount()), some(Bool.random(using: &chance)))
    row.share = some(Double(whole()) / Double(Int.random(in: 1...1_000_000, using: &chance)))
    (row.kind, row.link) = (some(.two), some(URL(string: "https://m.example/a?b=c")).flatMap(\.self))
    row.words = some((0..<Int.random(in: 0..<4, using: &chance)).map { _ in text() })
    row.parts = some([Row.Part(z: some(whole()), a: [[], [whole()]])])
    row.sums = some(["KRW": amount(), text(): amount(), "é": 0, "e\u{301}x": 1])
    (row.optional, row.small) = (some([whole(), nil]), some(.random(in: 0...255, using: &chance)))
    if depth < 3 { row.next = some((0..<2).map { _ in self.row(&chance, depth: depth + 1) }) }
    return row
  }

  private static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  @Test func `values have the bytes of Foundation's encoder, and come back`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<500 {
      let row = Self.row(&chance)
      let json = try JSON.encode(row)
      #expect(try json == Self.encoder().encode(row), "seed \(seed)")
      #expect(
        try JSON.decode(Row.self, from: json) == JSONDecoder().decode(Row.self, from: json), "seed \(seed)")
      // Members in any order, with spaces.
      let tree = try JSONSerialization.jsonObject(with: json)
      let pretty = try JSONSerialization.data(withJSONObject: tree, options: [.prettyPrinted])
      #expect(
        try JSON.decode(Row.self, from: pretty) == JSONDecoder().decode(Row.self, from: pretty),
        "seed \(seed)")
    }
  }

  /// Texts of numbers, some of them beyond a type.
  private static func number(_ chance: inout SeededChance) -> String {
    func digits(_ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &chance)).map { _ in "\(Int.random(in: 0...9, using: &chance))" }
        .joined()
    }
    var text = Bool.random(using: &chance) ? "-" : ""
    text += Bool.random(using: &chance) ? "0" : "\(Int.random(in: 1...9, using: &chance))" + digits(0...40)
    if Bool.random(using: &chance) { text += "." + digits(1...40) }
    if Int.random(in: 0..<4, using: &chance) == 0 {
      text += ["e", "E+", "e-"].randomElement(using: &chance) ?? "e"
      text += digits(1...3)
    }
    return text
  }

  @Test func `numbers are those of Foundation's decoder`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<20_000 {
      let text = Self.number(&chance)
      let json = Data("[\(text)]".utf8)
      let decimals = try? JSONDecoder().decode([Decimal].self, from: json)
      #expect((try? JSON.decode([Decimal].self, from: json)) == decimals, "\(text), seed \(seed)")
      let doubles = try? JSONDecoder().decode([Double].self, from: json)
      if let doubles {
        #expect(try JSON.decode([Double].self, from: json) == doubles, "\(text), seed \(seed)")
      }
      let whole = decimals?.first.flatMap { Int($0.description) }
      #expect((try? JSON.decode([Int].self, from: json))?.first == whole, "\(text), seed \(seed)")
    }
  }

  /// A tree with values of all kinds, as text with spaces and escapes.
  private static func tree(_ chance: inout SeededChance, depth: Int = 0) -> String {
    func space() -> String { ["", "", " ", "\n\t", "\r "].randomElement(using: &chance) ?? "" }
    func string() -> String {
      let parts = [
        "a", #"\n"#, #"\u0041"#, #"\ud83d\ude00"#, #"\/"#, "한", "title words of a text", #"\\"#, #"\""#,
      ]
      return "\""
        + (0..<Int.random(in: 0..<4, using: &chance)).map { _ in parts.randomElement(using: &chance) ?? "" }
        .joined() + "\""
    }
    let kind = Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &chance)
    let count = Int.random(in: 0..<4, using: &chance)
    let value =
      switch kind {
      case 0: "null"
      case 1: Bool.random(using: &chance) ? "true" : "false"
      case 2: "\(Int.random(in: -1_000...1_000, using: &chance))"
      case 3, 4: string()
      case 5:
        "[" + (0..<count).map { _ in tree(&chance, depth: depth + 1) }.joined(separator: ",") + space() + "]"
      default:
        "{"
          + (0..<count).map { "\(space())\"k\($0)\"\(space()):" + tree(&chance, depth: depth + 1) }
          .joined(separator: ",") + space() + "}"
      }
    return space() + value + space()
  }

  @Test func `a text that was changed anywhere is JSON where Foundation takes it`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    var (accepted, refused) = (0, 0)
    for _ in 0..<20_000 {
      var json = Data(Self.tree(&chance).utf8)
      let bytes = Array(#"{}[]:,"\0159.-eEnu "#.utf8) + [0x1F, 0x80, 0xC3, 0xFF]
      let index = Int.random(in: 0..<json.count, using: &chance)
      let change = Int.random(in: 0..<4, using: &chance)
      switch change {
      case 0: json[index] = bytes.randomElement(using: &chance) ?? 0
      case 1: json.insert(bytes.randomElement(using: &chance) ?? 0, at: index)
      case 2: json.remove(at: index)
      default: break
      }
      let isJSON = json.withUnsafeBytes { JSONReader.firstDefect(in: $0) == nil }
      let tree = try? JSONReader.value(of: json, JSON.init)
      let found = try? JSONSerialization.jsonObject(with: json, options: [.fragmentsAllowed])
      if isJSON { accepted += 1 } else { refused += 1 }
      #expect(isJSON || tree == nil, "seed \(seed)")
      // Foundation takes more than the grammar: of what is JSON, it refuses lone surrogates as the reader does.
      #expect(
        !isJSON || (tree == nil) == (found == nil), "\(String(decoding: json, as: UTF8.self)), seed \(seed)")
      // In a text that was changed a name may come twice.
      if change == 3, let tree, let found {
        func bytes(_ tree: Any) throws -> Data {
          try JSONSerialization.data(withJSONObject: tree, options: [.fragmentsAllowed, .sortedKeys])
        }
        let again = try JSONSerialization.jsonObject(with: Data(tree.text.utf8), options: [.fragmentsAllowed])
        #expect(try bytes(again) == bytes(found), "seed \(seed)")
      }
    }
    #expect(accepted > 2_000 && refused > 2_000, "seed \(seed)")
  }

  private static let defects: [(String, JSONDefect)] = [
    ("{}", JSONDefect.missing("text")), (#"{"text":null}"#, .null("text")),
    (#"{"text":7}"#, .wrongType("text")),
    (#"{"text":"t","next":[{"text":"a"},{"text":[]}]}"#, .wrongType("next[1].text")),
    (#"{"text":"t","next":[{"text":"a"},{}]}"#, .missing("next[1].text")),
    (#"{"text":"t","next":[null]}"#, .null("next[0]")), (#"{"text":"t","next":{}}"#, .wrongType("next")),
    (#"{"text":"t","parts":[{"a":[[1],[true]]}]}"#, .wrongType("parts[0].a[1][0]")),
    (#"{"text":"t","kind":"three"}"#, .notValid("kind", reason: "it is no known value")),
    (#"{"text":"t","link":""}"#, .notValid("link", reason: "Invalid URL string.")),
    (#"{"text":"t","sums":{"KRW":"1"}}"#, .wrongType("sums.KRW")),
    (#"{"text":"t","count":1.5}"#, .notValid("count", reason: "'1.5' is not a whole number of 64 bits")),
    (#"{"text":"t","small":256}"#, .notValid("small", reason: "'256' is not a whole number of 8 bits")),
    (#"{"text":"t","price":1e400}"#, .notExpected), (#"{"text":"t","words":["\ud800"]}"#, .notExpected),
    ("[]", .notExpected), ("null", .notExpected), (#"{"text":7,"x":01}"#, .notExpected),
    (#"{"text":"t"} x"#, .notExpected),
  ]

  @Test(arguments: defects) func `a defect has its path`(json: String, defect: JSONDefect) {
    #expect(throws: defect) { try JSON.decode(Row.self, from: Data(json.utf8)) }
  }

  @Test func `of members with one name the first one counts`() throws {
    let json = Data(#"{"text":"b","count":1,"\u0074ext":7,"count":{},"isNew":true,"isNew":0}"#.utf8)
    let row = Row(text: "b", count: 1, isNew: true)
    #expect(try JSON.decode(Row.self, from: json) == row)
    var names: [String] = []
    _ = try JSONReader.value(of: json) { reader throws(JSONDefect) in
      try reader.object { reader, name throws(JSONDefect) in
        names.append(name)
        try reader.skip()
      }
    }
    #expect(names == ["text", "count", "isNew"])
  }

  @Test func `containers may be nested by hand, and encoded side by side`() throws {
    struct Pair: Codable, Equatable {
      var values = [1, 2]

      enum Key: String, CodingKey { case outer, inner, list, last }

      init() {}

      init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Key.self)
        var list = try outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
          .nestedUnkeyedContainer(forKey: .list)
        values = []
        while !list.isAtEnd {
          if try list.decodeNil() { continue }
          values.append(try list.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .inner))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Key.self)
        var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
        var list = inner.nestedUnkeyedContainer(forKey: .list)
        try outer.encodeNil(forKey: .last)
        for value in values {
          var element = list.nestedContainer(keyedBy: Key.self)
          try element.encode(value, forKey: .inner)
          try list.encodeNil()
        }
        var again = encoder.container(keyedBy: Key.self)
        try again.encode(true, forKey: .inner)
      }
    }
    let json = try JSON.encode(Pair())
    #expect(try json == Self.encoder().encode(Pair()))
    #expect(try JSON.decode(Pair.self, from: json) == Pair())
    #expect(throws: EncodingError.self) { try JSON.encode(Double.infinity) }
  }
}
