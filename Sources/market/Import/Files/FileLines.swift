import Foundation

/// The lines of a file, without their ends, read piece by piece.
struct FileLines {
  /// Longer than any line of a plan: a row of a table is bounded.
  private static let lineLimit = 64 << 20

  private let path: String
  private let file: FileHandle
  private var pending = Data()
  /// How many of those bytes have no line end among them.
  private var searched = 0
  private var isAtEnd = false

  /// Throws for what is no regular file: it cannot be read twice, or has no end.
  init(path: String) throws {
    self.path = path
    // A pipe without a writer is opened, too.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw ImportError.unreadable(path) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ImportError.unreadable(path)
    }
    // A descriptor that is opened once more has the place of the other on some systems.
    lseek(descriptor, 0, SEEK_SET)
  }

  /// The next line; nil at the end of the file. A last line without an end was cut off, and is left out. Throws for a line of
  /// more than 64 MiB.
  mutating func next() throws -> Data? {
    while true {
      if let end = lineEnd {
        defer {
          pending = pending[pending.index(after: end)...]
          searched = 0
        }
        return pending[..<end]
      }
      guard !isAtEnd else { return nil }
      guard pending.count <= Self.lineLimit else { throw ImportError.unreadable(path) }
      let piece = try file.read(upToCount: 256 * 1_024) ?? Data()
      if piece.isEmpty { isAtEnd = true }
      searched = pending.count
      // Copying releases the lines that were returned. The beginning of a long line is not copied.
      if pending.startIndex > 0 { pending = Data(pending) }
      pending.append(piece)
    }
  }

  private var lineEnd: Data.Index? {
    let offset = pending.withUnsafeBytes { bytes in
      bytes.baseAddress.flatMap { start in
        memchr(start + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched)
          .map { UnsafeRawPointer($0) - start }
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

  /// Copies a file, and syncs the copy to the disk.
  static func copy(_ path: String, to copy: String) throws {
    guard let source = FileHandle(forReadingAtPath: path) else { throw ImportError.unreadable(path) }
    try source.seek(toOffset: 0)
    let file = try creating(copy)
    while let piece = try source.read(upToCount: 256 * 1_024), !piece.isEmpty {
      try file.write(contentsOf: piece)
    }
    try file.synchronize()
  }

  /// A file of lines, which gets more behind its last one. A last line that was cut off, as by a full disk, gets an end, so
  /// that the next one is a line of its own.
  static func appending(to path: String) throws -> FileHandle {
    let descriptor = open(path, O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ImportError.unwritable(path) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      let end = try file.seekToEnd()
      if end > 0 {
        try file.seek(toOffset: end - 1)
        if try file.read(upToCount: 1) != Data("\n".utf8) { try file.write(contentsOf: Data("\n".utf8)) }
      }
    } catch {
      throw ImportError.unwritable(path)
    }
    return file
  }
}
