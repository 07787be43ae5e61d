import Foundation
import Testing

@testable import OpenMarket

@Suite struct StrippedPNGTests {
  private typealias Picture = PictureBytes

  private func anonymous(_ data: Data) throws -> Data {
    try StrippedImage(data).bytes
  }

  @Test(arguments: ["tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "eXIf", "caBX", "iDOT", "vpAg", "prVt"])
  func `a chunk that does not change how the picture looks is taken out, wherever it stands`(type: String)
    throws
  {
    let chunk = Picture.chunk(type, Array("Seoul, 37.5 N".utf8))
    #expect(
      try anonymous(Picture.png(chunk, Picture.pngPixels, chunk, chunk))
        == Picture.png(Picture.pngPixels))
  }

  @Test(arguments: [
    "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "cICP", "mDCV", "cLLI", "bKGD", "pHYs", "acTL",
    "fcTL", "fdAT", "PrVt",
  ])
  func `a chunk that changes how the picture looks is cached to the byte`(type: String) throws {
    let chunk = Picture.chunk(type, [1, 2, 3, 4])
    let text = Picture.chunk("tEXt", [5])
    #expect(
      try anonymous(Picture.png(text, chunk, text, Picture.pngPixels, text, chunk))
        == Picture.png(chunk, Picture.pngPixels, chunk))
  }

  @Test func `what stands behind the end is taken out`() throws {
    let png = Picture.png(Picture.pngPixels)
    #expect(try anonymous(png + Data("trailer".utf8)) == png)
  }

  @Test(arguments: 2...8, [false, true])
  func `a turned picture stays turned, by an Exif block with nothing else`(
    orientation: Int, littleEndian: Bool
  ) throws {
    let exif = Picture.chunk("eXIf", Picture.exif(orientation: orientation, littleEndian: littleEndian))
    let bytes = try anonymous(Picture.png(Picture.pngPixels, exif))
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
      [0, 0, 0, 26] + Array("eXIf".utf8) + Picture.shortestExif(UInt8(orientation))
      + (try #require(checksums[orientation]))
    #expect(bytes == Picture.png(cached, Picture.pngPixels))
  }

  @Test(arguments: [0, 1, 9, 0xFFFF])
  func `an upright picture, or one turned in no known way, needs no Exif block`(orientation: Int) throws {
    let exif = Picture.chunk("eXIf", Picture.exif(orientation: orientation, littleEndian: false))
    #expect(try anonymous(Picture.png(exif, Picture.pngPixels)) == Picture.png(Picture.pngPixels))
  }

  @Test func `of several Exif blocks the first that tells an orientation counts`() throws {
    func exif(_ orientation: Int) -> [UInt8] {
      Picture.chunk("eXIf", Picture.exif(orientation: orientation, littleEndian: true))
    }
    #expect(
      try anonymous(Picture.png(Picture.chunk("eXIf"), exif(3), exif(6), Picture.pngPixels))
        == anonymous(Picture.png(exif(3), Picture.pngPixels)))
  }
}
