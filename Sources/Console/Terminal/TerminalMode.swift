import Foundation
import Synchronization

/// Settings of a terminal that must not be left behind: in force from the making of this value until `end`. A signal
/// that ends or stops the process, a crash's included, finds the terminal as it was before (`TerminalSignals`); who
/// comes back from a stop finds these settings again. Only SIGKILL leaves them behind, since it cannot be caught.
///
/// One at a time for the process, which has one terminal and one set of signal handlers.
final class TerminalMode: Sendable {
  /// What is other than before.
  struct Settings: Sendable {
    /// Whether what has been typed but not read is dropped, before and after.
    let dropsInput: Bool
    /// Nil for what is to be left as it is: then also a process in the background, which may write but would be stopped
    /// if it set anything (SIGTTOU), can have its farewell.
    let change: (@Sendable (inout termios) -> Void)?

    static let asTheyAre = Settings(dropsInput: false, change: nil)

    /// Nothing of a line that is typed is shown but its end (the way of BSD's `readpassphrase`).
    static let unseenLine = Settings(dropsInput: true) { settings in
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)
    }

    /// Each key arrives when it is pressed, and nothing of it is shown (POSIX, XBD 11.1.7, case B). Ctrl-C, Ctrl-\
    /// and Ctrl-Z are signals as ever. Ctrl-S is a key: a stopped terminal looks like a program that hangs.
    static let keys = Settings(dropsInput: false) { settings in
      settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
      settings.c_iflag &= ~tcflag_t(IXON)
      withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
        bytes[Int(VMIN)] = 1
        bytes[Int(VTIME)] = 0
      }
    }
  }

  /// What ended a wait.
  enum Wake: Equatable {
    /// There is input, or its end.
    case input
    /// The window has another size.
    case resized
    /// The settings were given back meanwhile and are in force again: a stop is over, or a signal that usually ends
    /// the process was ignored.
    case resumed(after: Int32)
    case timedOut
    /// Somebody asked for it.
    case called
  }

  private static let isTaken = Atomic(false)

  private let descriptor: Int32
  private let inside: termios?
  private let dropsInput: Bool
  private let hasEnded = Atomic(false)

  /// - Parameters:
  ///   - descriptor: The terminal, which must not be closed before `end`.
  ///   - greeting: Sequences that turn on what the terminal itself should do meanwhile; written again after a stop.
  ///   - farewell: Sequences that undo what was written, at most `TerminalSignals.longestFarewell` bytes of them.
  init(_ descriptor: Int32, _ settings: Settings, greeting: String = "", farewell: String = "") throws {
    var outside = termios()
    guard tcgetattr(descriptor, &outside) == 0 else { throw ConsoleError.reading(errno) }
    var inside: termios?
    if let change = settings.change {
      var changed = outside
      change(&changed)
      inside = changed
    }
    guard
      Self.isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    else { throw ConsoleError.cannotRead(reason: "the terminal is in use") }
    self.descriptor = descriptor
    self.inside = inside
    self.greeting = greeting
    dropsInput = settings.dropsInput
    TerminalSignals.begin(descriptor, outside: outside, farewell: farewell)
    guard enter() else {
      let code = errno
      end()
      throw ConsoleError.reading(code)
    }
  }

  deinit { end() }

  private let greeting: String

  /// Gives the terminal back as it was found. A second call does nothing.
  func end() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    TerminalSignals.end(dropsInput: dropsInput)
    Self.isTaken.store(false, ordering: .releasing)
  }

  /// Makes the wait that is under way, or the next one, return `called`.
  func call() { TerminalSignals.tell(0) }

  /// Returns when the first of these things has happened. What came before the settings were given back and taken
  /// again counts as one with that.
  ///
  /// - Parameter milliseconds: Negative for no limit.
  func wait(milliseconds: Int32 = -1) throws -> Wake {
    while true {
      var requests = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: TerminalSignals.news, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&requests, nfds_t(requests.count), milliseconds)
      if ready < 0, errno != EINTR { throw ConsoleError.reading(errno) }
      let told = TerminalSignals.told()
      if told.contains(0) { return .called }
      if let signal = told.first(where: { $0 != SIGWINCH }) {
        guard enter() else { throw ConsoleError.reading(errno) }
        return .resumed(after: signal)
      }
      if told.contains(SIGWINCH) { return .resized }
      if ready > 0, requests[0].revents != 0 { return .input }
      if ready == 0 { return .timedOut }
    }
  }

  /// In the background this stops the process until it is brought back. The threads of tasks block all signals, and
  /// from them the settings would be changed under the shell's hands (POSIX, XBD 11.1.4).
  private func enter() -> Bool {
    var (stop, before) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    if var settings = inside {
      while tcsetattr(descriptor, dropsInput ? TCSAFLUSH : TCSANOW, &settings) != 0 {
        guard errno == EINTR else { return false }
      }
    }
    _ = write(descriptor, greeting, greeting.utf8.count)
    return true
  }
}
