import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct StrippedImageTests {
  private typealias Image = ImageBytes

  private static let rotations: ClosedRange<UInt8> = 2...8

  private static let withoutMetadata: [Data] =
    [
      Image.png(Image.pngPixels),
      Image.png(Image.chunk("gAMA", [0, 0, 1, 1]), Image.pngPixels),
      Image.jpeg(Image.frame, Image.scan),
      Image.jpeg(Image.jfif, Image.frame, Image.scan),
    ]
    + rotations.map {
      Image.jpeg(
        Image.jfif, Image.segment(0xE1, "Exif\0\0", Image.shortestExif($0)), Image.frame, Image.scan
      )
    }

  @Test(arguments: withoutMetadata)
  func `an image without metadata is not copied`(data: Data) throws {
    let bytes = try StrippedImage(data).bytes
    #expect(bytes == data)
    #expect(address(of: bytes) == address(of: data))
  }

  private func address(of data: Data) -> UnsafeRawPointer? {
    data.withUnsafeBytes { $0.baseAddress }
  }

  @Test func `a slice of data is stripped like whole data`() throws {
    let png = Image.png(Image.chunk("tEXt", [1]), Image.pngPixels)
    let slice = (Data([1, 2, 3]) + png).dropFirst(3)
    #expect(try StrippedImage(slice).bytes == Image.png(Image.pngPixels))
  }

  @Test func `data that is not a complete image is rejected`() {
    #expect(throws: ImageDefect.unknownFormat) { try StrippedImage(Data()) }
    #expect(throws: ImageDefect.unknownFormat) { try StrippedImage(Data("GIF89a".utf8)) }
    #expect(throws: ImageDefect.cutOff) { try StrippedImage(Image.png().dropLast()) }
    #expect(throws: ImageDefect.cutOff) { try StrippedImage(Image.jpeg().dropLast()) }
  }

  @Test func `the work of a check is known by the header, or by the bytes of a JPEG`() {
    func seconds(_ data: Data) -> Double {
      ItemImage(filename: "x", content: .bytes(data)).checkSeconds
    }
    var png = WholePNG()
    let pixels = png.pixels
    func whole() -> Data {
      Data(WholePNG.signature + png.header + WholePNG.chunk("IDAT", pixels) + WholePNG.chunk("IEND"))
    }
    #expect(seconds(whole()) < 0.001)
    // 256 MiB of pixels, and more than are accepted.
    (png.width, png.height, png.depth, png.colourType) = (4_096, 8_192, 16, 6)
    #expect((0.3..<0.4).contains(seconds(whole())))
    png.height = 8_193
    #expect(seconds(whole()) < 0.001)
    #expect((0.01..<0.02).contains(seconds(Data(repeating: 0xFF, count: 1_000_000))))
    #expect(seconds(Data()) == 0)
  }

  @Test func `the images of a request are checked until its time is used up, those that are refused too`()
    throws
  {
    let clock = Locked(Duration.zero)
    let time = ImageTime(limit: .seconds(2)) { clock.value }
    func check(_ seconds: Int, defect: ImageDefect? = nil) throws {
      try time.spend {
        clock.withLock { $0 += .seconds(seconds) }
        if let defect { throw defect }
      }
    }
    #expect(throws: ImageDefect.badPixels) { try check(1, defect: .badPixels) }
    try check(1)
    let error = ValidationError(.images, .tooLongToCheck)
    #expect(throws: error) { try check(0) }
    #expect(
      error.reason(calling: "images[]")
        == "The images of this request take too long to check: send fewer at once")
    try ImageTime { clock.value }.spend { clock.withLock { $0 += .seconds(1_000) } }
  }

  private static let seeds: [Data] = [
    Image.png(
      Image.chunk("eXIf", Image.exif(orientation: 6, littleEndian: true)), Image.chunk("tEXt", [1, 2]),
      Image.chunk("iCCP", [3]), Image.pngPixels, Image.chunk("tIME", [4]), Image.pngPixels)
      + Data("trailer".utf8),
    Image.jpeg(
      Image.jfif, Image.segment(0xE1, "Exif\0\0", Image.exif(orientation: 8, littleEndian: false)),
      Image.segment(0xE1, "Exif\0\0", Image.exif(orientation: 3, littleEndian: true)),
      Image.segment(0xFE, "here"), Image.frame, Image.scan, Image.segment(0xFE, "there"),
      Image.scan,
      trailer: [1, 2, 3]),
    Image.jpeg(
      Image.segment(0xFE), Image.segment(0xE0, "JFIF\0", [1, 2, 1, 0, 72, 0, 72, 0, 1, 7]),
      Image.segment(0xE2, "ICC_PROFILE\0"), Image.frame, Image.scan, Image.scan),
  ]

  @Test(arguments: seeds)
  func `stripping a randomly mutated image keeps its size and is idempotent`(
    data: Data
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var chance = SeededChance(seed: seed)
    var whole = 0
    for _ in 0..<4000 {
      let mutant = mutated(data, with: &chance)
      guard let info = try? ImageInfo(checking: mutant) else {
        // It is not stored, but stripping it must not crash.
        _ = try? StrippedImage(mutant)
        continue
      }
      whole += 1
      let once = try StrippedImage(mutant).bytes
      try #require(try ImageInfo(checking: once) == info, "seed \(seed)")
      let twice = try StrippedImage(once).bytes
      try #require(twice == once && address(of: twice) == address(of: once), "seed \(seed)")
    }
    #expect(whole > 100, "seed \(seed): too few images survive to prove anything")
  }

  /// Applies one to four mutations: changes a byte, removes or doubles bytes, or inserts a marker.
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

  @Test func `the store has the image without its metadata`() async throws {
    let photo = Image.jpeg(
      Image.segment(0xE1, "Exif\0\0", Image.exif(orientation: 6, littleEndian: true)), Image.frame,
      Image.scan)
    let draft = ItemDraft(
      title: "Chair", description: "", price: Price(10, try #require(Currency("KRW"))), stock: 1)
    try await withTemporaryFile(Data()) { path in
      let store = Store(at: .file(path + ".market"), Store.Options(timeout: .zero))
      _ = try await store.add(
        ValidDraft(draft), images: [ItemImage(filename: "chair.jpg", content: .bytes(photo)).stripped()],
        passwordHash: "", at: .now, key: nil)
      let image = try #require(try await store.item(id: 1)?.images.first)
      #expect(
        try await store.bytes(of: image)
          == Image.jpeg(
            Image.segment(0xE1, "Exif\0\0", Image.shortestExif(6)), Image.frame, Image.scan))
    }
  }
}
