import Foundation
import Synchronization

/// The keys that are pressed on a terminal, one by one and unseen, from the making of this value until `end`. They are
/// read on a thread of their own, so that waiting for a person holds up nobody.
package final class Keyboard: Sendable {
  package enum Event: Sendable, Equatable {
    case key(Key)
    /// The window has another size.
    case resized
    /// The process was stopped and is back: others have written on the screen.
    case resumed
    /// The terminal is gone.
    case closed
  }

  /// Pasted text is marked as such.
  private static let greeting = "\u{1B}[?2004h"
  /// Ends what may be under way: pasted text unmarked, a frame shown, no colour, the cursor in sight, and nothing on
  /// its line.
  private static let farewell = "\u{1B}[?2004l\u{1B}[?2026l\u{1B}[m\u{1B}[?25h\r\u{1B}[J"

  package let events: AsyncStream<Event>
  private let mode: TerminalMode
  private let hasStopped = DispatchSemaphore(value: 0)
  private let hasEnded = Atomic(false)

  /// - Parameter descriptor: A terminal, which must not be closed before `end`.
  init(_ descriptor: Int32) throws {
    let mode = try TerminalMode(descriptor, .keys, greeting: Self.greeting, farewell: Self.farewell)
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

  /// Gives the terminal back, with the line of the cursor empty. What is typed from here on is for others.
  package func end() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    mode.call()
    hasStopped.wait()
    mode.end()
  }

  private static func read(_ descriptor: Int32, _ mode: TerminalMode, tell: (Event) -> Void) {
    var decoder = KeyDecoder()
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while let wake = try? mode.wait(milliseconds: decoder.patience ?? -1) {
      switch wake {
      case .called: return
      case .resized: tell(.resized)
      case .resumed: tell(.resumed)
      case .timedOut: decoder.timeOut().forEach { tell(.key($0)) }
      case .input:
        let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return tell(.closed) }
        decoder.keys(in: buffer.prefix(count)).forEach { tell(.key($0)) }
      }
    }
    tell(.closed)
  }
}
