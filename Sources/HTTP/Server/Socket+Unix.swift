import Foundation
import SystemSupport

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
