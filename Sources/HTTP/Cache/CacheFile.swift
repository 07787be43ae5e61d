import Foundation
import SystemSupport

/// One file of a cache, which may not be there, or not be what it should be. The time of its last change stands for that
/// of its last use.
struct CacheFile {
  let path: String

  /// Its bytes, and when it was last used; nil for what is no file. Tens of thousands may be asked at a time, of which
  /// Foundation would take ten times as long.
  var status: (size: Int, lastUse: Date)? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (Int(status.st_size), status.lastChange)
  }

  func contents(limit: Int) -> Data? {
    guard let status, status.size <= limit else { return nil }
    return try? Data(contentsOf: URL(filePath: path))
  }

  func touch() {
    utimes(path, nil)
  }

  func remove() {
    unlink(path)
  }

  /// Readable by its owner alone. Nothing waits for the disk: what a power cut tears is noticed by its checksum.
  func replace(with data: Data) -> Bool {
    (try? WholeFile(path: path).write(data, replaces: true, waitsForDisk: false)) != nil
  }
}

extension stat {
  fileprivate var lastChange: Date {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
