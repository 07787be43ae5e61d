import Foundation
import Testing

@testable import OpenMarket

@Suite struct StrippedPNGTests {
  private typealias Image = ImageBytes

  private func stripped(_ data: Data) throws -> Data {
    try StrippedImage(data).bytes
  }

  @Test(arguments: ["tEXt", "zTXt", "iTXt", "tIME", "hIST", "sPLT", "eXIf", "caBX", "iDOT", "vpAg", "prVt"])
  func `a chunk that does not affect rendering is removed at every position`(type: String)
    throws
  {
    let chunk = Image.chunk(type, Array("Seoul, 37.5 N".utf8))
    #expect(
      try stripped(Image.png(chunk, Image.pngPixels, chunk, chunk))
        == Image.png(Image.pngPixels))
  }

  @Test(arguments: [
    ("PLTE", 4), ("tRNS", 4), ("gAMA", 4), ("cHRM", 32), ("sRGB", 1), ("iCCP", 4), ("sBIT", 3), ("cICP", 4),
    ("mDCV", 24), ("cLLI", 8), ("bKGD", 6), ("pHYs", 9), ("acTL", 8), ("PrVt", 4),
  ])
  func `a chunk that affects rendering stays byte for byte`(type: String, length: Int) throws {
    let chunk = Image.chunk(type, Array(repeating: 1, count: length))
    let text = Image.chunk("tEXt", [5])
    #expect(
      try stripped(Image.png(text, chunk, text, Image.pngPixels, text)) == Image.png(chunk, Image.pngPixels))
  }

  @Test(arguments: [
    ("gAMA", 5), ("cHRM", 33), ("sRGB", 0), ("iCCP", 2), ("sBIT", 4), ("cICP", 5), ("mDCV", 23), ("cLLI", 9),
    ("bKGD", 2), ("pHYs", 10), ("acTL", 9), ("fcTL", 26), ("fdAT", 9),
  ])
  func `a chunk of another length than its kind has, or a frame without an animation, is removed`(
    type: String, length: Int
  ) throws {
    let chunk = Image.chunk(type, Array(repeating: 1, count: length))
    #expect(try stripped(Image.png(chunk, Image.pngPixels, chunk)) == Image.png(Image.pngPixels))
  }

  @Test func `a second chunk of a kind is removed`() throws {
    let chunk = Image.chunk("gAMA", [0, 0, 1, 1])
    #expect(
      try stripped(Image.png(chunk, chunk, Image.pngPixels, chunk)) == Image.png(chunk, Image.pngPixels))
  }

  @Test func `the frames of an animation stay`() throws {
    let frames = [Image.chunk("fcTL", Array(repeating: 0, count: 26)), Image.chunk("fdAT", [0, 0, 0, 1, 9])]
    let animation = Image.chunk("acTL", Array(repeating: 0, count: 8))
    let whole = Image.png(animation, frames[0], Image.pngPixels, frames[0], frames[1], frames[1])
    #expect(try stripped(whole) == whole)
    // Behind the pixels acTL says nothing.
    #expect(
      try stripped(Image.png(Image.pngPixels, animation, frames[0], frames[1])) == Image.png(Image.pngPixels))
  }

  @Test func `bytes after the end chunk are removed`() throws {
    let png = Image.png(Image.pngPixels)
    #expect(try stripped(png + Data("trailer".utf8)) == png)
  }

  @Test(arguments: 2...8, [false, true])
  func `a rotated image keeps its orientation in the shortest Exif block`(
    orientation: Int, littleEndian: Bool
  ) throws {
    let exif = Image.chunk("eXIf", Image.exif(orientation: orientation, littleEndian: littleEndian))
    let bytes = try stripped(Image.png(Image.pngPixels, exif))
    // Checksums computed with Python's zlib.crc32.
    let checksums: [Int: [UInt8]] = [
      2: [0x22, 0x28, 0x6F, 0x7A],
      3: [0x84, 0x5F, 0x64, 0xCE],
      4: [0x41, 0xF8, 0x5A, 0x40],
      5: [0xE7, 0x8F, 0x51, 0xF4],
      6: [0xD6, 0x67, 0x4B, 0x69],
      7: [0x70, 0x10, 0x40, 0xDD],
      8: [0x86, 0x58, 0x30, 0x34],
    ]
    let shortest =
      [0, 0, 0, 26] + Array("eXIf".utf8) + Image.shortestExif(UInt8(orientation))
      + (try #require(checksums[orientation]))
    #expect(bytes == Image.png(shortest, Image.pngPixels))
  }

  @Test(arguments: [0, 1, 9, 0xFFFF])
  func `the Exif block of an upright or invalid orientation is removed`(orientation: Int) throws {
    let exif = Image.chunk("eXIf", Image.exif(orientation: orientation, littleEndian: false))
    #expect(try stripped(Image.png(exif, Image.pngPixels)) == Image.png(Image.pngPixels))
  }

  @Test func `the first Exif block with an orientation is used`() throws {
    func exif(_ orientation: Int) -> [UInt8] {
      Image.chunk("eXIf", Image.exif(orientation: orientation, littleEndian: true))
    }
    #expect(
      try stripped(Image.png(Image.chunk("eXIf"), exif(3), exif(6), Image.pngPixels))
        == stripped(Image.png(exif(3), Image.pngPixels)))
  }
}
