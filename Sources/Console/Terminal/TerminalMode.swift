import Foundation
import Synchronization

/// Changed settings of a terminal, in force from `init` until `end`. The terminal is restored on every exit: before a
/// signal ends or stops the process, a crash included (`TerminalSignals`). After a stop the changed settings are in
/// force again. Only SIGKILL leaves them behind, since it cannot be caught.
///
/// There is one at a time: a process has one terminal and one set of signal handlers.
final class TerminalMode: Sendable {
  /// How the settings are changed.
  struct Settings: Sendable {
    /// Whether input that was typed but not read is dropped, before and after.
    let dropsInput: Bool
    /// Nil for no change. Such a mode still writes its exit sequence, and works for a process in the background too,
    /// which a change would stop (SIGTTOU).
    let change: (@Sendable (inout termios) -> Void)?

    static let unchanged = Settings(dropsInput: false, change: nil)

    /// Lines without echo, except for the line end (as BSD's `readpassphrase`).
    static let hiddenLine = Settings(dropsInput: true) { settings in
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)
    }

    /// Single keys without echo (POSIX, XBD 11.1.7, case B). Ctrl-C, Ctrl-\ and Ctrl-Z still send signals. Ctrl-S is a
    /// key: a paused terminal looks like a program that hangs.
    static let keys = Settings(dropsInput: false) { settings in
      settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
      settings.c_iflag &= ~tcflag_t(IXON)
      withUnsafeMutableBytes(of: &settings.c_cc) { bytes in
        bytes[Int(VMIN)] = 1
        bytes[Int(VTIME)] = 0
      }
    }
  }

  /// The event that ended a wait.
  enum Wake: Equatable {
    /// There is input, or the end of input.
    case input
    /// The window was resized.
    case resized
    /// The settings were restored and are in force again: a stop is over, or a signal that usually ends the process was
    /// ignored.
    case resumed(after: Int32)
    case timedOut
    /// `wake` was called.
    case woken
  }

  private static let isTaken = Atomic(false)

  private let descriptor: Int32
  /// Nil for no change.
  private let changed: termios?
  private let entrySequence: String
  private let reentrySequence: String
  /// The restorations before the entry sequence was written last.
  private let entered = Atomic(-1)
  private let dropsInput: Bool
  private let hasEnded = Atomic(false)

  /// - Parameters:
  ///   - descriptor: The terminal, which must not be closed before `end`.
  ///   - entrySequence: Written at the beginning, and again after a stop.
  ///   - reentrySequence: Written in its place where the exit sequence was not written since: a terminal that is on the
  ///     alternate screen saves its cursor again when it is told to go there.
  ///   - exitSequence: Written when the settings are restored, at most `TerminalSignals.longestExitSequence` bytes of it.
  init(
    _ descriptor: Int32, _ settings: Settings, entrySequence: String = "", reentrySequence: String? = nil,
    exitSequence: String = ""
  )
    throws(ConsoleError)
  {
    var original = termios()
    guard tcgetattr(descriptor, &original) == 0 else { throw ConsoleError.reading(errno) }
    var changed: termios?
    if let change = settings.change {
      var settings = original
      change(&settings)
      changed = settings
    }
    guard
      Self.isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    else { throw ConsoleError.cannotRead(reason: "the terminal is in use") }
    self.descriptor = descriptor
    self.changed = changed
    self.entrySequence = entrySequence
    self.reentrySequence = reentrySequence ?? entrySequence
    dropsInput = settings.dropsInput
    TerminalSignals.begin(descriptor, settings: original, exitSequence: exitSequence)
    guard enter() else {
      let code = errno
      end()
      throw ConsoleError.reading(code)
    }
  }

  deinit { end() }

  /// Restores the terminal. A second call does nothing.
  func end() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    TerminalSignals.end(dropsInput: dropsInput)
    Self.isTaken.store(false, ordering: .releasing)
  }

  /// Makes the current or the next wait return `woken`.
  func wake() { TerminalSignals.report(0) }

  /// Waits for input, a signal or `wake`. A `resumed` stands for everything that was reported before it.
  ///
  /// - Parameter milliseconds: Negative for no limit.
  func wait(milliseconds: Int32 = -1) throws(ConsoleError) -> Wake {
    while true {
      var requests = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: TerminalSignals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&requests, nfds_t(requests.count), milliseconds)
      if ready < 0, errno != EINTR { throw ConsoleError.reading(errno) }
      let reported = TerminalSignals.reported()
      if reported.contains(0) { return .woken }
      if let signal = reported.first(where: { $0 != SIGWINCH }) {
        guard enter() else { throw ConsoleError.reading(errno) }
        return .resumed(after: signal)
      }
      if reported.contains(SIGWINCH) { return .resized }
      if ready > 0, requests[0].revents != 0 { return .input }
      if ready == 0 { return .timedOut }
    }
  }

  /// Puts the changed settings in force. In the background this stops the process until it is in the foreground. SIGTTOU
  /// is unblocked for that: the threads of tasks block all signals, and a blocked SIGTTOU would let the settings be
  /// changed while the shell uses the terminal (POSIX, XBD 11.1.4).
  private func enter() -> Bool {
    var (stop, before) = (sigset_t(), sigset_t())
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_UNBLOCK, &stop, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    if var settings = changed {
      while tcsetattr(descriptor, dropsInput ? TCSAFLUSH : TCSANOW, &settings) != 0 {
        guard errno == EINTR else { return false }
      }
    }
    let restorations = TerminalSignals.restorations
    let isEntered = entered.exchange(restorations, ordering: .acquiringAndReleasing) == restorations
    let sequence = isEntered ? reentrySequence : entrySequence
    _ = write(descriptor, sequence, sequence.utf8.count)
    return true
  }
}
