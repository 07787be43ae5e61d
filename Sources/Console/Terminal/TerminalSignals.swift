import Foundation
import Synchronization

/// The handlers of the signals that must not find a terminal in a state of ours. One that ends or stops the process
/// gives the terminal back and then takes its usual effect, whatever the rest of the program is doing; all others
/// only tell. The handlers take no lock, allocate nothing and call only what POSIX allows in them (XSH 2.4.3).
enum TerminalSignals {
  static let longestFarewell = 64

  /// Survived, they are told too: a shell may have had them ignored, and a stop passes. That is so of any signal that has
  /// another effect on another system, and of the numbers without a name, which end a process too (signal(7)).
  private static let ending = (1..<Int32(count)).filter { !(crashing + telling + spared).contains($0) }
  private static let crashing = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
  private static let telling = [SIGWINCH, SIGCONT]
  /// What cannot be caught, what ends nothing, what has to stop a process in the background there and then, and what is an
  /// error of a write instead.
  private static let spared = [
    SIGKILL, SIGSTOP, SIGCHLD, SIGURG, SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ,
  ]
  /// Above every signal's number.
  private static let count = 65

  /// All that a handler may look at.
  private struct Place: Sendable {
    let outside = LastingMemory(termios())
    let farewell = LastingMemory(UInt8(0), count: longestFarewell)
    let former = LastingMemory(sigaction(), count: TerminalSignals.count)
    let own = LastingMemory(sigaction(), count: TerminalSignals.count)
    let reading: Int32
    let writing: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      (reading, writing) = (ends[0], ends[1])
    }
  }

  private static let place = Place()
  /// The terminal whose settings are ours at present; −1 for none.
  private static let descriptor = Atomic<Int32>(-1)
  private static let farewellLength = Atomic(0)

  // MARK: From and to the program

  /// Becomes readable when there is something to tell.
  static var news: Int32 { place.reading }

  static func begin(_ terminal: Int32, outside: termios, farewell: String) {
    _ = told()
    place.outside.pointer?.pointee = outside
    let bytes = Array(farewell.utf8.prefix(longestFarewell))
    place.farewell.pointer?.update(from: bytes, count: bytes.count)
    farewellLength.store(bytes.count, ordering: .releasing)
    descriptor.store(terminal, ordering: .releasing)
    for number in ending { handle(number) { TerminalSignals.end(by: $0) } }
    for number in crashing { handle(number) { TerminalSignals.crash(by: $0) } }
    for number in telling { handle(number) { TerminalSignals.tell($0) } }
  }

  /// Gives the terminal back, and puts the former handlers in their places.
  static func end(dropsInput: Bool) {
    let terminal = descriptor.load(ordering: .acquiring)
    giveBack()
    if dropsInput { _ = tcflush(terminal, TCIFLUSH) }
    for number in ending + crashing + telling { restore(number) }
    descriptor.store(-1, ordering: .releasing)
  }

  /// What there was to tell, by the numbers of the signals.
  static func told() -> Set<Int32> {
    var numbers: Set<Int32> = []
    var byte: UInt8 = 0
    while read(place.reading, &byte, 1) == 1 { numbers.insert(Int32(byte)) }
    return numbers
  }

  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    guard let former = place.former.pointer, let own = place.own.pointer else { return }
    guard sigaction(number, nil, former + Int(number)) == 0 else { return }
    signal(number, handler)
    // One handler at a time, on the stack that was set aside for a stack that is used up.
    _ = sigaction(number, nil, own + Int(number))
    sigfillset(&own[Int(number)].sa_mask)
    own[Int(number)].sa_flags |= Int32(SA_ONSTACK)
    _ = sigaction(number, own + Int(number), nil)
  }

  // MARK: In a handler

  static func tell(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(place.writing, &byte, 1)
    errno = before
  }

  private static func end(by number: Int32) {
    let before = errno
    giveBack()
    restore(number)
    // Here and now, so that nothing is told before the process has ended or stopped.
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(number)
    if let own = place.own.pointer { _ = sigaction(number, own + Int(number), nil) }
    tell(number)
    errno = before
  }

  /// Whoever handled crashes before does so when this returns, and finds the place of the crash untouched.
  private static func crash(by number: Int32) {
    giveBack()
    restore(number)
    raise(number)
  }

  private static func restore(_ number: Int32) {
    guard let former = place.former.pointer else { return }
    _ = sigaction(number, former + Int(number), nil)
  }

  /// A process in the background has no say: there the shell has its own settings in force.
  private static func giveBack() {
    let terminal = descriptor.load(ordering: .acquiring)
    guard terminal >= 0 else { return }
    let group = tcgetpgrp(terminal)
    guard group < 0 || group == getpgrp() else { return }
    _ = tcsetattr(terminal, TCSANOW, place.outside.pointer)
    _ = write(terminal, place.farewell.pointer, farewellLength.load(ordering: .acquiring))
  }
}
