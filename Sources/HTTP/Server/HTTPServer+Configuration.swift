extension HTTPServer {
  /// How a server listens, what it accepts and what it reports.
  package struct Configuration: Sendable {
    /// A numeric address or a host name. `localhost` listens at both loopback addresses, 127.0.0.1 and ::1, where the
    /// system has both.
    package var host = "127.0.0.1"
    /// 0 lets the system choose a free port.
    package var port = 8080
    /// A socket to listen at instead of `host` and `port`.
    package var socket: SocketSource?
    /// Limits of sizes, times and connections.
    package var limits = HTTPLimits()
    /// How many files and sockets the process may have open. The server leaves some of them to other parts of the process.
    package var descriptors = Int.max
    /// Whether the server accepts requests for a host (and port, as the client wrote it); empty for an HTTP/1.0 client
    /// without a Host field. Other hosts get 421 (Misdirected Request).
    package var allowsHost: @Sendable (String) -> Bool = { _ in true }
    /// The proxies whose fields for the client's address, scheme and host are believed; nil for none. `allowsHost` gets
    /// the host that they forward.
    package var trustedProxies: TrustedProxies?
    /// Receives an entry after each response.
    package var log: @Sendable (AccessLogEntry) -> Void = { _ in }
    /// Receives the errors that the session throws, and an `InvalidStatusError`. The client gets a 500 without the
    /// cause.
    package var onError: @Sendable (HTTPRequest, any Error) -> Void = { _, _ in }

    package init() {}
  }
}

/// A socket at which a server listens, other than at an address of the network.
package enum SocketSource: Sendable, Equatable {
  /// A Unix domain socket with this path, made with mode 0660 and removed when the server stops.
  case path(String)
  /// Sockets that a service manager has opened, by file descriptor. The service manager keeps them open.
  case passed([Int32])
}

/// One request and its response in the access log. It contains no header fields and no contents, but the target may
/// contain a secret.
package struct AccessLogEntry: Sendable, Equatable {
  /// The client's numeric address, behind trusted proxies; `unix` for a client of a Unix domain socket.
  package let peer: String
  /// `-` for a request that could not be parsed; likewise the target.
  package let method: String
  package let target: String
  package let status: Int
  /// Bytes of the response's contents.
  package let bytes: Int
  /// From the end of the request's head to the end of the response.
  package let milliseconds: Int

  package init(peer: String, method: String, target: String, status: Int, bytes: Int, milliseconds: Int) {
    self.peer = peer
    self.method = method
    self.target = target
    self.status = status
    self.bytes = bytes
    self.milliseconds = milliseconds
  }
}
