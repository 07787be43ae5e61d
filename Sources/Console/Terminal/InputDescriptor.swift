package import Foundation
import Synchronization

/// Reads from a file descriptor that it does not own.
package final class InputDescriptor: TextInput {
  /// A line longer than this is no answer to a question.
  private static let longestLine = 1 << 20

  package let isTerminal: Bool
  private let descriptor: Int32
  /// Read already, but not yet asked for: what followed the last line.
  private let prefetch = Mutex(Data())

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  package func readAll(limit: Int) throws -> Data {
    try prefetch.withLock { prefetch in
      var whole = prefetch
      prefetch = Data()
      while whole.count <= limit {
        guard let chunk = try nextChunk() else { return whole }
        whole.append(chunk)
      }
      throw ConsoleError.inputTooLong(limit: limit)
    }
  }

  package func readLine() throws -> String? {
    try prefetch.withLock { prefetch in
      var line = prefetch
      prefetch = Data()
      while true {
        if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
          prefetch = Data(line[(end + 1)...])
          return try Self.text(line[..<end])
        }
        guard line.count <= Self.longestLine else {
          throw ConsoleError.inputTooLong(limit: Self.longestLine)
        }
        guard let chunk = try nextChunk() else { return line.isEmpty ? nil : try Self.text(line) }
        line.append(chunk)
      }
    }
  }

  package func readSecret(prompt: () throws -> Void) throws -> String? {
    guard isTerminal else {
      try prompt()
      return try readLine()
    }
    let mode = try TerminalMode(descriptor, .unseenLine)
    defer { mode.end() }
    while true {
      // What was typed before the question, still in sight, is not the secret.
      prefetch.withLock { $0 = Data() }
      try prompt()
      var wake = try mode.wait()
      while wake == .resized { wake = try mode.wait() }
      guard case .resumed(let signal) = wake else { return try readLine() }
      if [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal) {
        throw ConsoleError.interrupted(signal: signal)
      }
      // Brought back to the foreground, or nothing that is meant for a question: ask again.
    }
  }

  package var hasKeyboard: Bool { isTerminal && Terminal.isInForeground(descriptor) }

  package func keyboard() throws -> Keyboard? {
    hasKeyboard ? try Keyboard(descriptor) : nil
  }

  /// Nil at the end of input.
  private func nextChunk() throws -> Data? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return nil }
      if count > 0 { return Data(buffer.prefix(count)) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: Terminal.wait(for: descriptor, events: POLLIN)
      // The terminal has been hung up.
      case EIO where isTerminal: return nil
      case let code: throw ConsoleError.reading(code)
      }
    }
  }

  private static func text(_ line: Data) throws -> String {
    let withoutReturn = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard let text = String(validating: withoutReturn, as: UTF8.self) else { throw ConsoleError.inputNotText }
    return text
  }
}
