package import Foundation

/// A temporary file without a name, which is gone when it is closed, also by a crash.
package enum UnnamedFile {
  /// Opens one; -1 where there is none, as `errno` says.
  package static func open() -> Int32 {
    let folder = NSTemporaryDirectory()
    var path = Array((folder.hasSuffix("/") ? folder : folder + "/").utf8CString.dropLast())
    path += "unnamed-XXXXXX".utf8CString
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { return descriptor }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}

/// Writes a file atomically: to a temporary file beside it, which is then renamed.
///
/// Processes that have the old file open read on in it. A killed process may leave its temporary file, named
/// `<path>.<UUID>`.
package struct WholeFile {
  private let path: String

  package init(path: String) {
    self.path = path
  }

  /// - Parameters:
  ///   - mode: The permissions, before the process's umask (POSIX, XBD 4.7).
  ///   - replaces: Whether to replace an existing file; otherwise an existing file is the error `EEXIST`.
  ///   - waitsForDisk: Whether to sync the data to the disk before the file is named.
  package func write(_ data: Data, mode: mode_t = 0o600, replaces: Bool, waitsForDisk: Bool)
    throws(POSIXError)
  {
    let draft = "\(path).\(UUID().uuidString)"
    let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .last }
    // Harmless after the rename, when this name is gone.
    defer { unlink(draft) }
    do throws(POSIXError) {
      try Self.fill(descriptor, with: data)
      guard !waitsForDisk || fsync(descriptor) == 0 else { throw .last }
    } catch {
      close(descriptor)
      throw error
    }
    // Network file systems may report a full disk only here.
    guard close(descriptor) == 0 else { throw .last }
    try take(draft, replaces: replaces)
  }

  /// Gives a file beside it the name. Where the name is not replaced, the file keeps its former one, too.
  package func take(_ draft: String, replaces: Bool) throws(POSIXError) {
    if !replaces {
      guard link(draft, path) != 0 else { return }
      // Some file systems, such as FAT, have no hard links (link(2)): reserve the name with an empty file, then rename.
      guard [EPERM, ENOTSUP, ENOSYS].contains(errno) else { throw .last }
      let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .last }
      close(descriptor)
    }
    guard rename(draft, path) == 0 else { throw .last }
  }

  private static func fill(_ descriptor: Int32, with data: Data) throws(POSIXError) {
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }
}
