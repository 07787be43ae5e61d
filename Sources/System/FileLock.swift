import Foundation

/// An exclusive advisory lock of a file or a folder (flock(2)), with a bounded wait.
///
/// Safe for files that are replaced by renaming, as `WholeFile` does: the lock is of the file that has the name when
/// the lock is granted.
package struct FileLock {
  private let path: String
  private let timeout: Duration

  /// - Parameters:
  ///   - path: The file to lock, made with mode 0600 if there is none; or, ending in a slash, a folder that exists.
  ///   - timeout: The longest wait for another process to release the lock.
  package init(path: String, timeout: Duration) {
    self.path = path
    self.timeout = timeout
  }

  /// Runs the work while it holds the lock. Blocks the thread.
  ///
  /// The work runs without the lock, and learns that by its argument, when the lock is not granted in time or the file
  /// system has no locks. Throws a `POSIXError` when the file cannot be opened or made, and what the work throws.
  package func withLock<Result>(_ work: (_ isGranted: Bool) throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + timeout
    while true {
      let descriptor = open(path, (path.hasSuffix("/") ? 0 : O_CREAT) | O_RDONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw POSIXError.last }
      // Also releases the lock.
      defer { close(descriptor) }
      guard acquire(descriptor, until: deadline), let isNamed = Self.isNamed(path, descriptor) else {
        return try work(false)
      }
      if isNamed { return try work(true) }
    }
  }

  /// Polls, since flock(2) has no timeout.
  private func acquire(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else { return false }
      usleep(5_000)
    }
    return true
  }

  /// Whether the path still names the open file: another process may have removed or replaced it before it was locked. Nil where
  /// the system cannot tell.
  package static func isNamed(_ path: String, _ descriptor: Int32) -> Bool? {
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0 else {
      return errno == ENOENT ? false : nil
    }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}

extension POSIXError {
  /// The error of the last system call. Read it before any other call.
  static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
