import Foundation
import Testing

@testable import OpenMarket

@Suite struct StrippedJPEGTests {
  private typealias Picture = PictureBytes

  private func anonymous(_ data: Data) throws -> Data {
    try StrippedImage(data).bytes
  }

  private static let secrets: [[UInt8]] = [
    Picture.segment(0xE1, "Exif\0\0", Picture.exif(orientation: 1, littleEndian: true)),
    Picture.segment(0xE1, "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>"),
    Picture.segment(0xE0, "JFXX\0", [0x13, 1, 1, 0, 0, 0]),
    Picture.segment(0xE0, "JFIF\0"),
    Picture.segment(0xE2, "MPF\0", [1, 2, 3]),
    Picture.segment(0xE2, "FPXR\0", [1, 2, 3]),
    Picture.segment(0xED, "Photoshop 3.0\08BIM", [4, 4]),
    Picture.segment(0xEE, "Vendor"),
    Picture.segment(0xFE, "Seoul, 37.5 N"),
    Picture.segment(0xF0, "reserved"),
    Picture.segment(0x02, "reserved"),
  ]

  @Test(arguments: secrets)
  func `a segment that does not change how the picture looks is taken out, between scans too`(
    segment: [UInt8]
  ) throws {
    #expect(
      try anonymous(
        Picture.jpeg(
          segment, Picture.jfif, segment, segment, Picture.frame, segment, Picture.scan, segment,
          Picture.scan, segment))
        == Picture.jpeg(Picture.jfif, Picture.frame, Picture.scan, Picture.scan))
  }

  @Test func `fill bytes in front of a segment go with it`() throws {
    let comment = [0xFF, 0xFF] + Picture.segment(0xFE, "here")
    #expect(
      try anonymous(Picture.jpeg(comment, Picture.frame, comment, Picture.scan))
        == Picture.jpeg(Picture.frame, Picture.scan))
  }

  @Test(arguments: UInt8(0xE3)...0xEF)
  func `a vendor's segment is taken out`(marker: UInt8) throws {
    #expect(
      try anonymous(Picture.jpeg(Picture.segment(marker, "DJI"), Picture.frame, Picture.scan))
        == Picture.jpeg(Picture.frame, Picture.scan))
  }

  @Test(arguments: [
    Picture.segment(0xE2, "ICC_PROFILE\0", [1, 1, 9, 9]),
    Picture.segment(0xEE, "Adobe", [0, 100, 0, 0, 0, 0, 1]),
    Picture.segment(0xDB, [0, 1]), Picture.segment(0xC4, [0, 1]), Picture.segment(0xCC, [0, 1]),
    Picture.segment(0xDC, [0, 2]), Picture.segment(0xDD, [0, 0]), [0xFF] + Picture.segment(0xDB, [0, 1]),
    [0xFF, 0x01],
  ])
  func `a segment that changes how the picture looks is cached to the byte`(segment: [UInt8]) throws {
    let comment = Picture.segment(0xFE, "here")
    #expect(
      try anonymous(Picture.jpeg(comment, segment, comment, Picture.frame, segment, Picture.scan, segment))
        == Picture.jpeg(segment, Picture.frame, segment, Picture.scan, segment))
  }

  @Test func `what stands behind the end is taken out`() throws {
    let preview = Picture.jpeg(Picture.frame, Picture.scan)
    #expect(
      try anonymous(Picture.jpeg(Picture.frame, Picture.scan, trailer: [0, 0] + preview))
        == Picture.jpeg(Picture.frame, Picture.scan))
  }

  @Test func `JFIF loses its thumbnail and keeps its density`() throws {
    let density: [UInt8] = [1, 2, 1, 0, 72, 0, 72]
    let segment = Picture.segment(0xE0, "JFIF\0", density + [1, 2] + [1, 2, 3, 4, 5, 6])
    #expect(
      try anonymous(Picture.jpeg(segment, Picture.frame, Picture.scan))
        == Picture.jpeg(
          Picture.segment(0xE0, "JFIF\0", density + [0, 0]), Picture.frame, Picture.scan))
  }

  @Test(arguments: 2...8, [false, true])
  func `a turned picture stays turned, by an Exif block with nothing else`(
    orientation: Int, littleEndian: Bool
  ) throws {
    let exif = Picture.segment(
      0xE1, "Exif\0\0", Picture.exif(orientation: orientation, littleEndian: littleEndian))
    let cached =
      [0xFF, 0xE1, 0x00, 0x22] + Array("Exif\0\0".utf8) + Picture.shortestExif(UInt8(orientation))
    #expect(
      try anonymous(Picture.jpeg(exif, Picture.frame, Picture.scan))
        == Picture.jpeg(cached, Picture.frame, Picture.scan))
    #expect(
      try anonymous(Picture.jpeg(exif, Picture.jfif, Picture.frame, Picture.scan))
        == Picture.jpeg(Picture.jfif, cached, Picture.frame, Picture.scan))
    #expect(
      try anonymous(Picture.jpeg(Picture.frame, exif, Picture.jfif, Picture.scan))
        == Picture.jpeg(cached, Picture.frame, Picture.jfif, Picture.scan))
  }

  @Test(arguments: [0, 1, 9, 0xFFFF])
  func `an upright picture, or one turned in no known way, needs no Exif block`(orientation: Int) throws {
    let exif = Picture.segment(
      0xE1, "Exif\0\0", Picture.exif(orientation: orientation, littleEndian: true))
    #expect(
      try anonymous(Picture.jpeg(Picture.jfif, exif, Picture.frame, Picture.scan))
        == Picture.jpeg(Picture.jfif, Picture.frame, Picture.scan))
  }
}
