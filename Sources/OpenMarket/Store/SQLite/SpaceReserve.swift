import Foundation

/// A file that holds some space of a disk, and gives it up for the journal of a deletion when the disk is full.
final class SpaceReserve: Sendable {
  private let path: String
  private let bytes: Int

  /// - Parameter store: The path of the store; the reserve is beside it.
  init(beside store: String, bytes: Int) {
    path = store + "-reserve"
    self.bytes = bytes
  }

  /// Makes the file, unless it is there. A disk without that much space gets none.
  func keep() {
    var status = stat()
    guard stat(path, &status) != 0 else { return }
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    // Written, so that the disk has to have the space.
    let page = [UInt8](repeating: 0, count: 1 << 16)
    var written = 0
    while written < bytes {
      let count = write(descriptor, page, min(page.count, bytes - written))
      guard count > 0 else {
        unlink(path)
        return
      }
      written += count
    }
  }

  /// Removes the file. Returns whether there was one.
  func release() -> Bool { unlink(path) == 0 }

  /// The bytes that a process without special rights may still write to the disk of a path; nil if that is not known.
  static func freeSpace(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}
