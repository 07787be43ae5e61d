import Console
import Foundation
import Synchronization

/// Where an export goes: standard output, or a file that is complete or not there.
final class ExportFile {
  private let console: Console
  private let path: String?
  private let file: FileHandle?

  /// - Parameter path: Nil for standard output.
  init(path: String?, _ console: Console) throws {
    self.console = console
    self.path = path
    file = try path.map { path in
      do {
        return try FileHandle.creating(path + ".part")
      } catch {
        throw ExportError.unwritable(path)
      }
    }
  }

  deinit {
    // A complete export has been renamed.
    if let path { unlink(path + ".part") }
  }

  func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    guard let file, let path else {
      let text = String(decoding: bytes, as: UTF8.self)
      // A pipe and a file get data; at a terminal the texts of others must not steer it.
      return try console.output.write(console.output.isTerminal ? text.sanitizedKeepingLines : text)
    }
    do {
      try file.write(contentsOf: bytes)
    } catch {
      throw ExportError.unwritable(path)
    }
  }

  func finish() throws {
    guard let file, let path else { return try console.output.flush() }
    do {
      try file.synchronize()
      try file.close()
    } catch {
      throw ExportError.unwritable(path)
    }
    guard rename(path + ".part", path) == 0 else { throw ExportError.unwritable(path) }
  }
}

/// A number that a line of progress shows.
final class CountedProgress: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock(\.self) }

  func count(_ more: Int) { number.withLock { $0 += more } }
}
