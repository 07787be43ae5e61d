import Foundation
import SystemSupport

/// One file of a cache directory, which may be missing or damaged. Its modification time is the time of its last use.
struct CacheFile {
  let path: String

  /// Size in bytes and time of last use; nil unless it is a regular file. Called for tens of thousands of files at a
  /// time, where Foundation takes ten times as long.
  var status: (size: Int, lastUse: Date)? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (Int(status.st_size), status.modificationDate)
  }

  /// Nil if missing, or larger than `limit` bytes.
  func contents(limit: Int) throws(POSIXError) -> Data? {
    guard let status else {
      if path.hasNoFile { return nil }
      throw POSIXError(.EIO)
    }
    return status.size <= limit ? try BoundedFile.contents(ofPath: path, limit: limit) : nil
  }

  /// Sets the time of last use to now.
  func touch() {
    utimes(path, nil)
  }

  func remove() {
    unlink(path)
  }

  /// Replaces the other file by this one; its time of last use stays.
  func move(to other: CacheFile) {
    rename(path, other.path)
  }

  /// Writes the file with mode 0600; false on errors. Not synced to disk: the checksum detects what a power cut tears.
  func replace(with data: Data) -> Bool {
    (try? WholeFile(path: path).write(data, replaces: true, waitsForDisk: false)) != nil
  }
}
