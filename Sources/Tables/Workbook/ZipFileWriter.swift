import CZlib

/// Writes a ZIP file in one pass: each entry is deflated piece by piece, and its size and checksum follow its contents
/// (APPNOTE.TXT 6.3.10, 4.3.9). No ZIP64: an entry or a file of 4 GiB is an error.
///
/// zlib keeps the address of its stream, which therefore must not move.
final class ZipFileWriter {
  private static let pieceSize = 64 * 1_024
  private static let limit = 0xFFFF_FFFE
  /// Half of the time of zlib's default, for contents about a tenth larger.
  private static let level: Int32 = 4

  private struct Entry {
    let name: String
    let offset: Int
    var size = 0
    var compressedSize = 0
    var checksum: UInt = 0
  }

  private let stream: UnsafeMutablePointer<CZlibStream>
  private let window: UnsafeMutableBufferPointer<UInt8>
  private var output: [UInt8] = []
  /// Bytes of the file that `takeBytes` has returned.
  private var taken = 0
  private var entry: Entry?
  private var directory: [UInt8] = []
  private var count = 0

  init() throws(WorkbookWriter.Failure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: CZlibStream())
    window = .allocate(capacity: Self.pieceSize)
    let size = Int32(MemoryLayout<CZlibStream>.size)
    guard deflateInit2_(stream, Self.level, 8, -15, 8, 0, "1", size) == CZLIB_OK else { throw .outOfMemory }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    window.deallocate()
  }

  /// Ends the present entry and begins another one.
  func begin(_ name: String) throws(WorkbookWriter.Failure) {
    try endEntry()
    entry = Entry(name: name, offset: taken + output.count)
    output += [0x50, 0x4B, 3, 4] + Self.little(20, 2) + Self.common + Self.little(0, 12)
    output += Self.little(name.utf8.count, 2) + Self.little(0, 2) + Array(name.utf8)
  }

  func write(_ bytes: [UInt8]) throws(WorkbookWriter.Failure) {
    guard var entry, !bytes.isEmpty else { return }
    entry.size += bytes.count
    entry.checksum = crc32(entry.checksum, bytes, UInt32(bytes.count))
    self.entry = entry
    try deflate(bytes, isLast: false)
    guard entry.size <= Self.limit, taken + output.count <= Self.limit else { throw .tooLarge }
  }

  func finish() throws(WorkbookWriter.Failure) {
    try endEntry()
    let offset = taken + output.count
    guard offset + directory.count <= Self.limit else { throw .tooLarge }
    output += directory + [0x50, 0x4B, 5, 6] + Self.little(0, 4)
    output += Self.little(count, 2) + Self.little(count, 2) + Self.little(directory.count, 4)
    output += Self.little(offset, 4) + Self.little(0, 2)
  }

  func takeBytes() -> [UInt8] {
    defer { output.removeAll() }
    taken += output.count
    return output
  }

  private func endEntry() throws(WorkbookWriter.Failure) {
    guard entry != nil else { return }
    try deflate([], isLast: true)
    guard deflateReset(stream) == CZLIB_OK, let entry else { throw .outOfMemory }
    let sizes =
      Self.little(Int(entry.checksum), 4) + Self.little(entry.compressedSize, 4) + Self.little(entry.size, 4)
    output += [0x50, 0x4B, 7, 8] + sizes
    directory += [0x50, 0x4B, 1, 2] + Self.little(20, 2) + Self.little(20, 2) + Self.common + sizes
    directory += Self.little(entry.name.utf8.count, 2) + Self.little(0, 12) + Self.little(entry.offset, 4)
    directory += Array(entry.name.utf8)
    count += 1
    self.entry = nil
  }

  private func deflate(_ bytes: [UInt8], isLast: Bool) throws(WorkbookWriter.Failure) {
    let code = bytes.withUnsafeBufferPointer { input in
      stream.pointee.next_in = input.baseAddress
      stream.pointee.avail_in = UInt32(input.count)
      var code: Int32
      repeat {
        stream.pointee.next_out = window.baseAddress
        stream.pointee.avail_out = UInt32(window.count)
        code = CZlib.deflate(stream, isLast ? CZLIB_FINISH : 0)
        let piece = window[..<(window.count - Int(stream.pointee.avail_out))]
        entry?.compressedSize += piece.count
        output += piece
      } while code == CZLIB_OK && (stream.pointee.avail_out == 0 || isLast)
      stream.pointee.next_in = nil
      return code
    }
    guard code == CZLIB_OK || code == CZLIB_STREAM_END || code == CZLIB_BUF_ERROR else { throw .outOfMemory }
  }

  /// A descriptor follows the contents, whose names are UTF-8; deflate; the first day that ZIP knows, 1980-01-01.
  private static let common = little(0x0808, 2) + little(8, 2) + little(0, 2) + little(0x21, 2)

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
