import Foundation

/// An address at which a server listens.
package enum LocalAddress: Sendable, Equatable {
  /// A numeric address and a port.
  case network(host: String, port: Int)
  /// The path of a Unix domain socket.
  case unix(path: String)

  /// The address as a URL without a path: `http://[::1]:8080`, `http+unix:///run/a.sock`.
  package var url: String {
    switch self {
    case .network(let host, let port): "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .unix(let path):
      "http+unix://"
        + URL(filePath: path, directoryHint: .notDirectory).absoluteURL.path(percentEncoded: true)
    }
  }
}
