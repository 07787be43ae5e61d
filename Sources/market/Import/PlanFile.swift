import Foundation
import OpenMarket
import SystemSupport

/// Writes a plan: a header, a line for each row, and an end, as JSON lines. The file is complete when `finish` returns.
final class PlanWriter {
  private static let pieceSize = 64 * 1_024

  private let path: String
  private let file: FileHandle
  private var writer = JSONWriter()

  init(path: String, _ header: PlanHeader) throws {
    self.path = path
    file = try FileHandle.creating(path)
    try appendLine(header)
  }

  func write(_ line: PlanLine) throws {
    line.write(to: &writer)
    writer.endLine()
    if writer.count >= Self.pieceSize { try append(writer.takeBytes()) }
  }

  /// - Parameter columns: Those of each file.
  func finish(_ counts: PlanCounts, _ columns: [[String]]) throws {
    try append(writer.takeBytes())
    try appendLine(PlanEnd(counts: counts, columns: columns))
    try file.synchronize()
    try file.close()
  }

  private func appendLine(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try append(encoder.encode(value) + Data("\n".utf8))
  }

  private func append(_ lines: Data) throws {
    do {
      try file.write(contentsOf: lines)
    } catch {
      throw ImportError.unwritable(path)
    }
  }
}

/// Reads a plan line by line.
struct PlanReader {
  let header: PlanHeader
  private let path: String
  private var lines: FileLines
  private let decoder = JSONDecoder()
  /// Nil until the end was read.
  private(set) var counts: PlanCounts?
  /// The columns of each file, where the end has them.
  private(set) var columns: [[String]]?

  init(path: String) throws {
    self.path = path
    lines = try FileLines(path: path)
    guard let first = try lines.next(), let header = try? decoder.decode(PlanHeader.self, from: first),
      header.plan == 1
    else { throw ImportError.notAPlan(path) }
    self.header = header
  }

  /// The next line; nil at the end. Throws for a plan that was cut off or changed.
  mutating func next() throws -> PlanLine? {
    guard let data = try lines.next() else {
      if counts == nil { throw ImportError.notAPlan(path) }
      return nil
    }
    let line = JSONScanner.value(of: data, PlanLine.init) ?? (try? decoder.decode(PlanLine.self, from: data))
    if let line {
      guard line.item != nil || !line.action.isWrite, header.files.indices.contains(line.file) else {
        throw ImportError.notAPlan(path)
      }
      return line
    }
    guard let end = try? decoder.decode(PlanEnd.self, from: data) else { throw ImportError.notAPlan(path) }
    (counts, columns) = (end.counts, end.columns)
    return nil
  }
}

/// The lines of a file, without their ends, read piece by piece.
struct FileLines {
  /// Longer than any line of a plan: a row of a table is bounded.
  private static let lineLimit = 128 << 20

  private let path: String
  private let file: FileHandle
  private var pending = Data()
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
  }

  /// The next line; nil at the end of the file. A last line without an end was cut off, and is left out. Throws for a line of
  /// more than 128 MiB.
  mutating func next() throws -> Data? {
    while true {
      if let end = lineEnd {
        defer { pending = pending[pending.index(after: end)...] }
        return pending[..<end]
      }
      guard !isAtEnd else { return nil }
      guard pending.count <= Self.lineLimit else { throw ImportError.unreadable(path) }
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
