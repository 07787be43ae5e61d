import CZlib
import Foundation

/// Contents compressed by gzip (RFC 1952), as zlib writes it.
enum Gzip {
  /// Fast, and within a tenth of the smallest size for pages.
  private static let level: Int32 = 5
  /// The largest window, with a header and a trailer of gzip.
  private static let windowBits: Int32 = 15 + 16

  /// Longer contents are not compressed, in bytes: the longest texts in each row of a page would take the processor for 30 ms.
  static let most = 512 << 10

  /// Nil where the contents would not be shorter, or are too long.
  static func compress(_ contents: Data) -> Data? {
    guard (200...most).contains(contents.count) else { return nil }
    var stream = CZlibStream()
    let size = Int32(MemoryLayout<CZlibStream>.size)
    guard deflateInit2_(&stream, level, 8, windowBits, 8, 0, "1", size) == CZLIB_OK else { return nil }
    defer { deflateEnd(&stream) }
    var output = Data(count: contents.count)
    let isWhole = contents.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { output in
        stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, CZLIB_FINISH) == CZLIB_STREAM_END
      }
    }
    return isWhole ? output.prefix(Int(stream.total_out)) : nil
  }
}
