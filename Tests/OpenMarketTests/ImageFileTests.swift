import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// An image in a file is read piece by piece; the verdict is that on the same bytes in memory.
@Suite struct ImageFileTests {
  private typealias Image = ImageBytes
  private typealias Verdict = Result<ImageInfo, ImageDefect>

  private static func verdict(inMemory image: Data) -> Verdict {
    Result { () throws(ImageDefect) in try ImageInfo(checking: image) }
  }

  private static func verdict(inFile path: String, count: Int, window: Int) throws -> Verdict {
    let file = try #require(ImageFile(path: path, window: window))
    let verdict = Result { () throws(ImageDefect) in
      try ImageInfo(checking: ImageReader(file, count: count))
    }
    #expect(!file.isUnreadable)
    return verdict
  }

  private static let images: [Data] = [
    Data(), Data([0xFF, 0xD8, 0xFF]), Data("GIF89a".utf8),
    Image.png(Image.pngPixels) + Data("trailer".utf8),
    Image.png(
      Image.chunk("tEXt", [UInt8](repeating: 7, count: 90)),
      Image.chunk("eXIf", Image.exif(orientation: 6, littleEndian: true)), Image.pngPixels,
      Image.chunk("eXIf")),
    Image.png(Image.chunk("eXIf", [0x4D, 0x4D, 0, 42, 0, 0, 0, 60] + [UInt8](repeating: 0, count: 70))),
    Image.jpeg(
      Image.jfif, Image.segment(0xE1, "Exif\0\0", Image.exif(orientation: 1, littleEndian: false)),
      [0xFF, 0xFF, 0xFF], Image.segment(0xFE, "here"), [0xFF, 0x01], Image.frame, Image.scan,
      Image.segment(0xE2, "ICC_PROFILE\0"), Image.scan, [0xFF], trailer: [0xFF, 0xD8, 1]),
    Image.jpeg(
      Image.segment(0xE1, "Exif\0", [9]), Image.segment(0xE1, "Exif\0\0", Image.shortestExif(8)),
      Image.segment(0xE0, "JFIF\0", [1]), Image.segment(0xEE, "Ado"), Image.frame,
      [0xFF, 0xDA, 0, 2, 0xFF, 0, 0xFF, 0xFF, 0xFF, 0, 0xFF, 0xD7, 0xFF, 0xFF]),
    Image.jpeg(Image.segment(0xC0, [8, 0, 2, 0]), Image.scan),
  ]

  @Test func `an image cut anywhere has the same verdict through a window of any size`() async throws {
    let images = try Self.images + [MockData.bytes("macbook.png"), MockData.bytes("macbook.jpg")]
    for image in images {
      try await withTemporaryFile(image) { path in
        let most = image.count < 400 ? image.count + 2 : 40
        for count in 0...image.count {
          let expected = Self.verdict(inMemory: image.prefix(count))
          for window in count == image.count ? Array(1...most) : [1, 2, 3, 5, 14, 64] {
            let found = try Self.verdict(inFile: path, count: count, window: window)
            #expect(found == expected, "\([UInt8](image)), \(count) bytes, window of \(window)")
          }
        }
      }
    }
  }

  @Test(arguments: images)
  func `a randomly changed image has the same verdict through a window of any size`(image: Data) async throws
  {
    let seed = UInt64.random(in: .min ... .max)
    var chance = SeededChance(seed: seed)
    for _ in 0..<100 {
      var changed = image + [.random(in: 0...255, using: &chance)]
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        let place = Int.random(in: 0..<changed.count, using: &chance)
        if Bool.random(using: &chance) {
          changed[place] = .random(in: 0...255, using: &chance)
        } else {
          changed.insert(contentsOf: [0xFF, .random(in: 0xC0...0xFF, using: &chance)], at: place)
        }
      }
      let window = Int.random(in: 1...changed.count, using: &chance)
      try await withTemporaryFile(changed) { path in
        let found = try Self.verdict(inFile: path, count: changed.count, window: window)
        #expect(found == Self.verdict(inMemory: changed), "seed \(seed), window of \(window)")
      }
    }
  }

  @Test(arguments: [4 << 10, 256 << 10], [-2, -1, 0, 1])
  func `an escape that a window cuts in two is read as one`(window: Int, offset: Int) async throws {
    // Windows of 4, 8, … KiB end at 4, 12, 28 KiB and so on.
    let scan: [UInt8] = [0xFF, 0xDA, 0, 2]
    for end in [4 << 10, 12 << 10, (512 << 10) - (4 << 10)] {
      for escape in [[0xFF, 0x00], [0xFF, 0xD0], [0xFF, 0xFF, 0x00], [0xFF, 0xD9], [0xFF, 0xC0, 0, 2]]
        as [[UInt8]]
      {
        let before = 2 + Image.frame.count + scan.count
        let image = Image.jpeg(
          Image.frame, scan, [UInt8](repeating: 1, count: end + offset - before), escape, [2, 3])
        try await withTemporaryFile(image) { path in
          let found = try Self.verdict(inFile: path, count: image.count, window: window)
          #expect(found == Self.verdict(inMemory: image), "\(escape) at \(end + offset)")
        }
      }
    }
  }

  @Test func `a file that is missing or shorter than it was is unreadable`() async throws {
    let image = Image.jpeg(Image.frame, Image.scan)
    let unreadable = ValidationError(.images, .unreadable, value: "a.jpg")
    try await withTemporaryFile(image.dropLast()) { path in
      for (path, count) in [(path, image.count), (path + ".gone", image.count)] {
        let image = ItemImage(filename: "a.jpg", content: .file(path: path, count: count))
        #expect(throws: unreadable) { try image.info() }
      }
    }
  }
}
