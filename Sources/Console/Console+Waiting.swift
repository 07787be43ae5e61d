import Foundation

extension Console {
  /// Does what may take a while. Who waits for more than a moment sees a sign that turns, and what is being waited for.
  ///
  /// - Parameters:
  ///   - caption: Asked for anew each time that the sign turns.
  ///   - delay: How long nothing is shown: what is done at once needs no words.
  package func waiting<Result: Sendable>(
    _ caption: @escaping @Sendable () -> String, after delay: Duration = .milliseconds(200),
    for work: () async throws -> Result
  ) async rethrows -> Result {
    guard status.take() else { return try await work() }
    let status = status
    let turning = Task {
      try await Task.sleep(for: delay)
      for turn in 0... {
        status.show(Self.signs[turn % Self.signs.count] + " " + caption())
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
