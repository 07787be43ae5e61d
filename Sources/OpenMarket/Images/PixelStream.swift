import CZlib

/// The compressed pixels of one PNG image or frame: inflated piece by piece and checked, not kept.
///
/// They are one zlib stream (RFC 1950) with a right header and checksum and nothing after it, whose rows are as many and as
/// long as the dimensions say (PNG, third edition, clauses 7 to 10), each with a filter that the standard has.
final class PixelStream {
  private static let windowSize = 64 * 1_024

  private let stream: UnsafeMutablePointer<CZlibStream>
  private let window: UnsafeMutablePointer<UInt8>
  /// The passes whose rows have not all come: one, or seven of an interlaced image.
  private var passes: ArraySlice<Pass>
  /// How many bytes of the present row are to come.
  private var rowRest = 0
  private var hasEnded = false

  private struct Pass {
    /// Without the filter's byte.
    let rowBytes: Int
    var rows: Int
  }

  init(width: Int, height: Int, bitsPerPixel: Int, isInterlaced: Bool) throws(ImageDefect) {
    // First column and row, and the distance to the next (PNG, third edition, 8.2).
    let adam7 = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    passes =
      (isInterlaced ? adam7 : [(0, 0, 1, 1)]).compactMap { x, y, columns, rows in
        let (width, height) = ((width - x + columns - 1) / columns, (height - y + rows - 1) / rows)
        return width > 0 && height > 0
          ? Pass(rowBytes: (width * bitsPerPixel + 7) / 8, rows: height) : nil
      }[...]
    stream = .allocate(capacity: 1)
    stream.initialize(to: CZlibStream())
    window = .allocate(capacity: Self.windowSize)
    guard inflateInit_(stream, "1", Int32(MemoryLayout<CZlibStream>.size)) == CZLIB_OK else {
      throw .badPixels
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    window.deallocate()
  }

  /// Takes the next piece of the stream.
  func append(_ piece: UnsafeRawBufferPointer) throws(ImageDefect) {
    guard !piece.isEmpty else { return }
    stream.pointee.next_in = piece.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_in = UInt32(piece.count)
    while stream.pointee.avail_in > 0 {
      guard !hasEnded else { throw .badPixels }
      try inflateWindow()
    }
  }

  /// Throws unless the stream and its rows are complete.
  func finish() throws(ImageDefect) {
    // The output of the last input may still be in zlib's own window.
    while !hasEnded, try inflateWindow() {}
    guard hasEnded, rowRest == 0, passes.isEmpty else { throw .cutOff }
  }

  /// Inflates at most a window. Returns whether there was anything to inflate.
  @discardableResult
  private func inflateWindow() throws(ImageDefect) -> Bool {
    stream.pointee.next_out = window
    stream.pointee.avail_out = UInt32(Self.windowSize)
    let code = inflate(stream, 0)
    guard code == CZLIB_OK || code == CZLIB_STREAM_END || code == CZLIB_BUF_ERROR else { throw .badPixels }
    hasEnded = code == CZLIB_STREAM_END
    let count = Self.windowSize - Int(stream.pointee.avail_out)
    try check(UnsafeBufferPointer(start: window, count: count))
    return count > 0
  }

  private func check(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageDefect) {
    var index = 0
    while index < bytes.count {
      if rowRest > 0 {
        let count = min(rowRest, bytes.count - index)
        rowRest -= count
        index += count
      } else {
        guard let pass = passes.first, bytes[index] <= 4 else { throw .badPixels }
        rowRest = pass.rowBytes
        index += 1
        if pass.rows > 1 {
          passes[passes.startIndex].rows -= 1
        } else {
          passes.removeFirst()
        }
      }
    }
  }
}
