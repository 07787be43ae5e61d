import Foundation
import Synchronization

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
    if descriptor.load(ordering: .relaxed) < 0 {
      let opened = open(path, O_RDONLY | O_CLOEXEC)
      // Another thread may have been first. This descriptor stays open all the same.
      _ = descriptor.compareExchange(expected: -1, desired: opened, ordering: .relaxed)
    }
    let descriptor = descriptor.load(ordering: .relaxed)
    var counter: UInt32 = 0
    guard descriptor >= 0, pread(descriptor, &counter, 4, 24) == 4 else { return nil }
    return UInt64(UInt32(bigEndian: counter))
  }
}
