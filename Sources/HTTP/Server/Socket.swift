import CSystem
import Foundation

/// A TCP socket or a Unix domain socket. Calls on connections do not block. Child processes do not inherit sockets; they
/// would keep the connection or the port in use.
struct Socket: Sendable {
  let descriptor: Int32

  /// The result of `receive(into:)`.
  enum Received {
    /// The number of bytes.
    case bytes(Int)
    /// No bytes for now.
    case nothing
    /// The other side has closed the connection, or it is broken.
    case ended
  }

  // MARK: Listening

  /// Listens at a numeric address, or the first address of a host name. The system chooses the port if it is 0.
  static func listening(address host: String, port: Int) throws(SocketError) -> Socket {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamType
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let address = list?.pointee else {
      throw .unknownHost(host)
    }
    defer { freeaddrinfo(list) }
    let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
    guard descriptor >= 0 else { throw SocketError(errno, host: host, port: port) }
    let listener = Socket(descriptor: descriptor)
    listener.closeOnExec()
    listener.set(SOL_SOCKET, SO_REUSEADDR, 1)
    listener.setTimeouts()
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 1_024) == 0 else {
      let code = errno
      listener.close()
      throw SocketError(code, host: host, port: port)
    }
    return listener
  }

  /// The local port; 0 if the socket is not bound to one.
  var port: Int {
    guard case .network(_, let port) = localAddress else { return 0 }
    return port
  }

  /// The local address; nil if the socket is not bound.
  var localAddress: LocalAddress? { address(getsockname) }

  /// Accepts a connection; nil if no client connects within a second, after `wake()`, and when the server is stopping.
  /// Throws if the process has no descriptors or memory for another connection.
  func accept(unless isStopping: () -> Bool) throws(SocketError) -> Socket? {
    // `SO_RCVTIMEO` does not apply to accept(2) on every system.
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 1_000) > 0, !isStopping() else { return nil }
    while true {
      let accepted = csystem_accept(descriptor)
      if accepted >= 0 { return Socket(descriptor: accepted).configured() }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw .unavailable(errno)
      default: return nil
      }
    }
  }

  private func configured() -> Socket {
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    return self
  }

  func setTimeouts() {
    var second = timeval(tv_sec: 1, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &second, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &second, size)
  }

  // MARK: Transfer

  /// The numeric address of the other side, without its port; `unix` for a Unix domain socket.
  var peer: String {
    switch address(getpeername) {
    case .network(let host, _): host
    case .unix: "unix"
    case nil: "-"
    }
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Received {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      guard count < 0 else { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothing
      default: return .ended
      }
    }
  }

  /// Sends some of the bytes and returns their number; 0 if the socket takes none for now, nil if the connection is
  /// broken.
  func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    while true {
      let count = Foundation.send(descriptor, bytes.baseAddress, bytes.count, Self.noSignal)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return 0
      default: return nil
      }
    }
  }

  /// Discards received bytes. Closing with unread bytes would reset the connection before the client has read the
  /// response.
  func discardReceived() {
    var bytes = [UInt8](repeating: 0, count: 16 * 1_024)
    _ = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
  }

  /// Closes the sending direction; the other side can still send.
  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the receiving direction; from any thread. A blocked call on another thread returns.
  func wake() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

  func close() { _ = Foundation.close(descriptor) }

  // MARK: System

  func closeOnExec() { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  private func set(_ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private func address(
    _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> LocalAddress? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isNamed = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name(descriptor, $0, &size) == 0 }
    }
    guard isNamed else { return nil }
    return Int32(storage.ss_family) == AF_UNIX
      ? .unix(path: Self.path(storage, size: Int(size))) : Self.numeric(&storage, size: size)
  }

  private static func numeric(_ storage: inout sockaddr_storage, size: socklen_t) -> LocalAddress? {
    var host = [CChar](repeating: 0, count: 64)
    var port = [CChar](repeating: 0, count: 8)
    let result = withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getnameinfo(
          $0, size, &host, socklen_t(host.count), &port, socklen_t(port.count),
          NI_NUMERICHOST | NI_NUMERICSERV)
      }
    }
    guard result == 0 else { return nil }
    return .network(
      host: text(host.map(UInt8.init(bitPattern:))), port: Int(text(port.map(UInt8.init(bitPattern:)))) ?? 0)
  }

  /// The path in an address of a Unix domain socket; empty for a socket without a name.
  private static func path(_ storage: sockaddr_storage, size: Int) -> String {
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    return withUnsafeBytes(of: storage) { text(Array($0[..<min(size, $0.count)].dropFirst(start))) }
  }

  private static func text(_ characters: [UInt8]) -> String {
    String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
  }

  #if canImport(Darwin)
    static let streamType = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
