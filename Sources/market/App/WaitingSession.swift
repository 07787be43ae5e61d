import Console
import Foundation
import HTTP
import OpenMarket

/// Shows a spinner on the terminal while a request is under way, and the progress of an upload.
struct WaitingSession: Session {
  let session: any Session
  let console: Console
  let locale: Locale

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let progress = TransferProgress()
    var request = request
    request.progress = progress
    let total = request.body.count
    let waiting = console.language.text("Waiting for \((request.authority ?? "").sanitized)")
    let bar = ProgressBar(LocalizedPhrase("Uploading"), in: console.language, locale: locale)
    let tracked = request
    return try await console.waiting { moment in
      // A small body is sent at once, without progress.
      let sent = progress.sent
      return sent > 0 && sent < total
        ? bar.line(
          done: sent, of: total, after: moment.elapsed, columns: moment.columns, style: moment.style)
        : moment.line(waiting)
    } for: {
      try await session.response(to: tracked)
    }
  }
}

extension RetryPolicy {
  /// The default policy, with a countdown on the terminal until the next attempt.
  static func showingCountdown(
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
