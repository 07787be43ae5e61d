import TestSupport
import Testing

@testable import Tables

/// Files with bytes that were changed at random: each is read or refused, and never crashes the program.
struct TableFuzzTests {
  private static let workbook = WorkbookFile(
    rows: """
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>b&amp;</t></is></c></row>
      <row r="2"><c r="A2" s="1"><v>45413.5</v></c><c r="B2"><v>74418.399999999994</v></c></row>
      """,
    sharedTexts: "<si><r><t>name_x000D_</t></r></si>",
    styles: "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs>")

  private static let seeds: [(String, [UInt8])] = [
    ("a.csv", Array("이름,b;c\r\n\"1\"\"\n2\",\"x\r\ny\";3\r\n\r\n4\r,".utf8)),
    ("b.csv", [0xFF, 0xFE, 0x61, 0, 0x2C, 0, 0x0A, 0, 0x3D, 0xD8, 0, 0xDE, 0x22, 0, 0x0A, 0]),
    ("a.jsonl", Array("{\"a\":[1,\"\\uD83D\\uDE00\\n\"],\"b\":null}\n{\"b\":-1.5e+3}\n".utf8)),
    ("a.json", Array("[{\"a\":\"x\\\\\\\"]\"},\n {\"b\":[true,false]} , {}]".utf8)),
    ("a.xlsx", workbook.bytes),
  ]

  /// Reads all rows, with checks that hold for each.
  private func read(_ bytes: [UInt8], _ name: String, _ options: TableOptions) throws {
    let table = try TableFile(reading: bytes, named: name, options: options)
    var line = 0
    try table.rows { row, columns in
      #expect(row.line > line || table.detection.format == .json && row.line == line)
      line = row.line
      #expect(row.problem != nil || row.cells.count == columns.count || table.detection.format == .json)
    }
  }

  @Test(arguments: seeds.indices)
  func `changed bytes never crash the reader`(index: Int) {
    let (name, seed) = Self.seeds[index]
    let interesting: [UInt8] = [
      0, 0x0A, 0x0D, 0x22, 0x26, 0x2C, 0x3B, 0x3C, 0x3E, 0x5C, 0x5D, 0x7D, 0x7F, 0x80, 0xFF,
    ]
    for round in 0..<1_500 {
      var chance = SeededChance(seed: UInt64(index * 100_000 + round))
      var bytes = seed
      for _ in 0...Int.random(in: 0...3, using: &chance) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &chance)
        let byte = interesting.randomElement(using: &chance) ?? 0
        switch Int.random(in: 0...4, using: &chance) {
        case 0: bytes[place] = byte
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &chance)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(byte, at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      var options = TableOptions()
      options.encoding =
        Bool.random(using: &chance) ? nil : TextEncoding.allCases.randomElement(using: &chance)
      options.limits.partBytes = 1 << 20
      do {
        try read(bytes, name, options)
      } catch {
        #expect(error is TableError, "seed \(index * 100_000 + round)")
      }
    }
  }

  /// Changes inside the XML, which a checksum would otherwise refuse.
  @Test
  func `changed parts of a workbook never crash the reader`() {
    for round in 0..<1_500 {
      var chance = SeededChance(seed: UInt64(round))
      var entries = Self.workbook.entries
      let index = Int.random(in: entries.indices, using: &chance)
      for _ in 0...Int.random(in: 0...2, using: &chance) where !entries[index].contents.isEmpty {
        let place = Int.random(in: entries[index].contents.indices, using: &chance)
        switch Int.random(in: 0...3, using: &chance) {
        case 0: entries[index].contents[place] ^= 1 << UInt8.random(in: 0...7, using: &chance)
        case 1: entries[index].contents.remove(at: place)
        case 2:
          entries[index].contents.insert(
            Array("<>&\"/'0A= ".utf8).randomElement(using: &chance) ?? 0, at: place)
        default: entries[index].contents.removeSubrange(place...)
        }
      }
      do {
        try read(ZipWriter.archive(entries), "a.xlsx", TableOptions())
      } catch {
        #expect(error is TableError, "seed \(round)")
      }
    }
  }
}
