import Foundation
import Synchronization

/// The last line of a terminal while something is going on. It gives way to whatever is written and leaves no trace,
/// also when the person presses Ctrl-C. Where the cursor cannot be moved it is never seen.
final class StatusLine: Sendable {
  private struct State {
    var isTaken = false
    var shown: StopGuard?
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
      if state.shown == nil { state.shown = StopGuard() }
      try? stream.write(Self.blank + line)
    }
  }

  func hide() {
    state.withLock { state in
      guard let stop = state.shown else { return }
      try? stream.write(Self.blank)
      stop.end()
      state.shown = nil
    }
  }

  /// Back to the first column, and nothing to the right of it (ECMA-48, 8.3.41).
  fileprivate static let blank = "\r\u{1B}[K"
}

/// Blanks the line before a signal ends the process, for as long as there is one to be blanked. The handler does what a
/// handler may (POSIX, signal-safety): it writes, and raises the signal again with its usual effect.
private final class StopGuard {
  private var former: [(signal: Int32, action: sigaction)] = []

  init() {
    for number in [SIGINT, SIGTERM] {
      var action = sigaction()
      guard sigaction(number, nil, &action) == 0 else { continue }
      former.append((number, action))
      signal(number) { number in
        let blank: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
        _ = withUnsafeBytes(of: blank) { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  func end() {
    for (signal, action) in former {
      var action = action
      sigaction(signal, &action, nil)
    }
  }
}
