package import Foundation
import Synchronization

/// Reads from a file descriptor that it does not own.
package final class InputDescriptor: TextInput {
  /// In bytes.
  private static let longestLine = 1 << 20

  package let isTerminal: Bool
  private let descriptor: Int32
  /// Bytes that were read after the last line that was returned.
  private let buffer = Mutex(Data())

  /// - Parameter descriptor: Must stay open as long as this value is in use.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  package func readAll(limit: Int) throws(ConsoleError) -> Data {
    try buffer.withLock { buffer throws(ConsoleError) in
      var whole = buffer
      buffer = Data()
      while whole.count <= limit {
        guard let chunk = try nextChunk() else { return whole }
        whole.append(chunk)
      }
      throw ConsoleError.inputTooLong(limit: limit)
    }
  }

  package func readLine() throws(ConsoleError) -> String? {
    try buffer.withLock { buffer throws(ConsoleError) in
      var line = buffer
      buffer = Data()
      while true {
        if let end = line.firstIndex(of: UInt8(ascii: "\n")) {
          buffer = Data(line[(end + 1)...])
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

  package func readLine(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String? {
    try readLine(.unchanged, prompt)
  }

  package func readSecret(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String? {
    try readLine(.hiddenLine, prompt)
  }

  private func readLine(_ settings: TerminalMode.Settings, _ prompt: () throws(ConsoleError) -> Void)
    throws(ConsoleError) -> String?
  {
    guard isTerminal else {
      try prompt()
      return try readLine()
    }
    let mode = try TerminalMode(descriptor, settings)
    defer { mode.end() }
    while true {
      // Text that was typed with echo is not a secret.
      if settings.dropsInput { buffer.withLock { $0 = Data() } }
      try prompt()
      guard buffer.withLock(\.isEmpty) else { return try readLine() }
      var wake = try mode.wait()
      while wake == .resized { wake = try mode.wait() }
      guard case .resumed(let signal) = wake else { return try readLine() }
      if [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal) {
        throw ConsoleError.interrupted(signal: signal)
      }
      // After a stop, or after a signal that does not concern the prompt: show it again.
    }
  }

  package var hasKeyboard: Bool { isTerminal && Terminal.isInForeground(descriptor) }

  package func keyboard(hasMouse: Bool, asksForImages: Bool = false) throws(ConsoleError) -> Keyboard? {
    hasKeyboard ? try Keyboard(descriptor, hasMouse: hasMouse, asksForImages: asksForImages) : nil
  }

  /// Nil at the end of input.
  private func nextChunk() throws(ConsoleError) -> Data? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return nil }
      if count > 0 { return Data(chunk.prefix(count)) }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: Terminal.wait(for: descriptor, events: POLLIN)
      // The terminal was hung up.
      case EIO where isTerminal: return nil
      case let code: throw ConsoleError.reading(code)
      }
    }
  }

  private static func text(_ line: Data) throws(ConsoleError) -> String {
    let withoutReturn = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard let text = String(validating: withoutReturn, as: UTF8.self) else { throw ConsoleError.inputNotText }
    return text
  }
}
