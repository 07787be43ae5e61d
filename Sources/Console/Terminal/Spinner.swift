import Foundation
import Synchronization

/// The last line of a terminal while something is going on. It gives way to whatever is written and leaves no trace,
/// also when the person presses Ctrl-C. Where the cursor cannot be moved it is never seen.
final class Spinner: Sendable {
  private struct State {
    var isTaken = false
    var isShown = false
    /// Blanks the line before a signal ends or stops the process; nil where another has the terminal.
    var mode: TerminalMode?
  }

  private let stream: any TextStream
  private let state = Mutex(State())

  init(_ stream: any TextStream) {
    self.stream = stream
  }

  /// Whether it is the caller's from now on until `release`. Of several at once the first one has it.
  func take() -> Bool {
    guard stream.rows != nil else { return false }
    return state.withLock { state in
      defer { state.isTaken = true }
      return !state.isTaken
    }
  }

  func release() {
    hide()
    state.withLock { $0.isTaken = false }
  }

  /// Draws a line of at most so many columns in place of what was shown before.
  func show(_ line: (_ columns: Int) -> String) {
    let line = line((stream.columns ?? 80) - 1)
    state.withLock { state in
      guard state.isTaken else { return }
      if !state.isShown {
        state.isShown = true
        state.mode = try? TerminalMode(STDERR_FILENO, .asTheyAre, farewell: Self.blank)
      }
      try? stream.write(Self.blank + line)
    }
  }

  func hide() {
    state.withLock { state in
      guard state.isShown else { return }
      try? stream.write(Self.blank)
      state.isShown = false
      state.mode = nil
    }
  }

  /// Back to the first column, and nothing to the right of it (ECMA-48, 8.3.41).
  fileprivate static let blank = "\r\u{1B}[K"
}
