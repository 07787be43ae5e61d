import Foundation

/// One file of a cache, which may not be there, or not be what it should be. The time of its last change stands for that
/// of its last use.
struct CacheFile {
  let path: String

  /// In bytes; nil for what is no file.
  var size: Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  var lastUse: Date {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date ?? .distantPast
  }

  func contents(limit: Int) -> Data? {
    guard let size, size <= limit else { return nil }
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
