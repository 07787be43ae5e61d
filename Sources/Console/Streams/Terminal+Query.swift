import Foundation

extension Terminal {
  /// Puts a question to the terminal and hands over each byte of what comes back, until `isDone` or the time is up. What
  /// comes is never shown, and nothing of it is left to be read by others. A terminal at which somebody has typed ahead
  /// is not asked: that would be lost. Nor is one that another program is in front of.
  ///
  /// Nil when nothing was asked. A signal that comes meanwhile takes its usual effect once the terminal is as it was.
  static func ask(
    _ question: String, input: Int32, output: Int32, patience: Duration, take: (UInt8) -> Bool
  ) throws -> Outcome<Bool>? {
    guard isatty(input) == 1, isatty(output) == 1, isInForeground(input) else { return nil }
    return try changed(input, flushing: TCSADRAIN) { settings in
      settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
      withUnsafeMutableBytes(of: &settings.c_cc) { characters in
        characters[Int(VMIN)] = 0
        characters[Int(VTIME)] = 0
      }
    } _: { interruption in
      guard try !interruption.wait(for: input, until: .now) else { return false }
      try OutputDescriptor(output, isBuffered: false).write(question)
      let deadline = ContinuousClock.now + patience
      while try interruption.wait(for: input, until: deadline) {
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = read(input, &buffer, buffer.count)
        // Readable and yet empty: the terminal has gone.
        guard count > 0 else { return false }
        for byte in buffer[..<count] where take(byte) { return true }
      }
      return false
    }
  }

  /// Whether this program is the one that the terminal obeys; to change the settings of another's would stop it
  /// (SIGTTOU). A terminal that is nobody's controlling terminal is free.
  private static func isInForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group == getpgrp() || group <= 0
  }
}
