import Foundation

/// The state that one drawing of a wait's line depends on.
package struct WaitingMoment {
  /// The current frame of the spinner.
  package let sign: String
  /// The width of the line.
  package let columns: Int
  package let style: Style
  /// The time since the wait began.
  package let elapsed: Duration

  /// The spinner and some words, cut to the width.
  package func line(_ words: String) -> String {
    style.dim("\(sign) \(words)".truncated(toWidth: columns))
  }
}

extension Console {
  /// Runs work that may take a while. After `delay` a line on stderr shows it, where that is a terminal.
  ///
  /// - Parameters:
  ///   - line: Makes the line, several times a second; sanitized, and no wider than `WaitingMoment.columns`.
  ///   - delay: How long nothing is shown.
  package func waiting<Result: Sendable>(
    _ line: @escaping @Sendable (WaitingMoment) -> String, after delay: Duration = .milliseconds(200),
    for work: () async throws -> Result
  ) async rethrows -> Result {
    guard let lease = spinner.take() else { return try await work() }
    let (spinner, style, start) = (spinner, errorStyle, ContinuousClock.now)
    let ticks = Task {
      try await Task.sleep(for: delay)
      for tick in 0... {
        spinner.show(lease) { columns in
          line(
            WaitingMoment(
              sign: Self.signs[tick % Self.signs.count], columns: columns, style: style, elapsed: .now - start
            ))
        }
        try await Task.sleep(for: .milliseconds(80))
      }
    }
    defer {
      ticks.cancel()
      spinner.release(lease)
    }
    return try await work()
  }

  private static let signs = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
}
