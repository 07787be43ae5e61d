import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

struct JSONScannerTests {
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

  @Test func `an item is read as it was written, but for escapes of other characters`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    var read = 0
    for _ in 0..<2_000 {
      let item = Self.item(&chance)
      let found = JSONScanner.value(of: item.json, BatchItem.init)
      if found != nil { read += 1 }
      // U+0001 is a long escape.
      let isEscaped = String(decoding: item.json, as: UTF8.self).contains(#"\u"#)
      #expect(found == (isEscaped ? nil : item), "seed \(seed)")
    }
    #expect(read > 200, "seed \(seed)")
  }

  @Test func `text that was changed anywhere is read as a decoder reads it, or not at all`() throws {
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
      guard let item = JSONScanner.value(of: json, BatchItem.init) else { continue }
      read += 1
      #expect(try JSON.decode(BatchItem.self, from: json) == item, "seed \(seed)")
    }
    #expect(read > 500, "seed \(seed)")
  }

  @Test(
    arguments: [
      "", " ", "null", "[]", "{", "}", #"{"id":1"#, #"{"id":1,}"#, #" {"id":1}"#, #"{"id":1} "#,
      #"{"id": 1}"#,
      #"{"id":1}{}"#, #"{"id":1,"id":1}"#, #"{"sku":"a","id":1}"#, #"{"id":01}"#, #"{"id":1.0}"#,
      #"{"id":1e2}"#,
      #"{"id":+1}"#, #"{"id":-}"#, #"{"id":1234567890123456789}"#, #"{"id":"1"}"#, #"{"id":null}"#,
      #"{"price":-1}"#, #"{"price":1.}"#, #"{"price":.5}"#, #"{"price":1.50}"#, #"{"price":1.0}"#,
      #"{"price":123456789.1234567891}"#, #"{"price":1.000000000000000000000000000000000000000001}"#,
      #"{"title":"\u0041"}"#, #"{"title":"\x"}"#, #"{"title":"\"#, #"{"title":"a"#, "{\"title\":\"\t\"}",
      #"{"title":1}"#, #"{"title":["a"]}"#, #"{"tags":["a",]}"#, #"{"tags":["a""b"]}"#, #"{"tags":["a",1]}"#,
      #"{"action":"steal"}"#, #"{"clear":["title"]}"#, #"{"other":1}"#, #"{"registration_date":1e9}"#,
      #"{"registration_date":1.}"#,
    ])
  func `other text is left to a decoder`(json: String) {
    #expect(JSONScanner.value(of: Data(json.utf8), BatchItem.init) == nil)
  }

  @Test func `bytes that are no UTF-8 are left to a decoder`() {
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
      for suffix in ["", #"\n"#] {
        let json = Data(#"{"title":""#.utf8) + bytes + Data((suffix + #""}"#).utf8)
        #expect(JSONScanner.value(of: json, BatchItem.init) == nil)
      }
    }
  }

  @Test func `numbers are exact`() throws {
    for text in ["0", "7", "0.5", "12.05", "1690000", "999999999999999999", "0.00000000000000001", "0.0001"] {
      let json = Data(#"{"price":\#(text)}"#.utf8)
      let item = try #require(JSONScanner.value(of: json, BatchItem.init))
      #expect(item.price == Decimal(string: text))
      #expect(item.price?.description == text)
    }
    let date = try #require(
      JSONScanner.value(of: Data(#"{"registration_date":-1611523563.719116}"#.utf8), BatchItem.init))
    #expect(date.registrationDate == Date(timeIntervalSince1970: -1_611_523_563.719116))
  }

  @Test func `a result is written as an encoder writes it, and read`() throws {
    let results = [
      BatchResult(.added, key: "a\"b", id: 1, version: "0123"), BatchResult(.unchanged, id: 2),
      BatchResult(.refused, key: "c", refusal: .taken(.sku)),
      BatchResult(.refused, refusal: .changed(version: "77")),
      BatchResult(.refused, refusal: .invalid(ValidationError(.title, .missing))),
    ]
    for result in results {
      var body = try BatchResultBody(result)
      body.line = result.id
      var writer = JSONWriter()
      body.write(to: &writer)
      let json = writer.takeBytes()
      #expect(try json == JSON.encode(body))
      #expect(JSONScanner.value(of: json, BatchResultBody.init)?.value == body.value)
    }
    #expect(JSONScanner.value(of: Data("{}".utf8), BatchResultBody.init) == nil)
  }
}
