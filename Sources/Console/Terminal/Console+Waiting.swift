import Foundation

/// One drawing of the line that someone who waits is looking at.
package struct WaitingMoment {
  /// A sign that turns as time goes by.
  package let sign: String
  /// What there is room for.
  package let columns: Int
  package let style: Style
  /// How long it has been.
  package let elapsed: Duration

  /// Some words after the sign.
  package func line(_ words: String) -> String {
    style.dim("\(sign) \(words)".truncated(toWidth: columns))
  }
}

extension Console {
  /// Does what may take a while. Who waits for more than a moment sees one line about it, on a terminal.
  ///
  /// - Parameters:
  ///   - line: Draws the line, several times a second; sanitized, and no wider than there is room for.
  ///   - delay: How long nothing is shown: what is done at once needs no words.
  package func waiting<Result: Sendable>(
    _ line: @escaping @Sendable (WaitingMoment) -> String, after delay: Duration = .milliseconds(200),
    for work: () async throws -> Result
  ) async rethrows -> Result {
    guard status.take() else { return try await work() }
    let (status, style, start) = (status, errorStyle, ContinuousClock.now)
    let turning = Task {
      try await Task.sleep(for: delay)
      for turn in 0... {
        status.show { columns in
          line(
            WaitingMoment(
              sign: Self.signs[turn % Self.signs.count], columns: columns, style: style, elapsed: .now - start
            ))
        }
        try await Task.sleep(for: .milliseconds(80))
      }
    }
    defer {
      turning.cancel()
      status.release()
    }
    return try await work()
  }

  private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
}
