import Foundation
import Synchronization

/// The bottom line of a terminal, on which a wait is shown. It gives way to all other output and leaves no trace, also
/// when a signal ends the process. Without a terminal that can move its cursor nothing is drawn.
///
/// Code that draws on the line holds a `Lease`. The check of the lease and the drawing are one step under one lock, so
/// a drawing that comes after the lease has been released, or while another one is in force, has no effect.
final class Spinner: Sendable {
  /// The right to draw on the line, until it is released.
  struct Lease: Equatable, Sendable {
    fileprivate let number: Int
  }

  private struct State {
    /// The leases in force. The last one draws; those before it wait for its release.
    var leases: [Lease] = []
    var issued = 0
    var isShown = false
    /// Blanks the line before a signal ends or stops the process; nil while another terminal mode is in force.
    var mode: TerminalMode?

    mutating func issue() -> Lease {
      issued += 1
      let lease = Lease(number: issued)
      leases.append(lease)
      return lease
    }

    mutating func hide(on stream: any TextStream) {
      guard isShown else { return }
      try? stream.write(Spinner.blank)
      isShown = false
      mode = nil
    }
  }

  private let stream: any TextStream
  private let terminal: Int32
  private let state = Mutex(State())

  /// - Parameter terminal: The descriptor behind the stream, which a signal handler blanks the line on.
  init(_ stream: any TextStream, terminal: Int32 = STDERR_FILENO) {
    self.stream = stream
    self.terminal = terminal
  }

  /// A lease for a line that is less important than any other use of it; nil where the line is taken or cannot be drawn.
  func take() -> Lease? {
    guard stream.rows != nil else { return nil }
    return state.withLock { $0.leases.isEmpty ? $0.issue() : nil }
  }

  /// A lease that keeps every other holder from drawing, for output that uses the line itself.
  func takeOver() -> Lease {
    state.withLock { state in
      state.hide(on: stream)
      return state.issue()
    }
  }

  /// Ends a lease and blanks the line. Nothing that is drawn with the lease appears from here on.
  func release(_ lease: Lease) {
    state.withLock { state in
      if state.leases.last == lease { state.hide(on: stream) }
      state.leases.removeAll { $0 == lease }
    }
  }

  /// Replaces the line that was shown before. Does nothing when the lease does not draw at present, and when the terminal
  /// is being written to: the next drawing comes soon.
  ///
  /// - Parameter line: Makes the line, sanitized and at most so many columns wide.
  func show(_ lease: Lease, _ line: (_ columns: Int) -> String) {
    let line = line((stream.columns ?? 80) - 1)
    _ = state.withLockIfAvailable { state in
      guard state.leases.last == lease else { return }
      if !state.isShown {
        state.isShown = true
        state.mode = try? TerminalMode(terminal, .unchanged, exitSequence: Self.blank)
      }
      try? stream.write(Self.blank + line)
    }
  }

  /// Writes to the terminal with the line hidden. Nothing is drawn before the writing has ended.
  func whileHidden<Result, Failure>(_ write: () throws(Failure) -> Result) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in
      state.hide(on: stream)
      return try write()
    }
  }

  /// Moves to the first column and erases the line (ECMA-48, 8.3.41).
  fileprivate static let blank = "\r\u{1B}[K"
}
