import Foundation

extension Terminal {
  /// Sends a query to the terminal and passes each byte of the response to `take`, until that returns true or the time is
  /// up. The response is not echoed, and its unread rest is dropped. Returns whether `take` returned true.
  ///
  /// Nothing is sent to a terminal with type-ahead, which would be lost, or to one with another process in the
  /// foreground, where changing the settings would stop this process (SIGTTOU).
  static func query(
    _ query: String, input: Int32, output: Int32, timeout: Duration, take: (UInt8) -> Bool
  ) throws(ConsoleError) -> Bool {
    guard isatty(input) == 1, isatty(output) == 1, isInForeground(input) else { return false }
    let mode = try TerminalMode(input, .keys)
    defer { mode.end() }
    guard try mode.wait(milliseconds: 0) == .timedOut else { return false }
    try OutputDescriptor(output, isBuffered: false).write(query)
    defer { tcflush(input, TCIFLUSH) }
    let deadline = ContinuousClock.now + timeout
    while true {
      let rest = ((deadline - .now) / .milliseconds(1)).rounded(.up)
      guard rest > 0 else { return false }
      switch try mode.wait(milliseconds: Int32(rest)) {
      case .resized: continue
      // Another program may have read the response.
      case .resumed, .woken, .timedOut: return false
      case .input: break
      }
      var buffer = [UInt8](repeating: 0, count: 1_024)
      let count = read(input, &buffer, buffer.count)
      // The end of input: the terminal was closed.
      guard count > 0 else { return false }
      for byte in buffer[..<count] where take(byte) { return true }
    }
  }

  /// Whether this process is in the foreground of the terminal, or the terminal controls no session.
  static func isInForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group == getpgrp() || group <= 0
  }
}
