import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// PNG images that decoders could read differently, or that carry other data, are not stored.
@Suite struct PNGContentsTests {
  private func stored(_ data: Data) throws -> Data {
    try ItemImage(filename: "x.png", content: .bytes(data)).stripped().bytes
  }

  private func defect(of data: Data) -> ImageDefect? {
    do {
      _ = try stored(data)
      return nil
    } catch let error as ValidationError {
      if case .broken(let defect) = error.rule { return defect }
    } catch {}
    Issue.record("another error")
    return nil
  }

  private static let kinds = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ].flatMap { type, depths in depths.map { (type, $0) } }

  @Test(arguments: kinds) func `an image of every colour type and depth is stored as it is`(
    colourType: Int, depth: Int
  ) throws {
    for isInterlaced in [false, true] {
      for (width, height) in [(1, 1), (2, 1), (1, 9), (3, 2), (8, 8), (33, 17), (200, 300)] {
        let png = WholePNG(
          width: width, height: height, depth: depth, colourType: colourType, isInterlaced: isInterlaced)
        #expect(try stored(png.data) == png.data, "\(width)×\(height), \(isInterlaced)")
      }
    }
  }

  @Test func `pixels may be in many chunks and use every filter`() throws {
    for filter in UInt8(0)...4 {
      let png = WholePNG(filter: filter)
      let bytes = png.pixels.map { WholePNG.chunk("IDAT", [$0]) }.joined()
      let data = Data(WholePNG.signature + png.header + bytes + WholePNG.chunk("IEND"))
      #expect(try stored(data) == data)
    }
  }

  @Test func `a wrong checksum of any chunk that is stored is refused`() throws {
    let png = WholePNG(before: WholePNG.chunk("gAMA", [0, 0, 1, 1]))
    for end in [8 + 25, 8 + 25 + 16, png.data.count - 12, png.data.count] {
      var data = png.data
      data[end - 1] ^= 1
      #expect(defect(of: data) == .badChecksum, "\(end)")
    }
  }

  @Test func `a header that is not as the standard has it is refused`() throws {
    for (offset, value) in [(26, 1), (27, 1), (28, 2), (24, 3), (25, 5)] as [(Int, UInt8)] {
      var data = WholePNG().data
      data[offset] = value
      data.replaceSubrange(29..<33, with: CRC32(data[12..<29]).bytes)
      #expect(defect(of: data) == .badHeader, "\(offset)")
    }
    #expect(defect(of: WholePNG(before: WholePNG().header).data) == .badHeader)
  }

  @Test func `more than a hundred megapixels are refused, declared or real`() throws {
    for (width, height) in [(65_535, 65_535), (20_000, 20_000), (0x7FFF_FFFF, 0x7FFF_FFFF), (100_000_001, 1)]
    {
      var png = WholePNG()
      let pixels = png.pixels
      (png.width, png.height) = (width, height)
      let data = Data(
        WholePNG.signature + png.header + WholePNG.chunk("IDAT", pixels) + WholePNG.chunk("IEND"))
      #expect(defect(of: data) == .tooManyPixels)
    }
  }

  @Test func `pixels of more than 256 MiB are refused before they are uncompressed`() throws {
    // 64 bits a pixel.
    for (height, isRefused) in [(8_192, false), (8_193, true)] {
      var png = WholePNG()
      let pixels = png.pixels
      (png.width, png.height, png.depth, png.colourType) = (4_096, height, 16, 6)
      let data = Data(
        WholePNG.signature + png.header + WholePNG.chunk("IDAT", pixels) + WholePNG.chunk("IEND"))
      #expect((defect(of: data) == .tooManyPixels) == isRefused)
    }
  }

  @Test func `more than a million rows are refused before they are uncompressed`() {
    func defect(_ height: Int) -> ImageDefect? {
      var png = WholePNG()
      let pixels = png.pixels
      (png.width, png.height, png.depth, png.colourType) = (1, height, 1, 0)
      return self.defect(
        of: Data(
          WholePNG.signature + png.header + WholePNG.chunk("IDAT", pixels) + WholePNG.chunk("IEND")))
    }
    #expect(defect(1_000_000) != .tooManyRows)
    #expect(defect(1_000_001) == .tooManyRows)
  }

  @Test(arguments: [
    // Length, entries for the depth, colour types without a palette, repeated, missing.
    (3, 8, WholePNG.chunk("PLTE", [1, 2])), (3, 8, WholePNG.chunk("PLTE")), (3, 1, WholePNG.palette(3)),
    (3, 4, WholePNG.palette(17)), (3, 8, WholePNG.palette(257)), (0, 8, WholePNG.palette(2)),
    (4, 8, WholePNG.palette(2)), (2, 8, WholePNG.palette(2) + WholePNG.palette(2)),
    (3, 8, WholePNG.chunk("gAMA", [0, 0, 1, 1])),
    // Transparency of another length, before the palette, where pixels have it themselves, repeated.
    (3, 8, WholePNG.palette(2) + WholePNG.chunk("tRNS", [1, 2, 3])),
    (3, 8, WholePNG.palette(2) + WholePNG.chunk("tRNS")),
    (3, 8, WholePNG.chunk("tRNS", [1]) + WholePNG.palette(2)), (0, 8, WholePNG.chunk("tRNS", [1])),
    (2, 8, WholePNG.chunk("tRNS", [0, 0, 0, 0, 0, 0, 0])), (6, 8, WholePNG.chunk("tRNS", [0, 0])),
    (0, 8, WholePNG.chunk("tRNS", [0, 1]) + WholePNG.chunk("tRNS", [0, 1])),
  ])
  func `a palette that does not fit is refused`(colourType: Int, depth: Int, chunks: [UInt8]) throws {
    #expect(
      defect(of: WholePNG(depth: depth, colourType: colourType, before: chunks).data) == .badPalette)
  }

  @Test func `a palette or transparency behind the pixels is refused`() {
    #expect(defect(of: WholePNG(behind: WholePNG.palette(2)).data) == .badPalette)
    #expect(defect(of: WholePNG(behind: WholePNG.chunk("tRNS", [0, 0, 0, 0, 0, 0])).data) == .badPalette)
  }

  @Test func `a palette and transparency that fit stay`() throws {
    for (type, chunks) in [
      (3, WholePNG.palette(256) + WholePNG.chunk("tRNS", [1, 2])), (2, WholePNG.palette(256)),
      (6, WholePNG.palette(3)), (0, WholePNG.chunk("tRNS", [0, 1])),
      (2, WholePNG.chunk("tRNS", [0, 0, 0, 0, 0, 1])),
    ] {
      let data = WholePNG(colourType: type, before: chunks).data
      #expect(try stored(data) == data)
    }
  }

  @Test func `pixels that do not decompress, or do not fit the dimensions, are refused`() throws {
    let changes: [(String, (inout [UInt8]) -> Void, ImageDefect)] = [
      ("header of zlib", { $0[0] = 0x79 }, .badPixels),
      ("preset dictionary", { $0.replaceSubrange(0..<2, with: [0x78, 0x20]) }, .badPixels),
      ("checksum of zlib", { $0[$0.count - 1] ^= 1 }, .badPixels),
      ("length of a block", { $0[3] ^= 1 }, .badPixels),
      ("tail", { $0 += [1, 2, 3] }, .badPixels),
      ("cut short", { $0.removeLast(5) }, .cutOff),
      ("nothing", { $0 = [] }, .cutOff),
      ("a row too few", { $0 = WholePNG.compressed(Array(repeating: 0, count: 10)) }, .cutOff),
      ("a byte too many", { $0 = WholePNG.compressed(Array(repeating: 0, count: 21)) }, .badPixels),
      (
        "a filter that there is not", { $0 = WholePNG.compressed(Array(repeating: 5, count: 20)) }, .badPixels
      ),
    ]
    for (name, change, expected) in changes {
      #expect(defect(of: WholePNG(change: change).data) == expected, "\(name)")
    }
    var interlaced = WholePNG(width: 9, height: 9, isInterlaced: true)
    let rows = interlaced.rows
    interlaced.change = { $0 = WholePNG.compressed(rows.dropLast(28)) }
    #expect(defect(of: interlaced.data) == .cutOff)
  }

  @Test func `chunks of pixels that do not follow each other are refused`() throws {
    let png = WholePNG()
    let pixels = png.pixels
    let data = Data(
      WholePNG.signature + png.header + WholePNG.chunk("IDAT", Array(pixels.prefix(4)))
        + WholePNG.chunk("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0])
        + WholePNG.chunk("IDAT", Array(pixels.dropFirst(4))) + WholePNG.chunk("IEND"))
    #expect(defect(of: data) == .badPixels)
  }

  @Test func `chunks that no standard has and data in the last chunk are refused`() {
    #expect(defect(of: WholePNG(before: WholePNG.chunk("PrVt", [1])).data) == .unknownContents)
    let data = WholePNG().data.dropLast(12) + WholePNG.chunk("IEND", [1])
    #expect(defect(of: data) == .unknownContents)
  }

  private static func frame(_ number: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    WholePNG.chunk(
      "fcTL",
      [0, 0, 0, number] + ImageBytes.bigEndian(width, 4) + ImageBytes.bigEndian(height, 4)
        + [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0])
  }

  @Test func `the frames of an animation are checked as its image is`() throws {
    let animation = WholePNG.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]) + Self.frame(0, 3, 2)
    let pixels = WholePNG.compressed(WholePNG(width: 2, height: 1).rows)
    let whole = WholePNG(
      before: animation,
      behind: Self.frame(1, 2, 1) + WholePNG.chunk("fdAT", [0, 0, 0, 2] + pixels)
    ).data
    #expect(try stored(whole) == whole)
    for (frame, contents, expected) in [
      (Self.frame(1, 4, 1), pixels, ImageDefect.badHeader), (Self.frame(1, 2, 2), pixels, .cutOff),
      (Self.frame(1, 1, 1), pixels, .badPixels), (Self.frame(1, 2, 1), pixels + [0], .badPixels),
      ([], pixels, .badPixels),
    ] {
      let data = WholePNG(
        before: animation, behind: frame + WholePNG.chunk("fdAT", [0, 0, 0, 2] + contents)
      ).data
      #expect(defect(of: data) == expected)
    }
  }

  @Test func `chunks too long or too many for an image are dropped or refused`() throws {
    #expect(
      try stored(WholePNG(before: WholePNG.chunk("iCCP", Array(repeating: 1, count: 1 << 20 + 1))).data)
        == WholePNG().data)
    let many = Array(repeating: WholePNG.chunk("tEXt"), count: 70_000).joined()
    #expect(defect(of: WholePNG(behind: Array(many)).data) == .tooManyParts)
  }

  /// Changes bytes of chunks and their order, with right checksums, so that the checks behind them are reached.
  @Test func `what is stored of a randomly mutated image is stored as it is again`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var chance = SeededChance(seed: seed)
    let pixels = WholePNG(width: 9, height: 7, depth: 4, colourType: 3, isInterlaced: true).pixels
    var image = WholePNG(width: 9, height: 7, depth: 4, colourType: 3, isInterlaced: true)
    image.change = { $0 = [] }
    let chunks: [(String, [UInt8])] = [
      ("PLTE", Array(repeating: 9, count: 12)), ("tRNS", [1, 2]), ("gAMA", [0, 0, 1, 1]),
      ("acTL", [0, 0, 0, 1, 0, 0, 0, 0]), ("fcTL", [UInt8](Self.frame(0, 9, 7)[8..<34])),
      ("IDAT", Array(pixels.prefix(20))), ("IDAT", Array(pixels.dropFirst(20))),
      ("fcTL", [UInt8](Self.frame(1, 9, 7)[8..<34])), ("fdAT", [0, 0, 0, 2] + pixels), ("tEXt", [1]),
    ]
    var whole = 0
    for _ in 0..<3_000 {
      var mutant = chunks
      for _ in 0..<Int.random(in: 0...2, using: &chance) {
        let index = Int.random(in: 0..<mutant.count, using: &chance)
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: mutant.swapAt(index, Int.random(in: 0..<mutant.count, using: &chance))
        case 1: mutant.remove(at: index)
        case 2: mutant.insert(mutant[index], at: index)
        default:
          guard let place = mutant[index].1.indices.randomElement(using: &chance) else { continue }
          mutant[index].1[place] = .random(in: 0...255, using: &chance)
        }
      }
      let data = Data(
        WholePNG.signature + image.header + mutant.flatMap { WholePNG.chunk($0.0, $0.1) }
          + WholePNG.chunk("IEND"))
      guard let once = try? stored(data) else { continue }
      whole += 1
      try #require(try stored(once) == once, "seed \(seed)")
    }
    #expect(whole > 100, "seed \(seed)")
  }

  @Test func `a refused image stores nothing, and its error names it`() async throws {
    let market = try TemporaryMarket()
    let data = WholePNG(change: { $0[0] = 0 }).data
    let error = ClientError.rejected(reason: "images[] 'x.png' is broken: its pixels are damaged")
    await #expect(throws: error) {
      try await market.manager.add(
        ItemDraft(title: "t", price: Price(1, .usDollar)),
        images: [ItemImage(filename: "x.png", content: .bytes(data))], password: "p")
    }
    #expect(try await market.manager.page(PageQuery()).total == 0)
  }
}
