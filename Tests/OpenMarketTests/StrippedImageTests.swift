import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct StrippedImageTests {
  private typealias Picture = PictureBytes

  private static let turned: ClosedRange<UInt8> = 2...8

  private static let clean: [Data] =
    [
      Picture.png(Picture.pngPixels),
      Picture.png(Picture.chunk("gAMA", [0, 0, 1, 1]), Picture.pngPixels),
      Picture.jpeg(Picture.frame, Picture.scan),
      Picture.jpeg(Picture.jfif, Picture.frame, Picture.scan),
    ]
    + turned.map {
      Picture.jpeg(
        Picture.jfif, Picture.segment(0xE1, "Exif\0\0", Picture.shortestExif($0)), Picture.frame, Picture.scan
      )
    }

  @Test(arguments: clean)
  func `a picture that tells nothing is not copied`(data: Data) throws {
    let bytes = try StrippedImage(data).bytes
    #expect(bytes == data)
    #expect(address(of: bytes) == address(of: data))
  }

  private func address(of data: Data) -> UnsafeRawPointer? {
    data.withUnsafeBytes { $0.baseAddress }
  }

  @Test func `bytes from the middle of others are cleaned like any`() throws {
    let png = Picture.png(Picture.chunk("tEXt", [1]), Picture.pngPixels)
    let slice = (Data([1, 2, 3]) + png).dropFirst(3)
    #expect(try StrippedImage(slice).bytes == Picture.png(Picture.pngPixels))
  }

  @Test func `what is no picture is refused`() {
    #expect(throws: ImageDefect.unknownFormat) { try StrippedImage(Data()) }
    #expect(throws: ImageDefect.unknownFormat) { try StrippedImage(Data("GIF89a".utf8)) }
    #expect(throws: ImageDefect.cutOff) { try StrippedImage(Picture.png().dropLast()) }
    #expect(throws: ImageDefect.cutOff) { try StrippedImage(Picture.jpeg().dropLast()) }
  }

  private static let seeds: [Data] = [
    Picture.png(
      Picture.chunk("eXIf", Picture.exif(orientation: 6, littleEndian: true)), Picture.chunk("tEXt", [1, 2]),
      Picture.chunk("iCCP", [3]), Picture.pngPixels, Picture.chunk("tIME", [4]), Picture.pngPixels)
      + Data("trailer".utf8),
    Picture.jpeg(
      Picture.jfif, Picture.segment(0xE1, "Exif\0\0", Picture.exif(orientation: 8, littleEndian: false)),
      Picture.segment(0xE1, "Exif\0\0", Picture.exif(orientation: 3, littleEndian: true)),
      Picture.segment(0xFE, "here"), Picture.frame, Picture.scan, Picture.segment(0xFE, "there"),
      Picture.scan,
      trailer: [1, 2, 3]),
    Picture.jpeg(
      Picture.segment(0xFE), Picture.segment(0xE0, "JFIF\0", [1, 2, 1, 0, 72, 0, 72, 0, 1, 7]),
      Picture.segment(0xE2, "ICC_PROFILE\0"), Picture.frame, Picture.scan, Picture.scan),
  ]

  @Test(arguments: seeds)
  func `whatever is changed at random, a whole picture stays one of the same size, and is clean at once`(
    data: Data
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var chance = SeededChance(seed: seed)
    var whole = 0
    for _ in 0..<4000 {
      let mutant = mutated(data, with: &chance)
      guard let info = try? ImageInfo(checking: mutant) else {
        // Not for the store, but not to crash on either.
        _ = try? StrippedImage(mutant)
        continue
      }
      whole += 1
      let once = try StrippedImage(mutant).bytes
      try #require(try ImageInfo(checking: once) == info, "seed \(seed)")
      let twice = try StrippedImage(once).bytes
      try #require(twice == once && address(of: twice) == address(of: once), "seed \(seed)")
    }
    #expect(whole > 100, "seed \(seed): too few pictures survive to prove anything")
  }

  /// Up to four times: a byte changed, bytes taken out, bytes doubled, or a marker put in.
  private func mutated(_ data: Data, with chance: inout SeededChance) -> Data {
    var bytes = Array(data)
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      let start = Int.random(in: 0..<bytes.count, using: &chance)
      let end = min(bytes.count, start + Int.random(in: 0...40, using: &chance))
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: bytes[start] = .random(in: 0...255, using: &chance)
      case 1: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      case 2: bytes[start] = 0xFF
      case 3 where bytes.count > 100: bytes.removeSubrange(start..<end)
      case 4: bytes.insert(contentsOf: bytes[start..<end], at: start)
      default: bytes.insert(contentsOf: [0xFF, .random(in: 0xC0...0xFE, using: &chance)], at: start)
      }
    }
    return Data(bytes)
  }

  @Test func `the store holds the picture without what it told`() async throws {
    let secret = Picture.jpeg(
      Picture.segment(0xE1, "Exif\0\0", Picture.exif(orientation: 6, littleEndian: true)), Picture.frame,
      Picture.scan)
    let draft = ItemDraft(
      title: "Chair", description: "", price: Price(10, try #require(Currency("KRW"))), stock: 1)
    try await withTemporaryFile(Data()) { path in
      let store = ItemStore(path: path + ".market", patience: .zero)
      _ = try await store.add(
        draft, images: [ItemImage(filename: "chair.jpg", content: .bytes(secret))], passwordHash: "",
        at: .now,
        key: nil
      ) { _ in Data() }
      let image = try #require(try await store.item(id: 1)?.images.first)
      #expect(
        try await store.bytes(of: image)
          == Picture.jpeg(
            Picture.segment(0xE1, "Exif\0\0", Picture.shortestExif(6)), Picture.frame, Picture.scan))
    }
  }
}
