import Foundation

/// A TCP socket, and all that is asked of the system about it. Calls block for at most a second at a time, so that
/// whoever reads or writes keeps the clock. No program that this process starts inherits one: it would keep the connection
/// open, or the port taken, for as long as it runs.
struct Socket: Sendable {
  let descriptor: Int32

  enum Received {
    case bytes(Int)
    /// Nothing came within a second.
    case nothing
    /// The other side has no more to say, or the connection is broken.
    case ended
  }

  // MARK: Listening

  /// Listens at a numeric address or a name; port 0 lets the system choose one.
  static func listening(host: String, port: Int) throws(SocketError) -> Socket {
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
    guard descriptor >= 0 else { throw .unavailable(errno) }
    let listener = Socket(descriptor: descriptor)
    listener.keepToThisProcess()
    listener.set(SOL_SOCKET, SO_REUSEADDR, 1)
    listener.limitWaiting()
    guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0, listen(descriptor, 1_024) == 0 else {
      let code = errno
      listener.close()
      throw SocketError(code, host: host, port: port)
    }
    return listener
  }

  /// The port that it listens on.
  var port: Int {
    address(getsockname).flatMap { Int($0.port) } ?? 0
  }

  /// The next connection; nil when there was none within a second, or the listener has been woken. Throws when the
  /// process has no room for another connection.
  func accept() throws(SocketError) -> Socket? {
    // Not every system lets `SO_RCVTIMEO` speak for accept(2).
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 1_000) > 0 else { return nil }
    while true {
      let accepted = Foundation.accept(descriptor, nil, nil)
      if accepted >= 0 { return Socket(descriptor: accepted).configured() }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw .unavailable(errno)
      default: return nil
      }
    }
  }

  private func configured() -> Socket {
    keepToThisProcess()
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE, 1)
    #endif
    limitWaiting()
    return self
  }

  private func limitWaiting() {
    var second = timeval(tv_sec: 1, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &second, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &second, size)
  }

  // MARK: Talking

  /// The other side's address, without its port.
  var peer: String {
    address(getpeername)?.host ?? "-"
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

  /// Hands over some of the bytes and returns how many, 0 when none was taken within a second; nil when the connection
  /// is broken.
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

  /// Forgets what has come and was not read: closing would else break the connection before what was sent last is read.
  func discardReceived() {
    var bytes = [UInt8](repeating: 0, count: 16 * 1_024)
    _ = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
  }

  /// Says that there is no more to come; what the other side sends can still be read.
  func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the conversation from another thread: a call that is blocked in it returns.
  func wake() { _ = shutdown(descriptor, Int32(SHUT_RD)) }

  func close() { _ = Foundation.close(descriptor) }

  // MARK: System

  private func keepToThisProcess() { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  private func set(_ level: Int32, _ name: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private func address(
    _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (host: String, port: String)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: 64)
    var port = [CChar](repeating: 0, count: 8)
    let named = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        ask(descriptor, address, &size) == 0
          && getnameinfo(
            address, size, &host, socklen_t(host.count), &port, socklen_t(port.count),
            NI_NUMERICHOST | NI_NUMERICSERV) == 0
      }
    }
    return named ? (Self.text(host), Self.text(port)) : nil
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}

/// Why a server cannot listen.
package enum SocketError: Error, Sendable, Equatable {
  case unknownHost(String)
  case portInUse(Int)
  case notAllowed(Int)
  case notOurAddress(String)
  /// The system's code: usually that there are too many open files.
  case unavailable(Int32)

  fileprivate init(_ code: Int32, host: String, port: Int) {
    self =
      switch code {
      case EADDRINUSE: .portInUse(port)
      case EACCES: .notAllowed(port)
      case EADDRNOTAVAIL: .notOurAddress(host)
      default: .unavailable(code)
      }
  }
}
