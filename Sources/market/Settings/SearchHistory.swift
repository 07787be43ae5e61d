import Console
import Foundation
import HTTP
import SystemSupport

/// What was searched for, one search a line, in a file that only its owner reads.
struct SearchHistory {
  /// How many searches are told; the file is cut back to them when it has grown to several times as many.
  private static let length = 100
  private static let largestFile = 64 * 1_024

  let path: String
  /// How long to wait for another command that is at it: a list must not wait long for what is kept beside it.
  var patience = Duration.seconds(1)

  /// The last search first, each once.
  func entries() throws(SearchHistoryError) -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    guard let data = FileManager.default.contents(atPath: path) else { throw SearchHistoryError(path: path) }
    var entries: [String] = []
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n").reversed().map(String.init)
    where !entries.contains(line) && entries.count < Self.length {
      entries.append(line)
    }
    return entries
  }

  /// Keeps a search. One command after the other does that, where files can be locked, so that two at once lose neither.
  func add(_ words: String) throws(SearchHistoryError) {
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let line = words.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
      let (file, isAlone) = try opened()
      // Whoever waits for its turn has it then.
      defer { try? file.close() }
      try file.write(contentsOf: Data(line.utf8))
      if isAlone { try cutBack() }
    } catch {
      throw SearchHistoryError(path: path)
    }
  }

  func clear() throws(SearchHistoryError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw SearchHistoryError(path: path) }
  }

  /// The file, with nobody else adding to it until it is closed. Where another has come into its place meanwhile, which is
  /// how it is cut back, that one. Not alone where the file system knows no locks or somebody keeps one: whole lines are
  /// added then all the same.
  private func opened() throws -> (file: FileHandle, isAlone: Bool) {
    while true {
      let descriptor = open(path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw SearchHistoryError(path: path) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      guard locks(descriptor) else { return (file, false) }
      var opened = stat()
      var named = stat()
      guard fstat(descriptor, &opened) == 0 else { throw SearchHistoryError(path: path) }
      if stat(path, &named) == 0, opened.st_ino == named.st_ino, opened.st_dev == named.st_dev {
        return (file, true)
      }
    }
  }

  /// Whether the lock is ours in time.
  private func locks(_ descriptor: Int32) -> Bool {
    let end = ContinuousClock.now + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { return false }
      usleep(5_000)
    }
    return true
  }

  private func cutBack() throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size > Self.largestFile else { return }
    let lines = try entries().reversed().map { $0 + "\n" }.joined()
    try WholeFile(path: path).write(Data(lines.utf8), replaces: true, waitsForDisk: false)
  }
}

/// The file of the search history cannot be read or written.
struct SearchHistoryError: ReportableError, Equatable {
  let path: String

  var message: LocalizedPhrase { "Cannot read or write the search history '\(path)'" }
  var exitCode: ExitCode { .failed }

  func help(_ settings: Settings?) -> LocalizedPhrase? { "Check the permissions, or pass '--private'" }
}
