import Foundation

/// Listening sockets that a service manager has opened for this process, such as systemd for a socket unit.
package enum PassedSockets {
  /// The file descriptors of the sockets (sd_listen_fds(3)): LISTEN_FDS of them, from 3 on, if LISTEN_PID is this process.
  /// A child process inherits the variables but not the sockets.
  package static func descriptors(in variables: [String: String]) -> [Int32] {
    guard variables["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
      let count = variables["LISTEN_FDS"].flatMap({ Int32($0) }), (1...1_000).contains(count)
    else { return [] }
    return Array(3..<3 + count)
  }

  /// Where the sockets listen. Throws for a descriptor that is no listening socket.
  package static func addresses(of descriptors: [Int32]) throws(SocketError) -> [LocalAddress] {
    try Socket.listening(passed: descriptors).map { listener throws(SocketError) in
      guard let address = listener.localAddress else { throw .notListening(listener.descriptor) }
      return address
    }
  }
}

extension Socket {
  /// The sockets with these descriptors, which listen already. Throws for one that does not, such as a connection.
  static func listening(passed descriptors: [Int32]) throws(SocketError) -> [Socket] {
    try descriptors.map { descriptor throws(SocketError) in
      let listener = Socket(descriptor: descriptor)
      guard listener.option(SO_TYPE) == streamType, listener.option(SO_ACCEPTCONN) == 1 else {
        throw .notListening(descriptor)
      }
      listener.closeOnExec()
      listener.setTimeouts()
      return listener
    }
  }

  private func option(_ name: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }
}

/// An address at which a server listens.
package enum LocalAddress: Sendable, Equatable {
  /// A numeric address and a port.
  case network(host: String, port: Int)
  /// The path of a Unix domain socket.
  case unix(path: String)

  /// The host and port of a URL, `[::1]:8080`; nil for a Unix domain socket.
  package var authority: String? {
    guard case .network(let host, let port) = self else { return nil }
    return "\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// The address as a URL without a path: `http://[::1]:8080`, `http+unix:///run/a.sock`.
  package var url: String {
    switch self {
    case .network: "http://\(authority ?? "")"
    case .unix(let path):
      "http+unix://"
        + URL(filePath: path, directoryHint: .notDirectory).absoluteURL.path(percentEncoded: true)
    }
  }
}
