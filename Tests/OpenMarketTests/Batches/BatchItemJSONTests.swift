import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

/// The JSON of a line of a batch, and of its result.
struct BatchItemJSONTests {
  private static func read(_ json: Data) throws -> BatchItem {
    try JSONReader.value(of: json, BatchItem.init)
  }

  private static func item(_ chance: inout SeededChance) -> BatchItem {
    let texts = ["", "Lamp", "맥북 💻 e\u{301}", "a\"b\\c/\n\t\r\u{8}\u{C}", "\u{7F}\u{2028}", "\u{1}"]
    func some<Value>(_ value: Value) -> Value? { Bool.random(using: &chance) ? value : nil }
    func text() -> String? { some(texts.randomElement(using: &chance) ?? "") }
    func amount() -> Decimal? {
      some(
        Decimal(Int.random(in: 0...1_000_000, using: &chance)) / (Bool.random(using: &chance) ? 1 : 10_000))
    }
    var item = BatchItem(some(.update), key: text(), id: some(.random(in: 0...(1 << 40), using: &chance)))
    (item.version, item.sku, item.reference, item.title) = (text(), text(), text(), text())
    (item.description, item.note, item.currency) = (text(), text(), text())
    (item.price, item.discountedPrice) = (amount(), amount())
    (item.stock, item.tags, item.images) = (some(-3), some(texts), some([]))
    item.clear = some([.note, .images])
    item.registrationDate = some(
      Date(
        timeIntervalSince1970: Double(Int.random(in: -1_000_000_000...1_000_000_000, using: &chance)) / 1_000)
    )
    return item
  }

  @Test func `an item is read as it was written`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<2_000 {
      let item = Self.item(&chance)
      #expect(try Self.read(item.json) == item, "seed \(seed)")
    }
  }

  @Test func `members are read in any order, with spaces, as Foundation writes them`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<500 {
      let item = Self.item(&chance)
      let tree = try JSONSerialization.jsonObject(with: item.json)
      let json = try JSONSerialization.data(withJSONObject: tree, options: [.prettyPrinted])
      let read = try Self.read(json)
      // Foundation's numbers of these texts are not exact.
      #expect(
        read.title == item.title && read.tags == item.tags && read.details == item.details, "seed \(seed)")
      #expect(read.id == item.id && read.clear == item.clear && read.action == item.action, "seed \(seed)")
    }
  }

  @Test func `text that was changed anywhere is JSON, or refused`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    var read = 0
    for _ in 0..<20_000 {
      var json = Self.item(&chance).json
      let bytes = Array(#"{}[]:,"\0159.-eEnu "#.utf8) + [0x00, 0x1F, 0x80, 0xC3, 0xFF]
      let index = Int.random(in: 0..<json.count, using: &chance)
      switch Int.random(in: 0..<3, using: &chance) {
      case 0: json[index] = bytes.randomElement(using: &chance) ?? 0
      case 1: json.insert(bytes.randomElement(using: &chance) ?? 0, at: index)
      default: json.remove(at: index)
      }
      let isJSON = json.withUnsafeBytes { JSONReader.firstDefect(in: $0) == nil }
      do {
        let item = try Self.read(json)
        read += 1
        #expect(isJSON, "seed \(seed)")
        #expect(try Self.read(item.json) == item, "seed \(seed)")
      } catch let defect as JSONDefect {
        #expect(isJSON || defect == .notExpected, "seed \(seed)")
      }
    }
    #expect(read > 500, "seed \(seed)")
  }

  private static let values: [(String, String)] =
    [
      (#" { "title" : "t" , "id" : 1 } "#, #"{"id":1,"title":"t"}"#), (#"{"id":1,"id":2}"#, #"{"id":1}"#),
      (#"{"title":"a","id":1,"title":"b","id":[]}"#, #"{"id":1,"title":"a"}"#),
      (#"{"id":1.0}"#, #"{"id":1}"#), (#"{"id":1e2}"#, #"{"id":100}"#),
      (#"{"id":1234567890123456789}"#, #"{"id":1234567890123456789}"#), (#"{"id":null}"#, "{}"),
      (#"{"price":-1}"#, #"{"price":-1}"#), (#"{"price":1.50}"#, #"{"price":1.5}"#),
      (#"{"price":1.0}"#, #"{"price":1}"#),
      (#"{"price":123456789.1234567891}"#, #"{"price":123456789.1234567891}"#),
      (#"{"price":1.000000000000000000000000000000000000000001}"#, #"{"price":1}"#),
      (#"{"title":"\u0041\ud83d\ude00"}"#, #"{"title":"A😀"}"#), (#"{"other":[{"id":7}]}"#, "{}"),
      (#"{"registration_date":1e9}"#, #"{"registration_date":1000000000}"#),
      (#"{"tags":null,"clear":null,"action":null}"#, "{}"),
    ]

  @Test(arguments: values)
  func `other text of the same value is read`(json: String, written: String) throws {
    #expect(try String(decoding: Self.read(Data(json.utf8)).json, as: UTF8.self) == written)
  }

  private static let defects: [(String, JSONDefect)] = [
    (#"{"id":"1"}"#, .wrongType("id")), (#"{"title":1}"#, .wrongType("title")),
    (#"{"title":["a"]}"#, .wrongType("title")), (#"{"tags":["a",1]}"#, .wrongType("tags[1]")),
    (#"{"tags":["a",null]}"#, .null("tags[1]")),
    (#"{"id":1.5}"#, .notValid("id", reason: "'1.5' is not a whole number of 64 bits")),
    (#"{"action":"steal"}"#, .notValid("action", reason: "it is no known value")),
    (#"{"clear":["note","title"]}"#, .notValid("clear[1]", reason: "it is no known value")),
    (#"{"price":1e400}"#, .notExpected), (#"{"title":"\ud800"}"#, .notExpected), ("[]", .notExpected),
    ("null", .notExpected),
  ]

  @Test(arguments: defects)
  func `a value of another type is named`(json: String, defect: JSONDefect) {
    #expect(throws: defect) { try Self.read(Data(json.utf8)) }
  }

  @Test(
    arguments: [
      "", " ", "{", "}", #"{"id":1"#, #"{"id":1,}"#, #"{"id":1}{}"#, #"{"id":01}"#, #"{"id":+1}"#,
      #"{"id":-}"#,
      #"{"price":1.}"#, #"{"price":.5}"#, #"{"title":"\x"}"#, #"{"title":"\"#, #"{"title":"a"#,
      "{\"title\":\"\t\"}", #"{"tags":["a",]}"#, #"{"tags":["a""b"]}"#, #"{"registration_date":1.}"#,
      #"{"id":"1","title":}"#,
    ])
  func `what is no JSON is refused as a whole`(json: String) {
    #expect(throws: JSONDefect.notExpected) { try Self.read(Data(json.utf8)) }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      for suffix in ["", #"\n"#] {
        let json = Data(#"{"title":""#.utf8) + bytes + Data((suffix + #""}"#).utf8)
        #expect(throws: JSONDefect.notExpected) { try Self.read(json) }
      }
    }
  }

  @Test func `numbers are exact`() throws {
    for text in ["0", "7", "0.5", "12.05", "1690000", "999999999999999999", "0.00000000000000001", "0.0001"] {
      let json = Data(#"{"price":\#(text)}"#.utf8)
      let item = try Self.read(json)
      #expect(item.price == Decimal(string: text))
      #expect(item.price?.description == text)
    }
    let date = try Self.read(Data(#"{"registration_date":-1611523563.719116}"#.utf8))
    #expect(date.registrationDate == Date(timeIntervalSince1970: -1_611_523_563.719116))
  }

  /// A stock that is 9 now, and a discount that is gone.
  private static var present: BatchItem {
    var item = BatchItem()
    (item.stock, item.clear) = (9, [.discountedPrice])
    return item
  }

  @Test func `a result is read as it was written`() throws {
    let results = [
      BatchResult(.added, key: "a\"b", id: 1, version: "0123"), BatchResult(.unchanged, id: 2),
      BatchResult(.refused, key: "c", refusal: .taken(.sku)),
      BatchResult(.refused, refusal: .changed(version: "77")),
      BatchResult(.refused, refusal: .changed(version: "77", present: Self.present)),
      BatchResult(.refused, refusal: .keyMissing),
      BatchResult(.refused, refusal: .invalid(ValidationError(.title, .missing))),
    ]
    for result in results {
      var body = BatchResultBody(result)
      body.line = result.id
      var writer = JSONWriter()
      body.write(to: &writer)
      let json = writer.takeBytes()
      #expect(try JSONReader.value(of: json, BatchResultBody.init).value == body.value)
    }
    #expect(throws: JSONDefect.missing("result")) {
      try JSONReader.value(of: Data("{}".utf8), BatchResultBody.init)
    }
  }
}
