package import Foundation

/// Folders whose names survive a power cut: a file that is synced is lost all the same where the folder that names it is not
/// on the disk (fsync(2)).
package enum DurableFolder {
  /// Makes a folder, with mode 0700, and its parents where they are missing. Throws a `POSIXError`.
  package static func make(_ path: String) throws(POSIXError) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, case let parent = path.parentFolder, parent != path,
      !parent.isEmpty
    else { throw .last }
    try make(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  /// Writes the names in a folder to the disk, its own name in its parent, and so on up to the first parent that belongs to
  /// another user: an earlier process may have made any of them. Throws a `POSIXError` for the folder itself; parents that
  /// cannot be opened are left out.
  package static func sync(_ path: String) throws(POSIXError) {
    try syncOne(path)
    var folder = path
    while folder != "/", folder != "." {
      let parent = folder.parentFolder
      folder = parent.isEmpty ? "." : parent
      var status = stat()
      guard stat(folder, &status) == 0, (try? syncOne(folder)) != nil, status.st_uid == geteuid() else {
        return
      }
    }
  }

  /// As `sync`, for a folder of this program's own: its parents are written once, and a file says so that goes with them.
  package static func syncOwn(_ path: String) throws(POSIXError) {
    let mark = path + "/.durable"
    if access(mark, F_OK) != 0 {
      try sync(path)
      close(open(mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    }
    try syncOne(path)
  }

  private static func syncOne(_ path: String) throws(POSIXError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    // Some file systems cannot sync a folder (EINVAL), and keep names without it.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
  }
}
