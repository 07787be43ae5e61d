import Foundation

/// The lines of a file, without their ends, read piece by piece.
struct FileLines {
  private let file: FileHandle
  private var pending = Data()
  private var isAtEnd = false

  init(path: String) throws {
    guard let file = FileHandle(forReadingAtPath: path) else { throw ImportError.unreadable(path) }
    self.file = file
  }

  /// The next line; nil at the end of the file. A last line without an end was cut off, and is left out.
  mutating func next() throws -> Data? {
    while true {
      if let end = lineEnd {
        defer { pending = pending[pending.index(after: end)...] }
        return pending[..<end]
      }
      guard !isAtEnd else { return nil }
      let piece = try file.read(upToCount: 256 * 1_024) ?? Data()
      if piece.isEmpty { isAtEnd = true }
      pending = Data(pending) + piece
    }
  }

  /// Where the first of the lines that were read ends.
  private var lineEnd: Data.Index? {
    let offset = pending.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { start in
        memchr(start, Int32(UInt8(ascii: "\n")), bytes.count).map { UnsafeRawPointer($0) - start }
      }
    }
    return offset.map { pending.startIndex + $0 }
  }
}

extension FileHandle {
  /// A new file, or an empty one in place of another, that only its owner can read.
  static func creating(_ path: String) throws -> FileHandle {
    let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ImportError.unwritable(path) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
