import Foundation
import HTTP
import SystemSupport

/// The response at `/metrics`: counts and states of the server, for a program on this machine, or with a token. Others get
/// the 404 of an unknown path.
struct MetricsPage: RefusingSession {
  static let path = "metrics"

  let status: ServerStatus
  let store: Store
  let cache: PageCache?
  let failures: FailureCounts
  let version: String
  let token: MetricsToken?

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    if let refusal = refusal(of: request) { return refusal }
    let form = MetricsText.Form(accepted: request.headers.accepted(.accept))
    return HTTPResponse(
      status: 200,
      headers: [
        .contentType: form.contentType, .cacheControl: "no-store", .vary: "Accept",
        .contentTypeOptions: "nosniff",
      ], body: Data(text(in: form).utf8))
  }

  func refusal(of head: HTTPRequest) -> HTTPResponse? {
    guard TrustedProxies.isLocal(head.peer ?? "", head.headers) || token?.isBorne(by: head) == true else {
      return APIError.notFound.response(in: .items)
    }
    return ReadPath(session: self).refusal(of: head)
  }

  private func text(in form: MetricsText.Form) -> String {
    var text = MetricsText(form)
    text.addGauge(
      "market_build_info", "The version of the program; the value is always 1.",
      [([("version", version)], "1")])
    text.addGauge(
      "market_uptime_seconds", unit: "seconds", "Time since the server started.",
      [([], MetricsText.seconds(status.uptime))])
    text.addGauge(
      "market_draining", "1 while the server is about to stop.", [([], status.isDraining ? "1" : "0")])
    text.addGauge("market_open_connections", "Open connections.", [([], String(status.connectionCount))])
    addResponses(to: &text)
    text.addCounter(
      "market_refused_requests", "Requests and connections that were refused, by reason.",
      RefusalReason.allCases.map { ([("reason", $0.rawValue)], status.refused(for: $0)) })
    text.addGauge(
      "market_store_queue_length", "Pieces of work that wait for a thread of the store.",
      store.waiting.map { ([("queue", $0.queue)], String($0.count)) })
    if let connections = store.connections { addConnections(connections, to: &text) }
    text.addCounter(
      "market_store_errors", "Requests that failed with an error of the store, by its kind.",
      StoreError.Kind.allCases.map { ([("kind", $0.label)], failures.count(of: $0)) })
    let pages = cache?.counts ?? PageCache.Counts()
    text.addCounter(
      "market_page_cache_hits", "Pages that were sent from the cache.",
      [([], pages.hits + status.preparedResponses)])
    text.addCounter(
      "market_page_cache_misses", "Pages that were made because the cache had none.", [([], pages.misses)])
    return text.finished()
  }

  private func addConnections(_ connections: ConnectionCounts, to text: inout MetricsText) {
    text.addGauge(
      "market_database_connections", "Open connections to the server of the database.",
      [([], String(connections.open))])
    text.addGauge(
      "market_database_connections_busy", "Connections to the server of the database in a transaction.",
      [([], String(connections.busy))])
    text.addGauge(
      "market_database_connections_limit", "The most connections to the server of the database.",
      [([], String(connections.limit))])
    text.addCounter(
      "market_database_connections_opened",
      "Connections to the server of the database that were opened since the server started.",
      [([], connections.opened)])
    text.addCounter(
      "market_database_round_trips",
      "How often transactions have waited for the server of the database.", [([], connections.roundTrips)])
  }

  private func addResponses(to text: inout MetricsText) {
    let routes = Array(zip(status.routes, status.responses))
    text.addCounter(
      "market_requests",
      "Requests that were answered, by the first part of the path and the class of status.",
      routes.flatMap { route, counts in
        counts.statuses.enumerated().dropFirst().map { index, count in
          ([("route", route), ("status", "\(index + 1)xx")], count)
        }
      })
    text.addHistogram(
      "market_request_duration_seconds",
      "Time from the end of the request's head to the end of the response, in whole milliseconds.",
      bounds: RouteCounts.bounds,
      routes.map { route, counts in ([("route", route)], counts.durations, counts.milliseconds) })
  }
}

/// A secret with which metrics are read from other machines.
package struct MetricsToken: Sendable {
  /// The least and most characters of a token.
  package static let lengths = 16...512
  private static let scheme = "bearer "

  /// Codes are compared in place of tokens: how long that takes says nothing about the token.
  private let key: Data
  private let code: Data

  /// Nil for a text that is too short, too long, or has other characters than visible ASCII.
  package init?(_ text: String) {
    guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    key = Data(RandomSecret.make(length: 32).utf8)
    code = SHA256.authenticationCode(of: Data(text.utf8), key: key)
  }

  /// Whether the request has the token as its bearer token (RFC 6750 §2.1).
  func isBorne(by request: HTTPRequest) -> Bool {
    guard let field = request.headers[.authorization], field.lowercased().hasPrefix(Self.scheme) else {
      return false
    }
    let given = field.dropFirst(Self.scheme.count).drop { $0 == " " }
    return SHA256.authenticationCode(of: Data(given.utf8), key: key) == code
  }
}

extension StoreError.Kind {
  /// The name in words with low lines: `limit_reached`.
  fileprivate var label: String {
    "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
