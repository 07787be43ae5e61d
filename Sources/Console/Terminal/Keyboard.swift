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
    /// The terminal was closed.
    case closed
  }

  /// The part of the terminal that is drawn on while keys are read.
  package enum Screen: Sendable, Equatable {
    /// Lines below those that are there.
    case lines
    /// The whole screen; those that are there come back at the end.
    case whole(hasMouse: Bool)

    /// Turns on the alternate screen (DECSET 1049), bracketed paste and the mouse.
    fileprivate var entrySequence: String {
      switch self {
      case .lines: reentrySequence
      case .whole: "\u{1B}[?1049h" + reentrySequence
      }
    }

    /// Turns on bracketed paste and the mouse (DECSET 1000, 1006).
    fileprivate var reentrySequence: String {
      "\u{1B}[?2004h" + (self == .whole(hasMouse: true) ? "\u{1B}[?1000h\u{1B}[?1006h" : "")
    }

    /// Turns them off, ends a frame (synchronized update), resets styles, shows the cursor and erases its line.
    fileprivate var exitSequence: String {
      let common = "\u{1B}[?2004l\u{1B}[?2026l\u{1B}[m\u{1B}[?25h"
      return switch self {
      case .lines: common + "\r\u{1B}[J"
      case .whole(let hasMouse):
        common + (hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[r\u{1B}[?1049l"
      }
    }
  }

  /// Finishes when the keyboard ends or the terminal is closed.
  package let events: AsyncStream<Event>
  private let mode: TerminalMode
  private let hasStopped = DispatchSemaphore(value: 0)
  private let hasEnded = Atomic(false)

  /// - Parameter descriptor: A terminal, which must not be closed before `end`.
  init(_ descriptor: Int32, _ screen: Screen = .lines) throws(ConsoleError) {
    let mode = try TerminalMode(
      descriptor, .keys, entrySequence: screen.entrySequence, reentrySequence: screen.reentrySequence,
      exitSequence: screen.exitSequence)
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.mode = mode
    self.events = events
    let hasStopped = hasStopped
    Thread.detachNewThread {
      Self.read(descriptor, mode) { continuation.yield($0) }
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

  private static func read(_ descriptor: Int32, _ mode: TerminalMode, report: (Event) -> Void) {
    var decoder = KeyDecoder()
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
        decoder.keys(in: buffer.prefix(count)).forEach { report(.key($0)) }
      }
    }
    report(.closed)
  }
}
