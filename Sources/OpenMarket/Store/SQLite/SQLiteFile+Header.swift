import Foundation
import Synchronization

/// Which file a path leads to.
struct FileIdentity: Equatable {
  let device: UInt64
  let inode: UInt64

  /// Nil where there is no file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// Detects writes to a store, by this process or any other, by reading four bytes: the counter in the header that every
/// commit increments (https://www.sqlite.org/fileformat.html#file_change_counter).
///
/// The descriptor is opened once and never closed while the process lives: closing any descriptor of a file releases
/// all locks that the process holds on it (POSIX, fcntl), and with them SQLite's.
final class ChangeCounter: Sendable {
  private let path: String
  private let descriptor = Atomic<Int32>(-1)

  init(path: String) {
    self.path = path
  }

  /// Nil while there is no file.
  var value: UInt64? {
    var counter: UInt32 = 0
    let count = withUnsafeMutableBytes(of: &counter) { read(into: $0, at: 24) }
    return count == 4 ? UInt64(UInt32(bigEndian: counter)) : nil
  }

  /// The header of the file (https://www.sqlite.org/fileformat.html#the_database_header), 100 bytes; nil if there is no
  /// file, or a shorter one.
  var header: [UInt8]? {
    var header = [UInt8](repeating: 0, count: 100)
    let count = header.withUnsafeMutableBytes { read(into: $0, at: 0) }
    return count == header.count ? header : nil
  }

  /// The number of bytes read; negative while there is no file.
  private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: off_t) -> Int {
    if descriptor.load(ordering: .relaxed) < 0 {
      // A pipe without a writer is opened at once, too.
      let opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      // Another thread may have been first. This descriptor stays open all the same.
      _ = descriptor.compareExchange(expected: -1, desired: opened, ordering: .relaxed)
    }
    let descriptor = descriptor.load(ordering: .relaxed)
    return descriptor < 0 ? -1 : pread(descriptor, buffer.baseAddress, buffer.count, offset)
  }
}
