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
    let used = Self.file(of: store)
    return paths.dropLast(count).filter { path in
      path != new && (used == nil || Self.file(path) != used)
    }
  }

  /// Removes backups; returns those that could not be.
  func remove(_ paths: [String]) -> [String] {
    paths.filter { unlink($0) != 0 && errno != ENOENT }
  }

  /// Makes an empty file for the backup of the present second, which no other process then makes, and returns its path and that
  /// of the backup. Waits for the next second where this one has a backup. Throws `StoreBackup.Failure`.
  func reserve(_ now: @Sendable () -> Date) async throws -> (draft: String, path: String) {
    for _ in 0..<Self.mostWaits {
      let path = path(at: now())
      let draft = path + ".part"
      let descriptor = open(draft, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        close(descriptor)
        // Looked for with the draft in hand: another process gives its own draft up after it has named its backup.
        var status = stat()
        if lstat(path, &status) != 0 { return (draft, path) }
        unlink(draft)
      } else if errno != EEXIST {
        throw StoreBackup.Failure.unwritable
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw StoreBackup.Failure.exists(path(at: now()))
  }

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
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: moment)
    func digits(_ number: Int?, _ width: Int) -> String {
      let text = String(number ?? 0)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let day = digits(parts.year, 4) + digits(parts.month, 2) + digits(parts.day, 2)
    let time = digits(parts.hour, 2) + digits(parts.minute, 2) + digits(parts.second, 2)
    return "market-\(day)T\(time)Z.db"
  }

  private static func isName(_ name: String) -> Bool {
    name.wholeMatch(of: #/market-[0-9]{8}T[0-9]{6}Z\.db/#) != nil
  }

  /// Identifies a file, whatever its name.
  private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64
  }

  private static func file(of store: StoreLocation) -> Identity? {
    guard case .file(let path) = store else { return nil }
    return file(path)
  }

  private static func file(_ path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
