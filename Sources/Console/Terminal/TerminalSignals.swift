import Foundation
import Synchronization
import SystemSupport

/// Signal handlers that restore a terminal before a signal ends or stops the process. They take their usual effect
/// afterwards, whatever the rest of the program is doing. All other signals are only reported to the program.
///
/// The handlers allocate nothing, never block on a lock, and call only async-signal-safe functions (POSIX, XSH 2.4.3).
/// They share `state` with the program under a mutex. The program holds it with all signals blocked on its thread, so a
/// handler never waits for the thread that it interrupted; it tries until another thread has left the few instructions.
enum TerminalSignals {
  /// In bytes.
  static let longestExitSequence = 64

  /// Signals that usually end or stop the process. One that the process survives (because it was ignored, or because a stop
  /// is over) is reported too. So are signals with another effect on another system, and the numbers without a name,
  /// which end a process as well (signal(7)).
  private static let ending = (1..<Int32(count)).filter { !(crashing + reporting + excluded).contains($0) }
  private static let crashing = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
  private static let reporting = [SIGWINCH, SIGCONT]
  /// Signals that cannot be caught or end nothing, those that must stop a background process immediately, and those that
  /// are errors of a write instead.
  private static let excluded = [
    SIGKILL, SIGSTOP, SIGCHLD, SIGURG, SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ,
  ]
  /// Above every signal's number.
  private static let count = 65

  /// The state that a signal handler needs. Its arrays are never copied, so that a change in a handler allocates
  /// nothing.
  private struct State {
    /// The terminal whose mode is changed; −1 for none.
    var terminal: Int32 = -1
    /// The settings to restore.
    var settings = termios()
    /// Written to the terminal after the settings are restored.
    var exitSequence: [UInt8] = []
    /// How often the terminal was restored.
    var restorations = 0
    /// The actions before `begin` and during it, by signal number.
    var formerActions = Array(repeating: sigaction(), count: TerminalSignals.count)
    var actions = Array(repeating: sigaction(), count: TerminalSignals.count)

    /// Does nothing in the background: there the shell's settings are in force.
    mutating func restoreTerminal() {
      guard terminal >= 0 else { return }
      let group = tcgetpgrp(terminal)
      guard group < 0 || group == getpgrp() else { return }
      _ = tcsetattr(terminal, TCSANOW, &settings)
      _ = exitSequence.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      restorations &+= 1
    }

    mutating func restoreFormerAction(_ number: Int32) {
      _ = sigaction(number, &formerActions[Int(number)], nil)
    }

    /// Does nothing after `end`.
    mutating func restoreAction(_ number: Int32) {
      guard terminal >= 0 else { return }
      _ = sigaction(number, &actions[Int(number)], nil)
    }

    /// One handler at a time, on the alternate stack, so that a stack overflow is handled too.
    mutating func install(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
      guard sigaction(number, nil, &formerActions[Int(number)]) == 0 else { return }
      signal(number, handler)
      _ = sigaction(number, nil, &actions[Int(number)])
      sigfillset(&actions[Int(number)].sa_mask)
      actions[Int(number)].sa_flags |= Int32(SA_ONSTACK)
      restoreAction(number)
    }
  }

  private static let state = Mutex(State())
  /// From the handlers to the program: a byte for each signal that is reported.
  private static let channel = WakeUpPipe()

  // MARK: In the program

  /// Readable while there are signals to report.
  static var descriptor: Int32 { channel?.descriptor ?? -1 }

  /// Installs the handlers.
  ///
  /// - Parameters:
  ///   - terminal: Its descriptor, which must stay open until `end`.
  ///   - settings: The settings to restore.
  ///   - exitSequence: Written after that, at most `longestExitSequence` bytes of it.
  static func begin(_ terminal: Int32, settings: termios, exitSequence: String) {
    _ = reported()
    withSignalsBlocked {
      state.withLock { state in
        state.settings = settings
        state.exitSequence = Array(exitSequence.utf8.prefix(longestExitSequence))
        state.terminal = terminal
        for number in ending { state.install(number) { TerminalSignals.end(by: $0) } }
        for number in crashing { state.install(number) { TerminalSignals.crash(by: $0) } }
        for number in reporting { state.install(number) { TerminalSignals.report($0) } }
      }
    }
  }

  /// How often the terminal was restored, at the end of a mode or by a signal.
  static var restorations: Int {
    var count = 0
    withSignalsBlocked { count = state.withLock { $0.restorations } }
    return count
  }

  /// Restores the terminal and the former actions.
  static func end(dropsInput: Bool) {
    withSignalsBlocked {
      state.withLock { state in
        state.restoreTerminal()
        if dropsInput { _ = tcflush(state.terminal, TCIFLUSH) }
        for number in ending + crashing + reporting { state.restoreFormerAction(number) }
        state.terminal = -1
      }
    }
  }

  /// The numbers of the signals since the last call.
  static func reported() -> Set<Int32> {
    Set((channel?.receive() ?? []).map(Int32.init))
  }

  private static func withSignalsBlocked(_ body: () -> Void) {
    var (all, former) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &former)
    body()
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  // MARK: In a handler

  static func report(_ number: Int32) {
    let before = errno
    channel?.send(UInt8(truncatingIfNeeded: number))
    errno = before
  }

  private static func end(by number: Int32) {
    let before = errno
    restore(before: number)
    // Takes effect here, so that nothing is reported before the process has ended or stopped.
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(number)
    while state.withLockIfAvailable({ $0.restoreAction(number) }) == nil { sched_yield() }
    report(number)
    errno = before
  }

  /// The former handler of crashes, if any, runs when this returns, and finds the thread as it crashed.
  private static func crash(by number: Int32) {
    restore(before: number)
    raise(number)
  }

  /// Gives up after about a second: a crash while the mutex is held would wait forever.
  private static func restore(before number: Int32) {
    for _ in 0..<1_000_000 {
      let isDone: Void? = state.withLockIfAvailable { state in
        state.restoreTerminal()
        state.restoreFormerAction(number)
      }
      if isDone != nil { return }
      sched_yield()
    }
    signal(number, SIG_DFL)
  }
}
