import Foundation
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct ImageInfoTests {
  @Test func `real images have the right format and size`() throws {
    #expect(try shown(MockData.bytes("macbook.png")) == "png 32×24")
    #expect(try shown(MockData.bytes("macbook.jpg")) == "jpeg 32×24")
  }

  private func shown(_ bytes: Data) throws -> String {
    let info = try ImageInfo(checking: bytes)
    return "\(info.format) \(info.width)×\(info.height)"
  }

  @Test(arguments: ["macbook.png", "macbook.jpg"])
  func `an image truncated at any byte is rejected`(name: String) throws {
    let whole = try MockData.bytes(name)
    for count in 0..<whole.count {
      #expect(throws: ImageDefect.self, "cut to \(count) bytes") {
        try ImageInfo(checking: whole.prefix(count))
      }
    }
  }

  @Test(arguments: ["macbook.png", "macbook.jpg"])
  func `bytes after the end marker are ignored`(name: String) throws {
    let whole = try MockData.bytes(name)
    #expect(try ImageInfo(checking: whole + Data("a trailer".utf8)) == ImageInfo(checking: whole))
  }

  @Test func `thumbnails inside a photo do not change its size`() throws {
    let small = ImageBytes.jpeg(ImageBytes.jfif, ImageBytes.frame, ImageBytes.scan)
    let photo = ImageBytes.jpeg(
      ImageBytes.segment(0xE1, "Exif\0\0", ImageBytes.exif(orientation: 1, littleEndian: true) + small),
      Self.frame(width: 9, height: 9), ImageBytes.scan, trailer: [UInt8](small))
    #expect(try shown(photo) == "jpeg 9×9")
  }

  @Test(arguments: ["macbook.png", "macbook.jpg"])
  func `a slice of data is read like whole data`(name: String) throws {
    let whole = try MockData.bytes(name)
    let slice = (Data("before".utf8) + whole + Data("after".utf8)).dropFirst(6)
    #expect(try ImageInfo(checking: slice) == ImageInfo(checking: whole))
  }

  @Test func `each defect of an image has its own error`() throws {
    let cases: [(Data, ImageDefect)] = [
      (Data(), .unknownFormat),
      (Data("GIF89a".utf8), .unknownFormat),
      (Data("<svg/>".utf8), .unknownFormat),
      (Self.png(width: 0, height: 24), .noDimensions),
      (Self.png(width: 32, height: 0), .noDimensions),
      (Self.png(width: 0x8000_0000, height: 24), .badHeader),
      (Self.png(depth: 3), .badHeader),
      (Self.png(color: 1), .badHeader),
      (Self.png(color: 2, depth: 4), .badHeader),
      (Self.png(chunks: []), .cutOff),
      (Self.png(chunks: ["IEND"]), .noPixels),
      (Self.png(chunks: ["IDAT"]), .cutOff),
      (Self.jpeg([0xFF, 0xD9]), .noDimensions),
      (Self.jpeg(Self.frame(width: 2, height: 3) + [0xFF, 0xD9]), .noPixels),
      (Self.jpeg(Self.frame(width: 0, height: 3) + Self.scan), .noDimensions),
      (Self.jpeg(Self.frame(width: 2, height: 0) + Self.scan), .noDimensions),
      (Self.jpeg(Self.scan), .badHeader),
      (Self.jpeg(Self.frame(width: 9, height: 9) + Self.frame(width: 1, height: 1) + Self.scan), .badHeader),
      (Self.jpeg([0xFF, 0xD8]), .badHeader),
      (Self.jpeg([0x00]), .badHeader),
      (Self.jpeg([0xFF, 0xE0, 0x00, 0x01]), .badHeader),
      (Self.jpeg([0xFF, 0xE0, 0xFF, 0xFF]), .cutOff),
    ]
    for (bytes, defect) in cases {
      #expect(throws: defect, "\([UInt8](bytes))") { try ImageInfo(checking: bytes) }
    }
  }

  @Test func `a progressive image has at most 40 megapixels, another 100`() throws {
    func defect(_ marker: UInt8, _ width: Int, scan components: UInt8 = 1) -> ImageDefect? {
      let frame = ImageBytes.segment(
        marker,
        [8] + ImageBytes.bigEndian(5_000, 2) + ImageBytes.bigEndian(width, 2) + [components]
          + (1...components).flatMap { [$0, 0x11, 0] })
      do throws(ImageDefect) {
        try ImageInfo(checking: ImageBytes.jpeg(ImageBytes.jfif, frame, ImageBytes.scan)).checkSize()
        return nil
      } catch {
        return error
      }
    }
    for marker: UInt8 in [0xC0, 0xC1] {
      #expect(defect(marker, 20_000) == nil)
      #expect(defect(marker, 20_001) == .tooManyPixels)
      // The one component of the scan is not all.
      #expect(defect(marker, 8_000, scan: 3) == nil)
      #expect(defect(marker, 8_001, scan: 3) == .tooManyProgressivePixels)
    }
    for marker: UInt8 in [0xC2, 0xC9, 0xCA] {
      #expect(defect(marker, 8_000) == nil)
      #expect(defect(marker, 8_001) == .tooManyProgressivePixels)
    }
  }

  @Test func `a JPEG has at most 100 scans, and of many pixels fewer`() throws {
    func defect(_ width: Int, scans: Int) -> ImageDefect? {
      let frame = ImageBytes.segment(
        0xC2, [8] + ImageBytes.bigEndian(5_000, 2) + ImageBytes.bigEndian(width, 2) + [1, 1, 0x11, 0])
      let scans = Array(repeating: ImageBytes.scan, count: scans).flatMap(\.self)
      do throws(ImageDefect) {
        try ImageInfo(checking: ImageBytes.jpeg(ImageBytes.jfif, frame, scans)).checkSize()
        return nil
      } catch {
        return error
      }
    }
    #expect(defect(200, scans: 100) == nil)
    #expect(defect(200, scans: 101) == .tooManyScans)
    #expect(defect(8_000, scans: 25) == nil)
    #expect(defect(8_000, scans: 26) == .tooManyScans)
  }

  @Test func `an interlaced PNG has at most 20 megapixels, another 100`() throws {
    func defect(_ width: Int, isInterlaced: Bool) -> ImageDefect? {
      var png = WholePNG(isInterlaced: isInterlaced)
      let pixels = png.pixels
      (png.width, png.height) = (width, 5_000)
      let data = WholePNG.signature + png.header + WholePNG.chunk("IDAT", pixels) + WholePNG.chunk("IEND")
      do throws(ImageDefect) {
        try ImageInfo(checking: Data(data)).checkSize()
        return nil
      } catch {
        return error
      }
    }
    #expect(defect(4_000, isInterlaced: true) == nil)
    #expect(defect(4_001, isInterlaced: true) == .tooManyInterlacedPixels)
    #expect(defect(20_000, isInterlaced: false) == nil)
  }

  @Test func `fill bytes, restart markers and byte stuffing do not end a scan`() throws {
    let scan: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 0xFF, 0x00, 2, 0xFF, 0xD0, 3, 0xFF, 0xFF, 0xD9]
    #expect(try shown(Self.jpeg([0xFF] + Self.frame(width: 2, height: 3) + scan)) == "jpeg 2×3")
  }

  @Test func `a randomly damaged image is rejected or has a size, never a crash`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    for name in ["macbook.png", "macbook.jpg"] {
      let whole = try MockData.bytes(name)
      for _ in 0..<2_000 {
        var damaged = whole
        for _ in 0..<Int.random(in: 1...8, using: &chance) {
          damaged[Int.random(in: 0..<damaged.count, using: &chance)] = .random(in: 0...255, using: &chance)
        }
        damaged = damaged.prefix(Int.random(in: 0...damaged.count, using: &chance))
        guard let info = try? ImageInfo(checking: damaged) else { continue }
        #expect(info.width > 0 && info.height > 0, "seed \(seed)")
      }
    }
  }

  // MARK: Images by hand

  private static func png(
    width: Int = 32, height: Int = 24, color: UInt8 = 2, depth: UInt8 = 8,
    chunks: [String] = ["IDAT", "IEND"]
  ) -> Data {
    func four(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    var bytes: [UInt8] = [0x89] + "PNG\r\n\u{1A}\n".utf8
    bytes += four(13) + "IHDR".utf8 + four(width) + four(height) + [depth, color, 0, 0, 0] + four(0)
    for chunk in chunks { bytes += four(0) + chunk.utf8 + four(0) }
    return Data(bytes)
  }

  private static func jpeg(_ segments: [UInt8]) -> Data { Data([0xFF, 0xD8] + segments.prefixedByComment) }

  private static func frame(width: UInt8, height: UInt8) -> [UInt8] {
    [0xFF, 0xC0, 0, 11, 8, 0, height, 0, width, 1, 1, 0x11, 0]
  }

  private static let scan: [UInt8] = [0xFF, 0xDA, 0, 2, 1, 2, 3, 0xFF, 0xD9]
}

extension [UInt8] {
  /// A JPEG signature includes the start of the second marker; a comment segment provides it.
  fileprivate var prefixedByComment: [UInt8] { [0xFF, 0xFE, 0, 2] + self }
}
