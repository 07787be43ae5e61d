import Foundation
import Synchronization

/// Reads single keys from a terminal, without echo, from `init` until `end`. A thread of its own waits for them, so that
/// no task's thread is blocked.
package final class Keyboard: Sendable {
  /// A key, or a change of the terminal.
  package enum Event: Sendable, Equatable {
    case key(Key)
    /// The window was resized.
    case resized
    /// The process continues after a stop: other programs may have written on the screen.
    case resumed
    /// The terminal has answered whether it draws images in kitty's protocol.
    case answered(supportsKitty: Bool)
    /// The terminal was closed.
    case closed
  }

  /// Finishes when the keyboard ends or the terminal is closed.
  package let events: AsyncStream<Event>
  private let mode: TerminalMode
  private let hasStopped = DispatchSemaphore(value: 0)
  private let hasEnded = Atomic(false)

  /// - Parameters:
  ///   - descriptor: A terminal, which must not be closed before `end`. What is on its screen comes back then.
  ///   - hasMouse: Whether the mouse sends keys, too.
  ///   - asksForImages: Whether the terminal is queried which images it draws. It may answer at any time, or never.
  init(_ descriptor: Int32, hasMouse: Bool, asksForImages: Bool = false) throws(ConsoleError) {
    // Bracketed paste and the mouse (DECSET 1000, 1006).
    let reentry = "\u{1B}[?2004h" + (hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")
    // Ends a frame (synchronized update), resets styles, and shows the cursor.
    let exit =
      "\u{1B}[?2004l\u{1B}[?2026l\u{1B}[m\u{1B}[?25h" + (hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "")
    // The alternate screen is DECSET 1049.
    let mode = try TerminalMode(
      descriptor, .keys,
      entrySequence: "\u{1B}[?1049h" + reentry + (asksForImages ? TerminalQuery.query : ""),
      reentrySequence: reentry,
      exitSequence: exit + "\u{1B}[r\u{1B}[?1049l")
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.mode = mode
    self.events = events
    let hasStopped = hasStopped
    Thread.detachNewThread {
      let query = asksForImages ? TerminalQuery() : nil
      Self.read(descriptor, mode, query) { continuation.yield($0) }
      continuation.finish()
      hasStopped.signal()
    }
  }

  deinit { end() }

  /// Restores the terminal, with the cursor on an empty line. A second call does nothing.
  package func end() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    mode.wake()
    hasStopped.wait()
    mode.end()
  }

  private static func read(
    _ descriptor: Int32, _ mode: TerminalMode, _ query: TerminalQuery?, report: (Event) -> Void
  ) {
    var (decoder, query) = (KeyDecoder(), query)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while let wake = try? mode.wait(milliseconds: decoder.timeout ?? -1) {
      switch wake {
      case .woken: return
      case .resized: report(.resized)
      case .resumed: report(.resumed)
      case .timedOut: decoder.timeOut().forEach { report(.key($0)) }
      case .input:
        let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return report(.closed) }
        // To the decoder the answer is no key.
        buffer.prefix(count).forEach { query?.take($0) }
        if let answer = query, answer.isComplete {
          report(.answered(supportsKitty: answer.supportsKitty))
          query = nil
        }
        decoder.keys(in: buffer.prefix(count)).forEach { report(.key($0)) }
      }
    }
    report(.closed)
  }
}
