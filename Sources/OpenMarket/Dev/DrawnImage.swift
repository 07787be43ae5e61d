import CZlib
import Foundation

/// A small picture that is drawn, a few hundred bytes of PNG: a disc on a ground of another colour.
enum DrawnImage {
  /// Pixels of a side.
  private static let side = 240

  static func png(_ numbers: inout SeededNumbers) -> Data {
    func colour(_ range: ClosedRange<UInt8>) -> [UInt8] {
      (0..<3).map { _ in UInt8.random(in: range, using: &numbers) }
    }
    let (ground, disc) = (colour(200...245), colour(40...170))
    let radius = Int.random(in: side / 5...side * 2 / 5, using: &numbers)
    let x = Int.random(in: radius...side - radius, using: &numbers)
    let y = Int.random(in: radius...side - radius, using: &numbers)
    // One bit a pixel, with a filter byte before each row.
    let width = 1 + side / 8
    var rows = [UInt8](repeating: 0, count: side * width)
    for row in y - radius...y + radius where (0..<side).contains(row) {
      let half = Int(Double(radius * radius - (row - y) * (row - y)).squareRoot())
      for pixel in x - half...x + half where pixel < side {
        rows[row * width + 1 + pixel / 8] |= 0x80 >> (pixel % 8)
      }
    }
    let size = UInt32(side).bigEndianBytes
    let chunks = [
      ("IHDR", size + size + [1, 3, 0, 0, 0]), ("PLTE", ground + disc), ("IDAT", deflated(rows)),
      ("IEND", []),
    ]
    return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunks.flatMap(PNGChunks.chunk))
  }

  /// The bytes in zlib's format (RFC 1950); empty where there is no memory.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var stream = CZlibStream()
    guard deflateInit2_(&stream, 9, 8, 15, 8, 0, "1", Int32(MemoryLayout<CZlibStream>.size)) == CZLIB_OK
    else { return [] }
    defer { deflateEnd(&stream) }
    return bytes.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: bytes.count + 1_024) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        count = deflate(&stream, CZLIB_FINISH) == CZLIB_STREAM_END ? Int(stream.total_out) : 0
      }
    }
  }
}
