import Console
import Foundation
import SystemSupport

/// Past searches, one a line, in a file that only its owner can read.
struct SearchHistory {
  /// Most searches that are shown. The file is truncated to them when it exceeds `largestFile`.
  static let length = 100
  /// In bytes.
  private static let largestFile = 64 * 1_024

  let path: String
  /// How long to wait for another process that writes the file. Short: a search should not wait for its history.
  var timeout = Duration.seconds(1)

  /// The last search first, without duplicates.
  func entries() throws(CommandFailure) -> [String] {
    guard !path.hasNoFile else { return [] }
    guard let data = try? BoundedFile.contents(ofPath: path, limit: 16 * Self.largestFile) else {
      throw failure
    }
    var entries: [String] = []
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n").reversed().map(String.init)
    where !entries.contains(line) && entries.count < Self.length {
      entries.append(line)
    }
    return entries
  }

  /// Adds a search. Waits for other processes outside the cooperative thread pool.
  func add(_ words: String) async throws(CommandFailure) {
    do {
      try await SerialQueue.run(label: "search-history") { try append(words) }
    } catch {
      throw failure
    }
  }

  private var failure: CommandFailure {
    CommandFailure(
      "Cannot read or write the search history '\(path)'", .failed,
      help: "Check the permissions, or pass '--private'")
  }

  func clear() throws(CommandFailure) {
    guard unlink(path) == 0 || errno == ENOENT else { throw failure }
  }

  /// Without the lock (another process keeps it, or the file system has none) the line is added all the same, but the
  /// file is not truncated, which could lose the lines of others. Blocks the thread.
  private func append(_ words: String) throws {
    try DurableFolder.make(path.parentFolder)
    try FileLock(path: path, timeout: timeout).withLock { isGranted in
      let descriptor = open(path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      let line = words.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
      try file.write(contentsOf: Data(line.utf8))
      try file.close()
      if isGranted { try truncate() }
    }
  }

  private func truncate() throws {
    guard path.fileSize > Self.largestFile else { return }
    let lines = try entries().reversed().map { $0 + "\n" }.joined()
    try WholeFile(path: path).write(Data(lines.utf8), replaces: true, waitsForDisk: false)
  }
}
