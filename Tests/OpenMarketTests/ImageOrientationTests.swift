import Foundation
import Testing

@testable import OpenMarket

@Suite struct ImageOrientationTests {
  private func orientation(_ exif: [UInt8]) -> UInt8? { read(exif)?.value }

  private func read(_ exif: [UInt8]) -> ImageOrientation? {
    exif.withUnsafeBytes { bytes in
      var reader = ImageReader(bytes)
      return (try? ImageOrientation(exif: 0..<bytes.count, in: &reader)) ?? nil
    }
  }

  @Test(arguments: 1...8, [false, true])
  func `the orientation is read in both byte orders`(value: Int, littleEndian: Bool) {
    #expect(
      orientation(ImageBytes.exif(orientation: value, littleEndian: littleEndian)) == UInt8(value))
  }

  @Test(arguments: 1...8)
  func `an orientation is written as the shortest Exif block`(value: UInt8) throws {
    let orientation = try #require(read(ImageBytes.shortestExif(value)))
    #expect(orientation.exif == ImageBytes.shortestExif(value))
  }

  @Test(arguments: [false, true])
  func `a truncated Exif block has an orientation only if the entry is complete`(
    littleEndian: Bool
  ) {
    let exif = ImageBytes.exif(orientation: 6, littleEndian: littleEndian)
    // Header 8, count 2, the entry before 12, then tag, type, count and the value's 2 bytes.
    let needed = 8 + 2 + 12 + 10
    #expect(
      exif.indices.map { orientation(Array(exif.prefix($0))) }
        == exif.indices.map { $0 < needed ? nil : 6 })
  }

  private static let header: [UInt8] = [0x4D, 0x4D, 0, 42]
  private static let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]

  @Test(arguments: [
    [],
    [0x4D, 0x4D],
    [0x49, 0x49, 0, 42, 0, 0, 0, 8, 0, 1] + entry,
    [0x4D, 0x49, 0, 42, 0, 0, 0, 8, 0, 1] + entry,
    header + [0xFF, 0xFF, 0xFF, 0xFF, 0, 1] + entry,
    header + [0x7F, 0xFF, 0xFF, 0xFF, 0, 1] + entry,
    header + [0, 0, 0, 22, 0, 1] + entry,
    header + [0, 0, 0, 21, 0, 1] + entry,
    header + [0, 0, 0, 8, 0, 0] + entry,
    header + [0, 0, 0, 8, 0xFF, 0xFF],
    header + [0, 0, 0, 8, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 1000),
  ])
  func `an invalid header, offset or count gives no orientation`(exif: [UInt8]) {
    #expect(orientation(exif) == nil)
  }

  @Test func `a directory that overlaps the header is read`() {
    // Its count is the TIFF header's 42, its first entry begins inside the header.
    let exif = Self.header + [0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 0] + Self.entry
    #expect(orientation(exif) == 6)
  }

  @Test func `only the first directory is read, whatever it links to`() {
    let empty: [UInt8] = [0, 0]
    let linkedToItself = Self.header + [0, 0, 0, 8] + empty + [0, 0, 0, 8]
    let linkedOn = Self.header + [0, 0, 0, 8] + empty + [0, 0, 0, 14] + [0, 1] + Self.entry
    #expect(orientation(linkedToItself) == nil)
    #expect(orientation(linkedOn) == nil)
  }

  @Test(
    arguments: [
      [0x01, 0x12, 0, 4, 0, 0, 0, 1, 0, 6, 0, 0],
      [0x01, 0x12, 0, 3, 0, 0, 0, 2, 0, 6, 0, 0],
      [0x01, 0x12, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0, 6, 0, 0],
      [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 0, 0, 6],
    ] as [[UInt8]])
  func `an orientation of another type or count is ignored`(entry: [UInt8]) {
    #expect(orientation(Self.header + [0, 0, 0, 8, 0, 1] + entry) == nil)
  }
}
