import Foundation
import Synchronization

/// Writes to a file descriptor that it does not own. Output to a file or a pipe is buffered in blocks of 64 KiB; output to
/// a terminal is written at once.
package final class OutputDescriptor: TextStream {
  private struct State {
    var buffer: [UInt8] = []
    var failure: ConsoleError?
  }

  private static let blockSize = 1 << 16

  package let isTerminal: Bool
  private let descriptor: Int32
  private let isBuffered: Bool
  private let givenColumns: Int?
  private let movesCursor: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - columns: The value of `COLUMNS`, if it is set.
  ///   - movesCursor: Whether a terminal can move its cursor; false for `TERM=dumb`.
  package init(
    _ descriptor: Int32, isBuffered: Bool = true, columns: Int? = nil, movesCursor: Bool = true
  ) {
    let isTerminal = isatty(descriptor) == 1
    self.descriptor = descriptor
    self.isTerminal = isTerminal
    self.isBuffered = isBuffered && !isTerminal
    givenColumns = columns
    self.movesCursor = movesCursor
  }

  package var columns: Int? { [givenColumns, Terminal.columns(of: descriptor)].compactMap(\.self).min() }

  package var rows: Int? { movesCursor && isTerminal ? Terminal.rows(of: descriptor) : nil }

  package func write(_ text: String) throws(ConsoleError) {
    try state.withLock { state throws(ConsoleError) in
      if let failure = state.failure { throw failure }
      state.buffer.append(contentsOf: text.utf8)
      if !isBuffered || state.buffer.count >= Self.blockSize { try writeBuffer(&state) }
    }
  }

  package func flush() throws(ConsoleError) {
    try state.withLock { state throws(ConsoleError) in
      if let failure = state.failure { throw failure }
      try writeBuffer(&state)
    }
  }

  private func writeBuffer(_ state: inout State) throws(ConsoleError) {
    defer { state.buffer.removeAll(keepingCapacity: true) }
    do throws(ConsoleError) {
      try Self.writeAll(state.buffer, to: descriptor)
    } catch {
      state.failure = error
      throw error
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(ConsoleError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR: continue
      // Another program that shares the terminal may have set O_NONBLOCK.
      case EAGAIN, EWOULDBLOCK: Terminal.wait(for: descriptor, events: POLLOUT)
      case let code: throw .writing(code)
      }
    }
  }
}
