import Console
import Synchronization

/// Where an export goes: standard output, or a file that is complete or not there.
struct ExportFile {
  private let console: Console
  private let file: DraftFile?

  /// - Parameter path: Nil for standard output.
  init(path: String?, _ console: Console) throws {
    self.console = console
    file = try path.map(DraftFile.init)
  }

  func write(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    if let file { return try file.write(bytes) }
    let text = String(decoding: bytes, as: UTF8.self)
    // A pipe and a file get data; at a terminal the texts of others must not steer it.
    try console.output.write(console.output.isTerminal ? text.sanitizedKeepingLines : text)
  }

  func finish() throws {
    guard let file else { return try console.output.flush() }
    _ = try file.finish(replaces: true)
  }
}

/// A number that a line of progress shows.
final class CountedProgress: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock(\.self) }

  func count(_ more: Int) { number.withLock { $0 += more } }
}
