import CPostgres
import Foundation

/// The address of a PostgreSQL database, as libpq reads it (https://www.postgresql.org/docs/current/libpq-connect.html):
/// `postgres://host/database?sslmode=verify-full`, or `postgres:///?service=shop`.
package struct PostgresAddress: Sendable, Hashable {
  /// Why a text is no such address.
  package enum Defect: Error, Sendable, Equatable {
    /// A command line is seen by every user of the machine.
    case password
    case malformed
    case port
    /// An item of the query with another value than one of these; a whole number where there are none.
    case item(String, [String])
  }

  /// The parts of the address before and after its hosts, without the parameters of this program.
  private let head: String
  private let tail: String
  /// The hosts between user and database, with their ports; one text where other parameters follow their order.
  private let hosts: [String]
  /// As it was given.
  let text: String
  /// Without the query, which may hold what is secret.
  let shown: String
  /// Whether statements stay prepared; `prepare=off` where a pooler gives each transaction another session.
  let isPreparing: Bool
  let isRemote: Bool
  private let values: [String]
  private let namesMode: Bool

  var hostCount: Int { hosts.count }

  /// Nil for a text with another scheme.
  package init?(_ text: String) throws(Defect) {
    guard let scheme = ["postgres://", "postgresql://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let beforeQuery = rest.prefix { $0 != "?" }
    let authority = beforeQuery.prefix { $0 != "/" }
    let user = authority.lastIndex(of: "@").map { authority[..<$0] }
    // A password may have a slash that is not encoded.
    let isCut = user == nil && authority.contains(":") && beforeQuery.dropFirst(authority.count).contains("@")
    guard user?.contains(":") != true, !isCut else { throw .password }
    var parameters: [(text: String, name: String, value: String)] = []
    for text in rest.dropFirst(beforeQuery.count + 1).split(separator: "&") {
      let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(\.removingPercentEncoding)
      // libpq would quote what it cannot read in its error.
      guard halves.count == 2, let name = halves[0], let value = halves[1] else { throw .malformed }
      guard !name.utf8.contains(0), !value.utf8.contains(0) else { throw .malformed }
      parameters.append((String(text), name, value))
    }
    func value(of name: String) -> String? { parameters.last { $0.name == name }?.value }
    let secrets = ["password", "sslpassword", "oauth_client_secret"]
    guard secrets.allSatisfy({ value(of: $0) == nil }) else { throw .password }
    // The database would quote a value in its error.
    for (name, words) in Self.words {
      let words = words.split(separator: " ").map(String.init)
      if let value = value(of: name), !words.contains(value) { throw .item(name, words) }
    }
    let time = "connect_timeout"
    guard value(of: time).map({ Int($0) != nil }) ?? true else { throw .item(time, []) }
    isPreparing = value(of: "prepare") != "off"
    guard !text.utf8.contains(0) else { throw .malformed }
    let named = String(authority.dropFirst(user.map { $0.count + 1 } ?? 0))
    let ports = named.split(separator: ",").compactMap {
      $0[($0.lastIndex(of: "]") ?? $0.startIndex)...].wholeMatch(of: /[^:]*:(.+)/)?.1
    }
    let allPorts = ports + (value(of: "port") ?? "").split(separator: ",")
    guard allPorts.allSatisfy({ (1...65_535).contains(Int($0) ?? 0) }) else { throw .port }
    let allHosts =
      value(of: "host").map { $0.split(separator: ",").map(String.init) }
      ?? named.split(separator: ",").map { $0.removingPercentEncoding ?? String($0) }
    isRemote = allHosts.contains { !Self.isLocal($0) }
    namesMode = value(of: "sslmode") != nil || value(of: "service") != nil
    parameters.removeAll { $0.name == "prepare" }
    values = parameters.map(\.value)
    head = "postgresql://" + (user.map { "\($0)@" } ?? "")
    // Lists of other parameters are in the order of the hosts.
    let isOrdered = ["host", "hostaddr", "port"].contains { value(of: $0) != nil }
    hosts =
      isOrdered ? [named] : named.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    tail =
      beforeQuery.dropFirst(authority.count)
      + (parameters.isEmpty ? "" : "?" + parameters.map(\.text).joined(separator: "&"))
    let url = head + hosts.joined(separator: ",") + tail
    // Without libpq the connection says so.
    guard cpostgres_open() != nil || cpostgres_parses(url) == 1 else { throw .malformed }
    self.text = text
    shown = String(text.prefix { $0 != "?" })
  }

  /// The values that parameters may have.
  private static let words = [
    "sslmode": "disable allow prefer require verify-ca verify-full", "gssencmode": "disable prefer require",
    "target_session_attrs": "any read-write read-only primary standby prefer-standby",
    "channel_binding": "disable prefer require", "prepare": "on off",
  ]

  /// Whether a host, with its port, is this machine, or the folder of a socket.
  private static func isLocal(_ host: String) -> Bool {
    let name =
      host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
    return host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || name == "localhost" || name == "::1"
      || name.hasPrefix("127.")
  }

  /// A message of the database in which the values of the query that it quotes are masked.
  package func masked(_ message: String) -> String {
    values.reduce(message) { $0.replacing("\"\($1)\"", with: "\"***\"") }
  }

  /// Names and values for libpq; those of the address are the last. A remote server has to prove its name, unless the address
  /// or its service says otherwise.
  ///
  /// - Parameter host: Which of the hosts is connected to, of `hostCount`; nil for the first that libpq reaches.
  func parameters(ofHost host: Int? = nil) -> [(String, String)] {
    let url = head + (host.map { hosts[$0] } ?? hosts.joined(separator: ",")) + tail
    var parameters = [
      // For each host: one that is stopped accepts connections, and nothing follows.
      ("connect_timeout", "3"), ("keepalives_idle", "30"), ("fallback_application_name", "market"),
      ("target_session_attrs", "read-write"),
    ]
    if isRemote, !namesMode { parameters.append(("sslmode", "verify-full")) }
    parameters.append(("dbname", url))
    parameters.append(("client_encoding", "UTF8"))
    return parameters
  }
}
