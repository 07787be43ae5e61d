import Foundation
import SystemSupport

/// Keeps two processes from running an import of the same files at one market at the same time: they would share its plan and
/// its journal.
final class ImportLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Throws `ImportError.running` while another import holds the lock. A file system without locks grants it.
  ///
  /// - Parameter folder: The folder of the journal; the lock is a file beside it, until it is released.
  init(ofJournalIn folder: String, files: [String]) throws {
    path = folder + ".lock"
    do {
      try DurableFolder.make(folder.parentFolder)
    } catch {
      throw ImportError.unwritable(path)
    }
    while true {
      let descriptor = open(path, O_CREAT | O_RDONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw ImportError.unwritable(path) }
      let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      let isNamed = FileLock.isNamed(path, descriptor)
      if !isHeld, isNamed == true {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      if isHeld { throw ImportError.running(files.first ?? "") }
      // Where it has no name, another import has released it meanwhile.
      if isNamed == nil { throw ImportError.unwritable(path) }
    }
  }

  /// Removes the file while it is locked: what waits for it opens another one.
  func release() {
    unlink(path)
    close(descriptor)
  }
}
