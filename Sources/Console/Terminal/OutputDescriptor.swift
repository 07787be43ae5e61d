import Foundation
import Synchronization

/// Writes to a file descriptor that it does not own. Towards a file or a pipe it collects blocks, so that a
/// million short lines cost a few thousand system calls; towards a terminal every word appears at once.
package final class OutputDescriptor: TextStream {
  private struct State {
    var held: [UInt8] = []
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
  ///   - columns: What the person set in `COLUMNS`, if anything.
  ///   - movesCursor: Whether a terminal understands where to put the cursor: not one of `TERM=dumb`.
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

  package func write(_ text: String) throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.held.append(contentsOf: text.utf8)
      if !isBuffered || state.held.count >= Self.blockSize { try handOver(&state) }
    }
  }

  package func flush() throws {
    try state.withLock { state in
      if let failure = state.failure { throw failure }
      try handOver(&state)
    }
  }

  private func handOver(_ state: inout State) throws {
    defer { state.held.removeAll(keepingCapacity: true) }
    do throws(ConsoleError) {
      try Self.writeAll(state.held, to: descriptor)
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
      // Another program that shares the terminal may have made it non-blocking.
      case EAGAIN, EWOULDBLOCK: Terminal.wait(for: descriptor, events: POLLOUT)
      case let code: throw .writing(code)
      }
    }
  }
}
