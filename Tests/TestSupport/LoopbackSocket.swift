import Foundation

/// A TCP socket on 127.0.0.1, for scripted servers and clients.
struct LoopbackSocket: Sendable {
  private let descriptor: Int32

  /// Listens on a port that the system chooses.
  ///
  /// - Parameter queue: How many connections may wait to be accepted.
  static func listening(queue: Int32 = 64) throws -> LoopbackSocket {
    let listener = LoopbackSocket()
    guard listener.with(port: 0, bind) == 0, listen(listener.descriptor, queue) == 0 else {
      throw POSIXError(.EADDRNOTAVAIL)
    }
    return listener
  }

  /// Binds a port that was listened on, without listening: no other socket can bind it, and connections are refused.
  static func closed(port: Int) throws -> LoopbackSocket {
    let holder = LoopbackSocket()
    var isReused: Int32 = 1
    setsockopt(
      holder.descriptor, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    guard holder.with(port: UInt16(port), bind) == 0 else { throw POSIXError(.EADDRINUSE) }
    return holder
  }

  /// Connects to a port.
  ///
  /// - Parameter window: The size of the receive buffer in bytes; nil for the system's default.
  static func connected(port: Int, window: Int32?) throws -> LoopbackSocket {
    let client = LoopbackSocket()
    if var window {
      setsockopt(client.descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }
    guard client.with(port: UInt16(port), connect) == 0 else {
      client.close()
      throw POSIXError(.ECONNREFUSED)
    }
    return client.withoutSignal()
  }

  private init() {
    #if canImport(Darwin)
      self.init(descriptor: socket(AF_INET, SOCK_STREAM, 0))
    #else
      self.init(descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    #endif
  }

  /// Closes on exec: a child process of a test would keep the socket open.
  private init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  private func with(port: UInt16, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, size) }
    }
  }

  func port() throws -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard named == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    return UInt16(bigEndian: address.sin_port)
  }

  func accept(until isStopped: Locked<Bool>) -> LoopbackSocket? {
    guard waitsForInput(until: isStopped) else { return nil }
    #if canImport(Darwin)
      let accepted = Darwin.accept(descriptor, nil, nil)
    #else
      let accepted = Glibc.accept(descriptor, nil, nil)
    #endif
    return accepted < 0 ? nil : LoopbackSocket(descriptor: accepted).withoutSignal()
  }

  /// Makes a write to a closed connection an error, not a signal.
  private func withoutSignal() -> LoopbackSocket {
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return self
  }

  /// The next bytes; nil when the peer has closed the connection or the server stops.
  func receive(until isStopped: Locked<Bool>) -> Data? {
    guard waitsForInput(until: isStopped) else { return nil }
    return receive()
  }

  /// The next bytes; nil when the peer has closed the connection. Throws when none arrive within a `WaitLimit`.
  func receiveInTime(fileID: String, line: Int) throws -> Data? {
    let limit = WaitLimit(for: "the peer sends a byte or closes the connection", fileID: fileID, line: line)
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&entry, 1, 100) <= 0 { try limit.check() }
    return receive()
  }

  /// Whether the peer has closed the connection, and all that it sent has been read.
  var isAtEnd: Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  private func receive() -> Data? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Data(buffer[..<count]) : nil
  }

  /// Sends all bytes. Returns false when the connection is broken.
  func send(_ data: Data) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #else
          Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
        #endif
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func resetWhenClosed() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  func finishSending() {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  private func waitsForInput(until isStopped: Locked<Bool>) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !isStopped.value {
      if poll(&entry, 1, 20) > 0 { return true }
    }
    return false
  }
}
