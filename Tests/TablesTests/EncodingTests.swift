import Foundation
import SystemSupport
import Testing

@testable import Tables

/// Text files in the encodings of spreadsheet programs.
struct EncodingTests {
  /// A file as its programs write it, in an encoding.
  private static let files: [(TextEncoding, [UInt8], [[String?]])] = [
    (.utf8, Array("상품명,판매가\r\n똠방각하 펲시,1000\r\n".utf8), korean),
    (.utf8, [0xEF, 0xBB, 0xBF] + Array("상품명,판매가\r\n똠방각하 펲시,1000\r\n".utf8), korean),
    (.utf16, utf16("\u{FEFF}상품명,판매가\r\n똠방각하 펲시,1000\r\n", isBigEndian: false), korean),
    (.utf16, utf16("\u{FEFF}상품명,판매가\r\n똠방각하 펲시,1000\r\n", isBigEndian: true), korean),
    (.cp949, hex("bbf3c7b0b8ed2cc6c7b8c5b0a10d0a8c63b9e6b0a2c7cf20bc84bdc32c313030300d0a"), korean),
    (
      .shiftJIS, hex("8fa4956996bc3b89bf8a690d0a8740878acaddb6b881603b31300d0a"),
      [["商品名", "価格"], ["①㈱ﾊﾝｶｸ～", "10"]]
    ),
    (
      .windows1252, hex("5072e96e6f6d2c5072697820800d0a9c75662c9335940d0a"),
      [["Prénom", "Prix €"], ["œuf", "“5”"]]
    ),
  ]
  private static let korean: [[String?]] = [["상품명", "판매가"], ["똠방각하 펲시", "1000"]]
  private static let words: Set = ["상품명", "商品名", "PRÉ NOM", "price"]

  private static func hex(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(arguments: files)
  func `an encoding is recognized by a mark or a word of the header`(
    encoding: TextEncoding, bytes: [UInt8], rows: [[String?]]
  ) throws {
    let table = try TableFile(reading: bytes, options: TableOptions(encoding: nil, words: Self.words))
    #expect(table.detection.encoding == encoding)
    #expect(table.detection.isEncodingDetected)
    #expect([table.columns.map(\.name)] + (try table.allRows().map(\.texts)) == rows)
  }

  @Test(arguments: files)
  func `an encoding that is given is taken`(encoding: TextEncoding, bytes: [UInt8], rows: [[String?]]) throws
  {
    let table = try TableFile(reading: bytes, options: TableOptions(encoding: encoding))
    #expect(!table.detection.isEncodingDetected)
    #expect([table.columns.map(\.name)] + (try table.allRows().map(\.texts)) == rows)
  }

  @Test(arguments: files)
  func `a character that is cut in two by a piece is read`(
    encoding: TextEncoding, bytes: [UInt8], rows: [[String?]]
  ) throws {
    let source = TableSource(bytes: bytes, name: "a")
    let layout = TextLayout(byteOrderMarkOf: bytes) ?? TextLayout(encoding)
    for size in 4...11 {
      var stream = TextStream(source, layout, pieceSize: size)
      var text: [UInt8] = []
      while try stream.read(into: &text) {}
      let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
      #expect(
        lines.map { $0.split(whereSeparator: { ",;".contains($0) }).map(String.init) } == rows,
        "pieces of \(size)")
    }
  }

  /// The hashes are of all characters in the order of their pairs, by another implementation, Python's codecs.
  @Test(arguments: [
    (TextEncoding.cp949, 17_048, 0x2bf1_353d_cd8b_1451), (.shiftJIS, 7_724, 0xb125_55c9_51b4_492d),
  ])
  func `every pair of bytes is the character that others have for it`(
    encoding: TextEncoding, count: Int, hash: UInt64
  ) {
    let table = encoding == .cp949 ? DoubleByteTable.cp949 : .shiftJIS
    var scalars = String.UnicodeScalarView()
    for first in UInt8(0x81)...0xFE {
      for second in UInt8(0x40)...0xFE {
        if let scalar = table.scalar(first, second) { scalars.append(scalar) }
      }
    }
    var checksum = FNV1a()
    checksum.combine(Data(String(scalars).utf8))
    #expect(table.count == count)
    #expect(checksum.value == hash)
  }

  @Test
  func `an encoding that no word of the header decides is an error with the words in each that can be`() {
    let bytes = Array("sku,price\r\n1,2\r\n".utf8) + Self.hex("8c63b9e6") + Array(",1\r\n".utf8)
    #expect(
      throws: TableError.undecidedEncoding([
        .init(encoding: .cp949, words: "똠방"), .init(encoding: .windows1252, words: "Œc¹æ"),
      ])
    ) {
      try TableFile(reading: bytes, options: TableOptions(encoding: nil, words: Self.words))
    }
  }

  @Test(arguments: [
    ("しなばん,ひんめい\nA,ランプ\n", TextEncoding.shiftJIS), ("가나,다라\nA,나무 의자\n", .cp949),
    ("Größe,Äpfel\nA,Brötchen\n", .windows1252),
  ])
  func `the encoding in which words without a known header are likely comes first`(
    text: String, encoding: TextEncoding
  ) throws {
    let codes: [TextEncoding: UInt] = [.shiftJIS: 0x8000_0420, .cp949: 0x8000_0422, .windows1252: 12]
    let code = try #require(codes[encoding])
    let data = try #require(NSString(string: text).data(using: code))
    let error = #expect(throws: TableError.self) {
      try TableFile(reading: [UInt8](data), options: TableOptions(encoding: nil, words: Self.words))
    }
    let likeliest: TextEncoding? =
      if case .undecidedEncoding(let decodings)? = error { decodings.first?.encoding } else { nil }
    #expect(likeliest == encoding)
  }

  @Test
  func `words in UTF-8 among a few that are not come first`() {
    let bytes = Array("sku,x\nA,Müller\nB,Köln\nC,Caf".utf8) + [0xE9] + Array("\n".utf8)
    #expect(
      throws: TableError.undecidedEncoding([
        .init(encoding: .utf8, words: "Müller Köln Caf\u{FFFD}"),
        .init(encoding: .windows1252, words: "MÃ¼ller KÃ¶ln Café"),
      ])
    ) {
      try TableFile(reading: bytes, options: TableOptions(encoding: nil, words: Self.words))
    }
  }

  @Test(arguments: [false, true])
  func `UTF-16 without a byte order mark is recognized by its header`(isBigEndian: Bool) throws {
    for (text, header) in [("상품명\t가격\n가나\t5\n", "상품명"), ("a;price\n\nb;5\n", "a")] {
      let bytes = Self.utf16(text, isBigEndian: isBigEndian)
      let table = try TableFile(reading: bytes, options: TableOptions(encoding: nil, words: Self.words))
      #expect(table.detection.encoding == .utf16)
      #expect(table.columns.first?.name == header)
      #expect(try table.allRows().count == 1)
    }
    #expect(throws: TableError.otherContents(.binary)) {
      try TableFile(
        reading: Self.utf16("a;b\n1;2\n", isBigEndian: isBigEndian),
        options: TableOptions(encoding: nil, words: Self.words))
    }
  }

  @Test
  func `a header that is known in two encodings decides nothing`() {
    let bytes = Self.hex("bbf3c7b0b8ed") + Array(",a\r\n".utf8)
    let words: Set = ["상품명", "»óÇ°¸í"]
    #expect(throws: TableError.self) {
      try TableFile(reading: bytes, options: TableOptions(encoding: nil, words: words))
    }
  }

  @Test
  func `a UTF-8 file with a broken byte is recognized by its header, and the row is a problem`() throws {
    let bytes = Array("상품명,a\n".utf8) + [0xEC] + Array(",1\nx,2\n".utf8)
    let table = try TableFile(reading: bytes, options: TableOptions(encoding: nil, words: Self.words))
    #expect(table.detection.encoding == .utf8)
    #expect(try table.allRows().map { $0.problem?.rule } == [.encoding(.utf8), nil])
  }

  /// Bytes of a cell behind a valid header, and the column of the problem in the second line.
  private static let broken: [(TextEncoding, [UInt8], Int)] = [
    (.cp949, [0xB0, 0xA1, 0xC9, 0xA1], 2), (.cp949, [0xFF], 1), (.cp949, [0x80], 1), (.cp949, [0xB0], 1),
    (.shiftJIS, [0xA0], 1), (.shiftJIS, [0xB1, 0x85, 0x40], 2), (.shiftJIS, [0xF0, 0x40], 1),
    (.windows1252, [0x41, 0x81], 2), (.utf8, [0xC0, 0x80], 1), (.utf8, [0xED, 0xA0, 0x80], 1),
    (.utf8, [0xF4, 0x90, 0x80, 0x80], 1),
  ]

  @Test(arguments: broken)
  func `bytes that are no character are a problem with their place`(
    encoding: TextEncoding, cell: [UInt8], column: Int
  ) throws {
    let bytes = Array("a,b\r\n".utf8) + cell + Array(",2\r\n3,4\r\n".utf8)
    let rows = try TableFile(reading: bytes, options: TableOptions(encoding: encoding)).allRows()
    let problems = rows.map { [$0.problem?.line, $0.problem?.column, $0.problem?.cell] }
    #expect(rows.map { $0.problem?.rule } == [.encoding(encoding), nil])
    #expect(problems == [[2, column, 0], [nil, nil, nil]])
    #expect(rows.map(\.texts.last) == ["2", "4"])
  }

  @Test(arguments: [[0xD800, 0x41], [0xDC00, 0x41], [0xD83D, 0xD83D, 0xDE00]] as [[UInt16]])
  func `half a surrogate pair in UTF-16 is a problem`(units: [UInt16]) throws {
    let bytes =
      Self.utf16("\u{FEFF}a\n", isBigEndian: false) + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let rows = try TableFile(reading: bytes).allRows()
    #expect(rows.map { $0.problem?.rule } == [.encoding(.utf16)])
  }

  @Test
  func `UTF-16 that ends inside a unit is a problem`() throws {
    let bytes = Self.utf16("\u{FEFF}a\nb", isBigEndian: true) + [0x00]
    #expect(try TableFile(reading: bytes).allRows().map { $0.problem?.rule } == [.encoding(.utf16)])
  }

  @Test
  func `UTF-16 without a mark is read when it is given`() throws {
    for isBigEndian in [false, true] {
      let bytes = Self.utf16("a,b\n가,2\n", isBigEndian: isBigEndian)
      let table = try TableFile(reading: bytes, options: TableOptions(encoding: .utf16))
      #expect(try table.allRows().map(\.texts) == [["가", "2"]])
    }
    #expect(throws: TableError.noByteOrder) {
      try TableFile(reading: Array("ab".utf8), options: TableOptions(encoding: .utf16))
    }
  }

  @Test(arguments: [
    ("EUC-KR", TextEncoding.cp949), ("utf8", .utf8), ("UTF-8", .utf8), ("Shift_JIS", .shiftJIS),
    ("sjis", .shiftJIS),
    ("Windows-1252", .windows1252), ("CP1252", .windows1252), ("UTF-16", .utf16), ("ks_c_5601-1987", .cp949),
    ("EUC_KR", .cp949), ("euckr", .cp949), ("CP-949", .cp949), ("MS949", .cp949), ("Shift JIS", .shiftJIS),
    ("latin1", .windows1252), ("ISO-8859-1", .windows1252),
  ])
  func `other names of encodings are known`(name: String, encoding: TextEncoding) {
    #expect(TextEncoding(name: name) == encoding)
    #expect(TextEncoding(name: encoding.rawValue) == encoding)
  }
}
