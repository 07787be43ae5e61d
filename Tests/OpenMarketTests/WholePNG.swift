import Foundation

@testable import OpenMarket

/// A PNG image that decoders show: a grey, a colour or a palette, with every checksum.
struct WholePNG {
  var width = 3
  var height = 2
  var depth = 8
  var colourType = 2
  var isInterlaced = false
  /// The filter of every row.
  var filter: UInt8 = 0
  /// Chunks before and behind those of the pixels.
  var before: [UInt8] = []
  var behind: [UInt8] = []
  /// Changes the compressed pixels.
  var change: (inout [UInt8]) -> Void = { _ in }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func chunk(_ type: String, _ contents: [UInt8] = []) -> [UInt8] {
    let typed = type.utf8 + contents
    return ImageBytes.bigEndian(contents.count, 4) + typed + CRC32(typed).bytes
  }

  static func palette(_ entries: Int) -> [UInt8] {
    chunk("PLTE", Array(repeating: 7, count: 3 * entries))
  }

  var header: [UInt8] {
    Self.chunk(
      "IHDR",
      ImageBytes.bigEndian(width, 4) + ImageBytes.bigEndian(height, 4)
        + [UInt8(depth), UInt8(colourType), 0, 0, isInterlaced ? 1 : 0])
  }

  /// The rows with their filters, of all passes.
  var rows: [UInt8] {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colourType] ?? 1
    var rows: [UInt8] = []
    for (x, y, across, down) in isInterlaced ? passes : [(0, 0, 1, 1)] {
      let columns = Array(stride(from: x, to: width, by: across)).count
      guard columns > 0 else { continue }
      let row = [filter] + [UInt8](repeating: 0, count: (columns * samples * depth + 7) / 8)
      for _ in stride(from: y, to: height, by: down) { rows += row }
    }
    return rows
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951 §3.2.4).
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    var (first, second) = (1, 0)
    for byte in bytes {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return stream + ImageBytes.bigEndian(second << 16 | first, 4)
  }

  var pixels: [UInt8] {
    var pixels = Self.compressed(rows)
    change(&pixels)
    return pixels
  }

  var data: Data {
    let palette = colourType == 3 && before.isEmpty ? Self.palette(2) : []
    return Data(
      Self.signature + header + palette + before + Self.chunk("IDAT", pixels) + behind + Self.chunk("IEND"))
  }
}
