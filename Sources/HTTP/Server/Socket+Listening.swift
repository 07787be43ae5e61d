import Foundation

/// Why a server cannot listen.
package enum SocketError: Error, Sendable, Equatable {
  /// The host name cannot be resolved.
  case unknownHost(String)
  /// Another program listens at the port.
  case portInUse(Int)
  /// The port requires more privileges.
  case notAllowed(Int)
  /// The address is not one of this machine.
  case notOurAddress(String)
  /// Another program listens at the Unix domain socket of this path.
  case socketInUse(String)
  /// The path names a file that is not a socket.
  case notSocket(String)
  /// The path is longer than a socket's path may be, in bytes.
  case pathTooLong(String, limit: Int)
  /// The socket's folder does not exist.
  case noFolder(String)
  /// The process may not make a socket with this path, or replace the one that has it.
  case pathNotAllowed(String)
  /// The file descriptor, which a service manager passed, is not a listening stream socket.
  case notListening(Int32)
  /// Another error by its code (errno); usually too many open files.
  case unavailable(Int32)

  init(_ code: Int32, host: String, port: Int) {
    self =
      switch code {
      case EADDRINUSE: .portInUse(port)
      case EACCES: .notAllowed(port)
      case EADDRNOTAVAIL, EAFNOSUPPORT: .notOurAddress(host)
      default: .unavailable(code)
      }
  }
}

extension Socket {
  /// Listens at the addresses of a host: both loopback addresses for `localhost`, otherwise one.
  static func listening(host: String, port: Int) throws(SocketError) -> [Socket] {
    let isLocalhost = host.equalsIgnoringCase("localhost")
    return try listening(at: isLocalhost ? ["127.0.0.1", "::1"] : [host], port: port)
  }

  /// Listens at one port of several addresses. Addresses that this machine does not have are skipped, unless it has
  /// none of them. With port 0, another free port is tried when the first one is taken at a further address.
  static func listening(at hosts: [String], port: Int) throws(SocketError) -> [Socket] {
    var attempts = port == 0 ? 16 : 1
    while true {
      attempts -= 1
      do throws(SocketError) {
        return try listeningOnce(at: hosts, port: port)
      } catch .portInUse where attempts > 0 {
        continue
      } catch {
        throw error
      }
    }
  }

  private static func listeningOnce(at hosts: [String], port: Int) throws(SocketError) -> [Socket] {
    var listeners: [Socket] = []
    var missing: SocketError?
    for host in hosts {
      do throws(SocketError) {
        listeners.append(try listening(address: host, port: listeners.first?.port ?? port))
      } catch {
        switch error {
        case .notOurAddress, .unknownHost: missing = missing ?? error
        default:
          for listener in listeners { listener.close() }
          throw error
        }
      }
    }
    if let missing, listeners.isEmpty { throw missing }
    return listeners
  }
}
