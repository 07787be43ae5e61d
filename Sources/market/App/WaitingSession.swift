import Console
import Foundation
import HTTP

/// Tells somebody at a terminal that an answer is being waited for, and how far an upload is.
struct WaitingSession: Session {
  private let session: any Session
  private let console: Console
  private let locale: Locale

  init(_ session: any Session, console: Console, locale: Locale) {
    self.session = session
    self.console = console
    self.locale = locale
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    let progress = TransferProgress()
    var request = request
    request.progress = progress
    let total = request.body.count
    let asking = console.language.text("Waiting for \((request.authority ?? "").sanitized)")
    let bar = ProgressBar(LocalizedPhrase("Uploading"), in: console.language, locale: locale)
    let tracked = request
    return try await console.waiting { moment in
      // What is small is sent at once, and nobody tells how far it is.
      let sent = progress.sent
      return sent > 0 && sent < total
        ? bar.line(
          done: sent, of: total, after: moment.elapsed, columns: moment.columns, style: moment.style)
        : moment.line(asking)
    } for: {
      try await session.response(to: tracked)
    }
  }
}
