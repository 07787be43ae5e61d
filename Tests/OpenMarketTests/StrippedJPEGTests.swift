import Foundation
import Testing

@testable import OpenMarket

@Suite struct StrippedJPEGTests {
  private typealias Image = ImageBytes

  private func stripped(_ data: Data) throws -> Data {
    try StrippedImage(data).bytes
  }

  private static let metadata: [[UInt8]] = [
    Image.segment(0xE1, "Exif\0\0", Image.exif(orientation: 1, littleEndian: true)),
    Image.segment(0xE1, "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>"),
    Image.segment(0xE0, "JFXX\0", [0x13, 1, 1, 0, 0, 0]),
    Image.segment(0xE0, "JFIF\0"),
    Image.segment(0xE2, "MPF\0", [1, 2, 3]),
    Image.segment(0xE2, "FPXR\0", [1, 2, 3]),
    Image.segment(0xED, "Photoshop 3.0\08BIM", [4, 4]),
    Image.segment(0xEE, "Vendor"),
    Image.segment(0xFE, "Seoul, 37.5 N"),
    Image.segment(0xF0, "reserved"),
    Image.segment(0x02, "reserved"),
  ]

  @Test(arguments: metadata)
  func `a segment that does not affect rendering is removed, between scans too`(
    segment: [UInt8]
  ) throws {
    #expect(
      try stripped(
        Image.jpeg(
          segment, Image.jfif, segment, segment, Image.frame, segment, Image.scan, segment,
          Image.scan, segment))
        == Image.jpeg(Image.jfif, Image.frame, Image.scan, Image.scan))
  }

  @Test func `fill bytes before a removed segment are removed`() throws {
    let comment = [0xFF, 0xFF] + Image.segment(0xFE, "here")
    #expect(
      try stripped(Image.jpeg(comment, Image.frame, comment, Image.scan))
        == Image.jpeg(Image.frame, Image.scan))
  }

  @Test(arguments: UInt8(0xE3)...0xEF)
  func `a vendor's segment is removed`(marker: UInt8) throws {
    #expect(
      try stripped(Image.jpeg(Image.segment(marker, "DJI"), Image.frame, Image.scan))
        == Image.jpeg(Image.frame, Image.scan))
  }

  @Test(arguments: [
    Image.segment(0xDB, [0, 1]), Image.segment(0xC4, [0, 1]), Image.segment(0xDD, [0, 0]),
    [0xFF] + Image.segment(0xDB, [0, 1]), [0xFF, 0x01],
  ])
  func `a segment that affects rendering stays byte for byte`(segment: [UInt8]) throws {
    let comment = Image.segment(0xFE, "here")
    #expect(
      try stripped(Image.jpeg(comment, segment, comment, Image.frame, segment, Image.scan, segment))
        == Image.jpeg(segment, Image.frame, segment, Image.scan, segment))
  }

  @Test func `bytes after the end marker are removed`() throws {
    let preview = Image.jpeg(Image.frame, Image.scan)
    #expect(
      try stripped(Image.jpeg(Image.frame, Image.scan, trailer: [0, 0] + preview))
        == Image.jpeg(Image.frame, Image.scan))
  }

  @Test func `JFIF loses its thumbnail and keeps its density`() throws {
    let density: [UInt8] = [1, 2, 1, 0, 72, 0, 72]
    let segment = Image.segment(0xE0, "JFIF\0", density + [1, 2] + [1, 2, 3, 4, 5, 6])
    #expect(
      try stripped(Image.jpeg(segment, Image.frame, Image.scan))
        == Image.jpeg(
          Image.segment(0xE0, "JFIF\0", density + [0, 0]), Image.frame, Image.scan))
  }

  @Test(arguments: 2...8, [false, true])
  func `a rotated image keeps its orientation in the shortest Exif block`(
    orientation: Int, littleEndian: Bool
  ) throws {
    let exif = Image.segment(
      0xE1, "Exif\0\0", Image.exif(orientation: orientation, littleEndian: littleEndian))
    let shortest =
      [0xFF, 0xE1, 0x00, 0x22] + Array("Exif\0\0".utf8) + Image.shortestExif(UInt8(orientation))
    #expect(
      try stripped(Image.jpeg(exif, Image.frame, Image.scan))
        == Image.jpeg(shortest, Image.frame, Image.scan))
    #expect(
      try stripped(Image.jpeg(exif, Image.jfif, Image.frame, Image.scan))
        == Image.jpeg(Image.jfif, shortest, Image.frame, Image.scan))
    #expect(
      try stripped(Image.jpeg(Image.frame, exif, Image.jfif, Image.scan))
        == Image.jpeg(shortest, Image.frame, Image.jfif, Image.scan))
  }

  @Test(arguments: [0, 1, 9, 0xFFFF])
  func `the Exif block of an upright or invalid orientation is removed`(orientation: Int) throws {
    let exif = Image.segment(
      0xE1, "Exif\0\0", Image.exif(orientation: orientation, littleEndian: true))
    #expect(
      try stripped(Image.jpeg(Image.jfif, exif, Image.frame, Image.scan))
        == Image.jpeg(Image.jfif, Image.frame, Image.scan))
  }
}
