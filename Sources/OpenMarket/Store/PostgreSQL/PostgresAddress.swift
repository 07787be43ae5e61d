import Foundation

/// The address of a PostgreSQL database, as libpq reads it (https://www.postgresql.org/docs/current/libpq-connect.html):
/// `postgres://host/database?sslmode=verify-full`, or `postgres:///?service=shop`.
package struct PostgresAddress: Sendable, Hashable {
  /// Why a text is no such address.
  package enum Defect: Error, Sendable {
    /// A command line is seen by every user of the machine.
    case password
    case malformed
  }

  /// Without the parameters of this program.
  private let url: String
  /// As it was given.
  let text: String
  /// Whether statements stay prepared; `prepare=off` where a pooler gives each transaction another session.
  let isPreparing: Bool
  let isRemote: Bool
  private let namesMode: Bool

  /// Nil for a text with another scheme.
  package init?(_ text: String) throws(Defect) {
    guard let scheme = ["postgres://", "postgresql://"].first(where: { text.lowercased().hasPrefix($0) })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let beforeQuery = rest.prefix { $0 != "?" }
    let authority = beforeQuery.prefix { $0 != "/" }
    let user = authority.lastIndex(of: "@").map { authority[..<$0] }
    guard user?.contains(":") != true else { throw .password }
    var parameters = rest.dropFirst(beforeQuery.count + 1).split(separator: "&").map(String.init)
    func value(of name: String) -> String? {
      parameters.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    guard value(of: "password") == nil, value(of: "sslpassword") == nil else { throw .password }
    switch value(of: "prepare") {
    case nil, "on": isPreparing = true
    case "off": isPreparing = false
    default: throw .malformed
    }
    guard !text.utf8.contains(0) else { throw .malformed }
    let hosts = (value(of: "host") ?? String(authority.dropFirst(user.map { $0.count + 1 } ?? 0)))
      .split(separator: ",").map(String.init)
    isRemote = hosts.contains { !Self.isLocal($0) }
    namesMode = value(of: "sslmode") != nil || value(of: "service") != nil
    parameters.removeAll { $0.hasPrefix("prepare=") }
    url =
      "postgresql://" + beforeQuery + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    self.text = text
  }

  /// Whether a host, with its port, is this machine, or the folder of a socket.
  private static func isLocal(_ host: String) -> Bool {
    let host = host.removingPercentEncoding ?? host
    let name =
      host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
    return host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || name == "localhost" || name == "::1"
      || name.hasPrefix("127.")
  }

  /// Names and values for libpq; those of the address are the last. A remote server has to prove its name, unless the address
  /// or its service says otherwise.
  var parameters: [(String, String)] {
    var parameters = [
      ("connect_timeout", "5"), ("keepalives_idle", "30"), ("fallback_application_name", "market"),
      ("target_session_attrs", "read-write"),
    ]
    if isRemote, !namesMode { parameters.append(("sslmode", "verify-full")) }
    parameters.append(("dbname", url))
    parameters.append(("client_encoding", "UTF8"))
    return parameters
  }
}
