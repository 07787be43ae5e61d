import Foundation

extension Terminal {
  /// Puts a question to the terminal and hands over each byte of what comes back, until `take` says that it is answered
  /// or the time is up. What comes is never shown, and what of it was not read is thrown away. False when there was no
  /// answer.
  ///
  /// A terminal at which somebody has typed ahead is not asked: that would be lost. Nor is one that another program is in
  /// front of: to change its settings would stop this one (SIGTTOU).
  static func ask(
    _ query: String, input: Int32, output: Int32, patience: Duration, take: (UInt8) -> Bool
  ) throws -> Bool {
    guard isatty(input) == 1, isatty(output) == 1, isInForeground(input) else { return false }
    let mode = try TerminalMode(input, .keys)
    defer { mode.end() }
    guard try mode.wait(milliseconds: 0) == .timedOut else { return false }
    try OutputDescriptor(output, isBuffered: false).write(query)
    defer { tcflush(input, TCIFLUSH) }
    let deadline = ContinuousClock.now + patience
    while true {
      let rest = ((deadline - .now) / .milliseconds(1)).rounded(.up)
      guard rest > 0 else { return false }
      switch try mode.wait(milliseconds: Int32(rest)) {
      case .resized: continue
      // Others may have read the answer.
      case .resumed, .called, .timedOut: return false
      case .input: break
      }
      var buffer = [UInt8](repeating: 0, count: 1_024)
      let count = read(input, &buffer, buffer.count)
      // Readable and yet empty: the terminal has gone.
      guard count > 0 else { return false }
      for byte in buffer[..<count] where take(byte) { return true }
    }
  }

  /// Whether the terminal listens to this process. One that controls no session is free.
  static func isInForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group == getpgrp() || group <= 0
  }
}
