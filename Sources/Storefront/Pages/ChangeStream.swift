import Foundation
import HTTP
import OpenMarket

/// Tells an open page that the market has changed: Server-Sent Events (WHATWG HTML, 9.2), one event a response.
///
/// A response waits for the change, so that it is an answer as any other and holds nothing but its connection; the browser asks
/// again when it has ended, with the number of the last event. A wait that ends without a change keeps proxies from closing the
/// connection.
enum ChangeStream {
  /// How long a response waits for a change, within the idle time of usual proxies.
  private static let wait = Duration.seconds(25)
  /// After how many milliseconds the browser asks again: changes meanwhile are one.
  private static let pause = 2_000

  static func response(to page: PageRequest) async throws -> HTTPResponse {
    let changes = page.market.changes
    let known =
      page.request.headers["Last-Event-ID"] ?? page.request.queryItems.last { $0.name == "since" }?.value
    guard let since = known.flatMap(UInt64.init) else {
      return response(event: "id: \(try await changes.present())\nevent: begin\ndata: \n\n", for: page)
    }
    guard let number = try await changes.change(since: since, within: wait) else {
      return response(event: ": no change\n\n", for: page)
    }
    return response(event: "id: \(number)\ndata: changed\n\n", for: page)
  }

  private static func response(event: String, for page: PageRequest) -> HTTPResponse {
    var headers = PageSecurity.headers("text/event-stream", cacheControl: "no-cache")
    // nginx would collect the beginning of a response before it passes it on.
    headers["X-Accel-Buffering"] = "no"
    return HTTPResponse(status: 200, headers: headers, body: Data("retry: \(pause)\n\(event)".utf8))
  }
}
