package import Foundation
import SystemSupport

/// A folder of backups, each a file that is named after the moment when it was begun: `market-20261123T180500Z.db`, in UTC.
///
/// Only regular files with such names count, and are removed; links and folders are left alone.
package struct BackupFolder: Sendable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// Whether there is such a folder.
  package var exists: Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The path of the backup of a moment.
  package func path(at moment: Date) -> String { path(of: Self.name(at: moment)) }

  /// The paths of the backups that are too many beside a new one, the oldest first: of the new one and the others as many as are
  /// kept stay, the newest. The new one itself stays in any case, and so does the store that is backed up.
  package func surplus(keeping count: Int, beside new: String, of store: StoreLocation) throws(POSIXError)
    -> [String]
  {
    let paths = Set(try names().map(path(of:)) + [new]).sorted()
    let used = if case .file(let path) = store { FileIdentity(path: path) } else { FileIdentity?.none }
    return paths.dropLast(count).filter { path in
      path != new && (used == nil || FileIdentity(path: path) != used)
    }
  }

  /// Removes backups; returns those that could not be.
  func remove(_ paths: [String]) -> [String] {
    paths.filter { unlink($0) != 0 && errno != ENOENT }
  }

  /// Makes an empty file for the backup of the present second, which no other process then makes, and returns it and the path
  /// of the backup. Waits for the next second where this one has a backup. Throws `StoreBackup.Failure`.
  func reserve(_ now: @Sendable () -> Date) async throws -> (draft: BackupDraft, path: String) {
    for _ in 0..<Self.mostWaits {
      let path = path(at: now())
      do throws(POSIXError) {
        let draft = try BackupDraft(creating: path + Self.draftSuffix)
        // Looked for with the draft in hand: another process gives its own draft up after it has named its backup.
        var status = stat()
        if lstat(path, &status) != 0 { return (draft, path) }
        draft.remove()
      } catch {
        guard [.EEXIST, .EWOULDBLOCK].contains(error.code) else { throw StoreBackup.Failure.unwritable }
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw StoreBackup.Failure.exists(path(at: now()))
  }

  /// Removes the drafts that killed processes have left: no process holds their lock.
  func removeAbandonedDrafts() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where name.hasSuffix(Self.draftSuffix) && Self.isName(String(name.dropLast(Self.draftSuffix.count))) {
      try? BackupDraft(abandonedAt: path(of: name)).remove()
    }
  }

  private static let draftSuffix = ".part"

  /// Pauses of a tenth of a second: for five processes that begin in one second.
  private static let mostWaits = 50

  private func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  /// The names of the backups, in no order.
  private func names() throws(POSIXError) -> [String] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw POSIXError(.EACCES)
    }
    return names.filter { name in
      var status = stat()
      return Self.isName(name) && lstat(path(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  private static func name(at moment: Date) -> String {
    let time = moment.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    return "market-\(time).db"
  }

  private static func isName(_ name: String) -> Bool {
    name.wholeMatch(of: #/market-[0-9]{8}T[0-9]{6}Z\.db/#) != nil
  }
}

/// The file that a backup is written to, locked (flock(2)) until it is released.
final class BackupDraft: Sendable {
  let path: String
  private let descriptor: Int32

  deinit { close(descriptor) }

  /// Makes a file. Throws `EEXIST` where there is one.
  convenience init(creating path: String) throws(POSIXError) {
    try self.init(path, O_CREAT | O_EXCL | O_RDWR)
  }

  /// Locks a regular file that a process has left. Throws `EWOULDBLOCK` where a process holds the lock.
  convenience init(abandonedAt path: String) throws(POSIXError) {
    try self.init(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  }

  private init(_ path: String, _ flags: Int32) throws(POSIXError) {
    self.path = path
    descriptor = open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    // Another process may have removed the file before it was locked.
    var (opened, named) = (stat(), stat())
    guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0, opened.st_ino == named.st_ino,
      opened.st_mode & S_IFMT == S_IFREG
    else { throw POSIXError(.EWOULDBLOCK) }
  }

  /// Removes the file and, before it, its journal: another process may then make a draft of the same name.
  func remove() {
    for file in [path + "-journal", path] { unlink(file) }
  }
}
