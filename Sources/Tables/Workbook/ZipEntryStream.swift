import CZlib

/// The contents of an entry of a ZIP file, inflated piece by piece, with their size and checksum verified at the end.
///
/// zlib keeps the address of its stream, which therefore must not move.
final class ZipEntryStream {
  private static let pieceSize = 64 * 1_024
  /// XML of workbooks is 10 to 50 times its compressed size.
  private static let ratioLimit = 300
  /// Inflated bytes up to which the ratio does not count.
  private static let ratioSlack = 4 << 20

  private let archive: ZipArchive
  private let entry: ZipArchive.Entry
  private let stream: UnsafeMutablePointer<CZlibStream>
  private let window: UnsafeMutableBufferPointer<UInt8>
  private var input: [UInt8] = []
  private var inputOffset = 0
  /// The next compressed byte of the file, and how many are left.
  private var offset: Int
  private var rest: Int
  private var count = 0
  private var checksum: UInt = 0
  private var hasEnded = false

  /// The bytes that the entry inflates to, at most.
  var size: Int { entry.size }

  /// - Parameter limit: Bytes that the entry may inflate to.
  init(_ entry: ZipArchive.Entry, of archive: ZipArchive, limit: Int) throws(TableError) {
    // Before it is inflated: it inflates to its size, or is damaged.
    guard entry.size <= limit,
      entry.size <= Self.ratioSlack || entry.size / Self.ratioLimit <= entry.compressedSize
    else { throw .workbook(.tooLarge(part: entry.name)) }
    offset = try archive.contentsOffset(of: entry)
    self.archive = archive
    self.entry = entry
    rest = entry.compressedSize
    stream = .allocate(capacity: 1)
    stream.initialize(to: CZlibStream())
    window = .allocate(capacity: Self.pieceSize)
    guard inflateInit2_(stream, -15, "1", Int32(MemoryLayout<CZlibStream>.size)) == CZLIB_OK else {
      throw .workbook(.zip)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    window.deallocate()
  }

  /// Appends the next piece to a buffer. Returns whether there was one; false after the verified end.
  func read(into buffer: inout [UInt8]) throws(TableError) -> Bool {
    guard !hasEnded else { return false }
    let piece = entry.isDeflated ? try inflatePiece() : try storedPiece()
    count += piece.count
    guard count <= entry.size else { throw .workbook(.zip) }
    checksum = crc32(checksum, piece.baseAddress, UInt32(piece.count))
    buffer += piece
    if hasEnded {
      guard count == entry.size, checksum == UInt(entry.checksum) else { throw .workbook(.zip) }
    }
    return !piece.isEmpty
  }

  private func storedPiece() throws(TableError) -> UnsafeBufferPointer<UInt8> {
    let piece = UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(window)[..<min(rest, window.count)])
    let read = try archive.source.read(at: offset, into: piece)
    offset += read
    rest -= read
    hasEnded = rest == 0
    guard hasEnded || read > 0 else { throw .workbook(.zip) }
    return UnsafeBufferPointer(rebasing: window[..<read])
  }

  /// Inflates up to a window of bytes; fewer only at the end.
  private func inflatePiece() throws(TableError) -> UnsafeBufferPointer<UInt8> {
    stream.pointee.next_out = window.baseAddress
    stream.pointee.avail_out = UInt32(window.count)
    while stream.pointee.avail_out > 0, !hasEnded {
      if inputOffset == input.count {
        input = try archive.source.bytes(at: offset, count: min(rest, Self.pieceSize))
        inputOffset = 0
        offset += input.count
        rest -= input.count
      }
      let before = stream.pointee.avail_out
      let code = input.withUnsafeBufferPointer { bytes in
        let left = UnsafeBufferPointer(rebasing: bytes[inputOffset...])
        stream.pointee.next_in = left.baseAddress
        stream.pointee.avail_in = UInt32(left.count)
        return inflate(stream, 0)
      }
      let taken = input.count - inputOffset - Int(stream.pointee.avail_in)
      stream.pointee.next_in = nil
      inputOffset += taken
      guard code == CZLIB_OK || code == CZLIB_STREAM_END || code == CZLIB_BUF_ERROR else {
        throw .workbook(.zip)
      }
      hasEnded = code == CZLIB_STREAM_END
      // The compressed bytes end before the stream does.
      guard hasEnded || taken > 0 || stream.pointee.avail_out < before else { throw .workbook(.zip) }
    }
    return UnsafeBufferPointer(rebasing: window[..<(window.count - Int(stream.pointee.avail_out))])
  }
}
