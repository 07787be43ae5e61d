import CSystem
import Foundation
import SystemSupport

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
    listener.set(SOL_SOCKET, SO_REUSEADDR, value: 1)
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
    set(Int32(IPPROTO_TCP), TCP_NODELAY, value: 1)
    #if canImport(Darwin)
      set(SOL_SOCKET, SO_NOSIGPIPE, value: 1)
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

  /// Closes the connection with RST (RFC 9293 §3.10.4), and discards what was not sent.
  func reset() {
    var lingering = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  // MARK: System

  func closeOnExec() { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }

  private func set(_ level: Int32, _ name: Int32, value: Int32) {
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

extension Socket {
  /// Listens at a Unix domain socket, to which its owner and group may connect (mode 0660).
  ///
  /// A socket that no process listens at is replaced: its server ended without removing it. No other file is. The folder
  /// is locked meanwhile, so that of two servers that start at once only one replaces the socket.
  static func listening(path: String) throws(SocketError) -> (listener: Socket, file: SocketFile) {
    do {
      return try SocketFile.lock(of: path).withLock { _ in try bound(to: path) }
    } catch let error as SocketError {
      throw error
    } catch {
      // The folder cannot be opened: it does not exist or is not readable.
      return try bound(to: path)
    }
  }

  private static func bound(to path: String) throws(SocketError) -> (listener: Socket, file: SocketFile) {
    let address = try sockaddr_un(path: path)
    let listener = try unix()
    do throws(SocketError) {
      // On Linux the file gets this mode at most, so that it never allows more than after chmod(2).
      _ = fchmod(listener.descriptor, mode)
      if address.with(listener, bind) != 0 {
        guard errno == EADDRINUSE else { throw SocketError(errno, path: path) }
        try removeStale(path, address)
        guard address.with(listener, bind) == 0 else { throw SocketError(errno, path: path) }
      }
      guard let file = SocketFile(path), chmod(path, mode) == 0, listen(listener.descriptor, 1_024) == 0
      else { throw SocketError(errno, path: path) }
      return (listener, file)
    } catch {
      listener.close()
      throw error
    }
  }

  private static let mode: mode_t = 0o660

  /// Removes a socket that no process listens at. Throws for one that is in use, and for another file.
  private static func removeStale(_ path: String, _ address: sockaddr_un) throws(SocketError) {
    var status = stat()
    // It has just been removed.
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notSocket(path) }
    let client = try unix()
    defer { client.close() }
    // With a full backlog the call would block.
    _ = fcntl(client.descriptor, F_SETFL, O_NONBLOCK)
    guard address.with(client, connect) != 0 else { throw .socketInUse(path) }
    switch errno {
    case ECONNREFUSED: unlink(path)
    case ENOENT: break
    case EACCES, EPERM: throw .pathNotAllowed(path)
    default: throw .socketInUse(path)
    }
  }

  private static func unix() throws(SocketError) -> Socket {
    let socket = Socket(descriptor: socket(AF_UNIX, streamType, 0))
    guard socket.descriptor >= 0 else { throw .unavailable(errno) }
    socket.closeOnExec()
    socket.setTimeouts()
    return socket
  }
}

/// The file of a Unix domain socket that this process has made.
struct SocketFile: Sendable {
  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Nil if the path names no file.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (self.path, device, inode) = (path, status.st_dev, status.st_ino)
  }

  /// Removes the file, unless it was removed or replaced.
  func remove() {
    try? Self.lock(of: path).withLock { _ in
      let named = SocketFile(path)
      if named?.device == device, named?.inode == inode { unlink(path) }
    }
  }

  /// The lock under which sockets of the folder are replaced and removed.
  static func lock(of path: String) -> FileLock {
    FileLock(path: folder(of: path) + "/", timeout: .seconds(2))
  }

  /// Not by `deletingLastPathComponent`, which ends the process for a path of one character (Swift 6.3 on Linux).
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension sockaddr_un {
  fileprivate init(path: String) throws(SocketError) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let limit = MemoryLayout.size(ofValue: sun_path) - 1
    guard bytes.count <= limit else { throw .pathTooLong(path, limit: limit) }
    withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Calls a function such as bind(2) or connect(2) with the address. Returns its result.
  fileprivate func with(_ socket: Socket, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> Int32
  {
    withUnsafePointer(to: self) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call(socket.descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

extension SocketError {
  fileprivate init(_ code: Int32, path: String) {
    self =
      switch code {
      case EADDRINUSE: .socketInUse(path)
      case EACCES, EPERM, EROFS: .pathNotAllowed(path)
      case ENOENT, ENOTDIR: .noFolder(SocketFile.folder(of: path))
      default: .unavailable(code)
      }
  }
}
