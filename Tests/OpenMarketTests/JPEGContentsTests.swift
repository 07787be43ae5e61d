import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// JPEG images whose segments hold other than their standard says are not stored.
@Suite struct JPEGContentsTests {
  private typealias Image = ImageBytes

  private func stored(_ segments: [UInt8]...) throws -> Data {
    let data = Image.jpeg(segments.reduce([], +) + Image.frame, Image.scan)
    return try ItemImage(filename: "x.jpg", content: .bytes(data)).stripped().bytes
  }

  private static let quantization = Image.segment(0xDB, [0] + Array(repeating: 1, count: 64))
  private static let huffman = Image.segment(
    0xC4, [0, 0, 2] + Array(repeating: 0, count: 14) + [1, 2])

  @Test(arguments: [
    quantization,
    Image.segment(0xDB, [0x13] + Array(repeating: 1, count: 128) + [0] + Array(repeating: 1, count: 64)),
    huffman, Image.segment(0xC4, [0x11] + Array(repeating: 0, count: 16)), Image.segment(0xDD, [0, 9]),
  ])
  func `tables of the standard stay as they are`(segment: [UInt8]) throws {
    #expect(try stored(segment) == Image.jpeg(segment, Image.frame, Image.scan))
  }

  @Test(arguments: [
    Image.segment(0xDB), Image.segment(0xDB, [0] + Array(repeating: 1, count: 65)),
    Image.segment(0xDB, [4] + Array(repeating: 1, count: 64)),
    Image.segment(0xDB, [0x20] + Array(repeating: 1, count: 64)),
    Image.segment(0xDB, [0x10] + Array(repeating: 1, count: 64)), Image.segment(0xC4),
    Image.segment(0xC4, [0] + Array(repeating: 0, count: 17)),
    Image.segment(0xC4, [0, 1] + Array(repeating: 0, count: 15)),
    Image.segment(0xC4, [0x20] + Array(repeating: 0, count: 16)), Image.segment(0xDD, [0, 1, 2]),
    Image.segment(0xDD),
  ])
  func `tables that are longer or shorter than they say are refused`(segment: [UInt8]) {
    #expect(throws: ValidationError(.images, .broken(.badTables), value: "x.jpg")) { try stored(segment) }
  }

  @Test func `headers that are longer or shorter than they say are refused`() {
    let frames = [
      Image.segment(0xC0, [8, 0, 2, 0, 3, 1, 1, 0x11, 0, 0]), Image.segment(0xC0, [8, 0, 2, 0, 3, 0]),
      Image.segment(0xC0, [8, 0, 2, 0, 3, 5] + Array(repeating: 1, count: 15)),
    ]
    let scans = [Image.segment(0xDA, [1, 1, 0, 0, 63, 0, 0]), Image.segment(0xDA, [0, 0, 63, 0])]
    for (frame, scan) in frames.map({ ($0, Image.scan) }) + scans.map({ (Image.frame, $0 + [1]) }) {
      let image = ItemImage(filename: "x.jpg", content: .bytes(Image.jpeg(frame, scan)))
      #expect(throws: ValidationError(.images, .broken(.badTables), value: "x.jpg")) {
        try image.stripped()
      }
    }
  }

  @Test(arguments: [
    Image.segment(0xC8, [1, 2]), Image.segment(0xCC, [0, 1]), Image.segment(0xDC, [0, 2]),
    Image.segment(0xDE, [1]), Image.segment(0xDF, [1]), Image.segment(0xEE, "Adobe", [1]),
    Image.segment(0xE2, "ICC_PROFILE\0", [1, 1, 9]),
  ])
  func `a segment that no photograph needs is dropped`(segment: [UInt8]) throws {
    #expect(try stored(segment) == Image.jpeg(Image.frame, Image.scan))
  }

  @Test func `Adobe's segment loses what follows its twelve bytes`() throws {
    let adobe = Image.segment(0xEE, "Adobe", [0, 100, 0, 0, 0, 0, 1])
    let long = Image.segment(0xEE, "Adobe", [0, 100, 0, 0, 0, 0, 1] + Array("secret".utf8))
    #expect(try stored(long) == Image.jpeg(adobe, Image.frame, Image.scan))
    #expect(try stored(adobe) == Image.jpeg(adobe, Image.frame, Image.scan))
  }

  @Test func `the segments of a profile stay in their order, up to a mebibyte`() throws {
    func part(_ number: UInt8, of count: UInt8, _ length: Int = 200) -> [UInt8] {
      var profile = [UInt8](repeating: number, count: length)
      if number == 1 { profile.replaceSubrange(36..<40, with: Array("acsp".utf8)) }
      return Image.segment(0xE2, "ICC_PROFILE\0", [number, count] + profile)
    }
    let (first, second) = (part(1, of: 2), part(2, of: 2))
    #expect(try stored(first, second) == Image.jpeg(first, second, Image.frame, Image.scan))
    // Repeated, of another number of segments, out of order.
    for odd in [part(1, of: 2), part(2, of: 3), part(3, of: 2), part(2, of: 1)] {
      #expect(try stored(first, odd, second) == Image.jpeg(first, second, Image.frame, Image.scan))
    }
    let large = (1...20).map { part($0, of: 20, 65_000) }
    #expect(
      try stored(large.reduce([], +))
        == Image.jpeg(large.prefix(16).reduce([], +), Image.frame, Image.scan))
  }

  @Test func `a million segments are refused before they are changed`() {
    var segments = Image.segment(0xFE) + [0xFF, 0x01]
    // Doubled, to 2²⁰ pairs.
    for _ in 0..<20 { segments += segments }
    #expect(throws: ValidationError(.images, .broken(.tooManyParts), value: "x.jpg")) { try stored(segments) }
  }
}
