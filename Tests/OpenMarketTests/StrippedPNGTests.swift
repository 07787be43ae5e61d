import Foundation
import Testing

@testable import OpenMarket

@Suite struct StrippedPNGTests {
  private typealias Image = ImageBytes

  private func anonymous(_ data: Data) throws -> Data {
    try StrippedImage(data).bytes
  }

  @Test(arguments: ["tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "eXIf", "caBX", "iDOT", "vpAg", "prVt"])
  func `a chunk that does not change how the image looks is taken out, wherever it stands`(type: String)
    throws
  {
    let chunk = Image.chunk(type, Array("Seoul, 37.5 N".utf8))
    #expect(
      try anonymous(Image.png(chunk, Image.pngPixels, chunk, chunk))
        == Image.png(Image.pngPixels))
  }

  @Test(arguments: [
    "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "mDCV", "cLLI", "bKGD", "pHYs", "acTL",
    "fcTL", "fdAT", "PrVt",
  ])
  func `a chunk that changes how the image looks is cached to the byte`(type: String) throws {
    let chunk = Image.chunk(type, [1, 2, 3, 4])
    let text = Image.chunk("tEXt", [5])
    #expect(
      try anonymous(Image.png(text, chunk, text, Image.pngPixels, text, chunk))
        == Image.png(chunk, Image.pngPixels, chunk))
  }

  @Test func `what stands behind the end is taken out`() throws {
    let png = Image.png(Image.pngPixels)
    #expect(try anonymous(png + Data("trailer".utf8)) == png)
  }

  @Test(arguments: 2...8, [false, true])
  func `a turned image stays turned, by an Exif block with nothing else`(
    orientation: Int, littleEndian: Bool
  ) throws {
    let exif = Image.chunk("eXIf", Image.exif(orientation: orientation, littleEndian: littleEndian))
    let bytes = try anonymous(Image.png(Image.pngPixels, exif))
    // Checksums reckoned with Python's zlib.crc32.
    let checksums: [Int: [UInt8]] = [
      2: [0x22, 0x28, 0x6F, 0x7A],
      3: [0x84, 0x5F, 0x64, 0xCE],
      4: [0x41, 0xF8, 0x5A, 0x40],
      5: [0xE7, 0x8F, 0x51, 0xF4],
      6: [0xD6, 0x67, 0x4B, 0x69],
      7: [0x70, 0x10, 0x40, 0xDD],
      8: [0x86, 0x58, 0x30, 0x34],
    ]
    let cached =
      [0, 0, 0, 26] + Array("eXIf".utf8) + Image.shortestExif(UInt8(orientation))
      + (try #require(checksums[orientation]))
    #expect(bytes == Image.png(cached, Image.pngPixels))
  }

  @Test(arguments: [0, 1, 9, 0xFFFF])
  func `an upright image, or one turned in no known way, needs no Exif block`(orientation: Int) throws {
    let exif = Image.chunk("eXIf", Image.exif(orientation: orientation, littleEndian: false))
    #expect(try anonymous(Image.png(exif, Image.pngPixels)) == Image.png(Image.pngPixels))
  }

  @Test func `of several Exif blocks the first that tells an orientation counts`() throws {
    func exif(_ orientation: Int) -> [UInt8] {
      Image.chunk("eXIf", Image.exif(orientation: orientation, littleEndian: true))
    }
    #expect(
      try anonymous(Image.png(Image.chunk("eXIf"), exif(3), exif(6), Image.pngPixels))
        == anonymous(Image.png(exif(3), Image.pngPixels)))
  }
}
