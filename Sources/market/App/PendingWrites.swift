import Console
import Foundation
import OpenMarket
import SystemSupport

/// The writes whose outcome is not known: a file each in the state folder, with the key that they were sent under.
///
/// The name of a file begins with the SHA-256 of the market and of what the request asks for, so that the same command finds
/// it, and has the date in seconds since 1970; passwords are no part of it. A command holds the lock of its file while it runs:
/// a file that another one finds unlocked was left by a command that has ended, or was killed.
struct PendingWrites {
  /// Ten minutes less than a market keeps a key, in seconds.
  static let lifetime: TimeInterval = 24 * 60 * 60 - 600
  /// Most files; the oldest beyond them are removed.
  static let most = 200

  private struct Contents: Codable {
    let date: Date
    let key: String
  }

  /// Its files are made with mode 0600, and itself with 0700.
  let folder: String
  /// Whether a file and its folders are on the disk before its request goes out. Without that a file outlives a killed process,
  /// and not a power cut.
  let waitsForDisk: Bool
  let now: @Sendable () -> Date

  /// The name that files of a write begin with.
  static func name(of texts: [String], at origin: String) -> String {
    var hash = SHA256()
    for text in [origin] + texts { hash.update(Data("\(text.utf8.count):\(text)".utf8)) }
    return String(SHA256.hexadecimal(ofHash: hash.finish()).prefix(32))
  }

  /// The oldest write that an earlier command has left; nil where there is none.
  func earlier(_ name: String) throws(CommandFailure) -> PendingWrite? {
    var oldest: PendingWrite?
    for file in try files() where file.hasPrefix(name) {
      let path = folder + "/" + file
      guard let lock = try PendingWrite.Lock(path: path), let data = try lock.contents(of: path),
        let contents = try? JSON.decode(Contents.self, from: data),
        isRecent(contents.date), oldest.map({ contents.date < $0.date }) ?? true
      else { continue }
      oldest = PendingWrite(key: contents.key, date: contents.date, path: path, lock: lock)
    }
    return oldest
  }

  /// Forgets what earlier commands have left of a write.
  func forget(_ name: String) {
    for file in (try? files()) ?? [] where file.hasPrefix(name) {
      let path = folder + "/" + file
      if (try? PendingWrite.Lock(path: path)) != nil { unlink(path) }
    }
  }

  /// Records a write before its request goes out; nil where the state folder cannot be written.
  func begin(_ name: String, key: String) -> PendingWrite? {
    guard (try? DurableFolder.make(folder)) != nil else { return nil }
    prune()
    let date = now()
    let seconds = Int(date.timeIntervalSince1970)
    let path = "\(folder)/\(name)-\(seconds)-\(UUID().uuidString)"
    guard let data = try? JSON.encode(Contents(date: date, key: key)),
      let lock = PendingWrite.Lock(path: path, creating: data, waitsForDisk: waitsForDisk)
    else { return nil }
    if waitsForDisk, (try? DurableFolder.syncOwn(folder)) == nil {
      unlink(path)
      return nil
    }
    return PendingWrite(key: key, date: date, path: path, lock: lock)
  }

  /// Tolerates clock changes.
  private func isRecent(_ date: Date) -> Bool { abs(now().timeIntervalSince(date)) < Self.lifetime }

  private func prune() {
    var kept: [(path: String, date: Date)] = []
    for file in (try? files()) ?? [] {
      let parts = file.split(separator: "-")
      guard parts.count > 1, let seconds = Int(parts[1]) else { continue }
      let (path, date) = (folder + "/" + file, Date(timeIntervalSince1970: TimeInterval(seconds)))
      if isRecent(date) { kept.append((path, date)) } else { unlink(path) }
    }
    guard kept.count >= Self.most else { return }
    for file in kept.sorted(by: { $0.date < $1.date }).prefix(kept.count - Self.most + 1) {
      unlink(file.path)
    }
  }

  private func files() throws(CommandFailure) -> [String] {
    // Asked before the folder is read: another command may make it between a failure and the question.
    if folder.hasNoFile { return [] }
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw .unreadableRecord(folder)
    }
  }
}

extension CommandFailure {
  /// The record of an earlier command cannot be read: its write may have been recorded.
  static func unreadableRecord(_ path: String) -> CommandFailure {
    CommandFailure(
      "The record of earlier writes '\(path.sanitized)' cannot be read", .failed,
      help: "Check the permissions, or run the command with '--new' if it was not recorded before")
  }
}

/// A write whose outcome is not known, while this process holds its lock.
final class PendingWrite: Sendable {
  let key: String
  /// When it was first sent.
  let date: Date
  private let path: String
  private let lock: Lock

  init(key: String, date: Date, path: String, lock: Lock) {
    (self.key, self.date, self.path, self.lock) = (key, date, path, lock)
  }

  /// Its outcome is known.
  func forget() { unlink(path) }

  /// The lock of a file (flock(2)), until it is released.
  final class Lock: Sendable {
    private let descriptor: Int32

    deinit { close(descriptor) }

    /// Locks a file that has the name; nil where it is gone, or a running process holds the lock.
    init?(path: String) throws(CommandFailure) {
      descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else {
        guard errno == ENOENT else { throw .unreadableRecord(path) }
        return nil
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
      guard let isNamed = FileLock.isNamed(path, descriptor) else { throw .unreadableRecord(path) }
      guard isNamed else { return nil }
    }

    /// Makes a file and locks it. Another process that opens it before it is written finds it empty.
    init?(path: String, creating data: Data, waitsForDisk: Bool) {
      descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      flock(descriptor, LOCK_EX)
      let written = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard written == data.count, !waitsForDisk || fsync(descriptor) == 0 else {
        unlink(path)
        return nil
      }
    }

    /// The file, which is short; nil where it is empty.
    func contents(of path: String) throws(CommandFailure) -> Data? {
      var bytes = [UInt8](repeating: 0, count: 1_024)
      let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
      guard count >= 0 else { throw .unreadableRecord(path) }
      return count > 0 ? Data(bytes.prefix(count)) : nil
    }
  }
}
