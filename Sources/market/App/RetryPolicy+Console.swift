import Console
import OpenMarket

extension RetryPolicy {
  /// Tells somebody at a terminal that what has failed is tried again, and when.
  static func told(
    on console: Console,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) -> RetryPolicy {
    RetryPolicy(sleep: { delay in
      try await console.waiting { moment in
        let seconds = max(0, Int(((delay - moment.elapsed) / .seconds(1)).rounded(.up)))
        return moment.line(console.language.text("Trying again in \(seconds) s"))
      } for: {
        try await sleep(delay)
      }
    })
  }
}
