import Foundation

/// Catches the signals that would end or stop the process, for as long as the terminal is in a state that must
/// not be left behind. The handler writes into a pipe, which is all that a handler may safely do (POSIX,
/// signal-safety); whoever waits for input waits for the pipe too.
final class Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Made once and kept: a handler can be handed nothing but what outlives everything.
  private static let pipe: (reading: Int32, writing: Int32)? = {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  private let reading: Int32
  private var former: [(signal: Int32, action: sigaction)] = []
  /// The first signal that arrived, once `end` has been called or `wait` has thrown.
  private(set) var signal: Int32?

  init() throws {
    guard let pipe = Self.pipe else { throw ConsoleError.reading(errno) }
    reading = pipe.reading
    for signal in Self.signals {
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { continue }
      former.append((signal, action))
      Foundation.signal(signal) { number in
        guard let pipe = Interruption.pipe else { return }
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = Foundation.write(pipe.writing, &byte, 1)
        errno = before
      }
    }
  }

  /// Returns when there is input, throws when a signal comes first. False when neither has come by the deadline.
  @discardableResult
  func wait(for descriptor: Int32, until deadline: ContinuousClock.Instant? = nil) throws -> Bool {
    while true {
      var requests = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      ]
      let rest = deadline.map { max(0, ((($0 - .now) / .milliseconds(1)).rounded(.up))) }
      let ready = poll(&requests, nfds_t(requests.count), rest.map { Int32($0) } ?? -1)
      if ready < 0 && errno != EINTR { throw ConsoleError.reading(errno) }
      collect()
      if let signal { throw ConsoleError.interrupted(signal: signal) }
      if ready > 0 && requests[0].revents != 0 { return true }
      if ready == 0 { return false }
    }
  }

  /// Puts the former handlers back.
  func end() {
    for (signal, action) in former {
      var action = action
      _ = sigaction(signal, &action, nil)
    }
    former = []
    collect()
  }

  private func collect() {
    var byte: UInt8 = 0
    while read(reading, &byte, 1) == 1 { signal = signal ?? Int32(byte) }
  }
}
