package import Foundation
import SystemSupport

/// Makes a backup of a store, beside processes that read and write it: a file with a copy of one moment, which is read back before
/// it has its name. Writers of a file wait while it is copied; those of a database do not (`StoreCopy`).
package struct StoreBackup: Sendable {
  /// A step of a backup.
  package enum Step: Sendable, Equatable {
    /// The part that is copied, up to 1.
    case copying(Double)
    case checking
  }

  /// A backup that was made.
  package struct Made: Sendable, Equatable {
    package let path: String
    package let counts: StoreCheck.Counts
    package let bytes: Int
    /// Tables and views of a database that no market has made.
    package var leftOut: [String] = []
  }

  package enum Failure: Error, Sendable, Equatable {
    /// There is a file of that name, by its path.
    case exists(String)
    /// There is no folder of that name.
    case noFolder
    case unwritable
    /// The copy is not sound: the store is not, or the disk of the copy.
    case damaged([StoreCheck.Finding])
  }

  private let location: StoreLocation
  private let store: Store

  package init(of location: StoreLocation) {
    self.location = location
    store = Store(at: location, .forWholeStore)
  }

  /// Writes a backup to a new file, which only its owner can read; nil if there is no store. Nothing is left of one that fails
  /// or whose task is cancelled.
  package func write(
    to path: String, progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made? {
    var status = stat()
    guard lstat(path, &status) != 0 else { throw Failure.exists(path) }
    guard let draft = try? BackupDraft(creating: "\(path).\(UUID().uuidString).part") else {
      throw Failure.unwritable
    }
    return try await complete(draft, path, progress)
  }

  /// Writes a backup to a new file in a folder, which has the name of the present second, or of a later one that no other backup
  /// has.
  package func write(
    into folder: BackupFolder, now: @escaping @Sendable () -> Date,
    progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made? {
    guard folder.exists else { throw Failure.noFolder }
    folder.removeAbandonedDrafts()
    let (draft, path) = try await folder.reserve(now)
    return try await complete(draft, path, progress)
  }

  /// Removes the backups of a folder that are too many beside a new one, which is complete and on the disk.
  package func removeSurplus(
    of folder: BackupFolder, keeping count: Int, beside made: Made
  ) -> (removed: [String], left: [String]) {
    guard let surplus = try? folder.surplus(keeping: count, beside: made.path, of: location) else {
      return ([], [folder.path])
    }
    let left = folder.remove(surplus)
    return (surplus.filter { !left.contains($0) }, left)
  }

  /// Fills a draft, which is empty, and gives it its name, until when its lock is held.
  private func complete(
    _ file: BackupDraft, _ path: String, _ progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made? {
    defer { file.remove() }
    let draft = file.path
    if case .postgreSQL = location {
      guard let copy = try await copyDatabase(to: draft, progress) else { return nil }
      return Made(
        path: path, counts: copy.counts, bytes: try Self.name(draft, path), leftOut: copy.leftOut)
    }
    do {
      let isThere = try await store.read { database in
        try database.copy(to: draft) {
          progress(.copying($0))
          return !Task.isCancelled
        }
        return true
      }
      guard isThere != nil else { return nil }
    } catch let error as StoreError where error.kind == .full {
      // The store is only read.
      throw Failure.unwritable
    }
    progress(.checking)
    do {
      guard let (counts, findings) = try await StoreCheck(at: .file(draft)).findings() else {
        throw Failure.unwritable
      }
      guard findings.isEmpty else { throw Failure.damaged(findings) }
      try Task.checkCancellation()
      return Made(path: path, counts: counts, bytes: try Self.name(draft, path))
    } catch let error as StoreError where [.damaged, .foreign].contains(error.kind) {
      throw Failure.damaged([])
    }
  }

  /// Copies a database into an empty file, and compares the two.
  private func copyDatabase(
    to draft: String, _ progress: @escaping @Sendable (Step) -> Void
  ) async throws -> StoreCopy.Made? {
    // Brings the store to the present schema.
    guard try await store.read({ _ in true }) != nil else { return nil }
    do {
      return try await StoreCopy(from: location, to: .file(draft)).run(.draft) { step in
        switch step {
        case .copying(let part): progress(.copying(part))
        case .comparing: progress(.checking)
        case .checking, .resumed, .restarted: break
        }
      }
    } catch let failure as StoreCopy.Failure {
      switch failure {
      case .noSource: return nil
      case .store(.source, let error): throw error
      case .store(.target, _): throw Failure.unwritable
      case .unsound(let findings), .damaged(let findings): throw Failure.damaged(findings)
      default: throw failure
      }
    }
  }

  /// Gives a file its name, both on the disk; returns its size in bytes.
  private static func name(_ draft: String, _ path: String) throws(Failure) -> Int {
    var status = stat()
    let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unwritable }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0, fstat(descriptor, &status) == 0 else { throw .unwritable }
    do throws(POSIXError) {
      try WholeFile(path: path).take(draft, replaces: false)
      let folder = path.parentFolder
      do throws(POSIXError) {
        try DurableFolder.sync(folder.isEmpty ? "." : folder)
      } catch {
        unlink(path)
        throw error
      }
    } catch {
      throw error.code == .EEXIST ? .exists(path) : .unwritable
    }
    return Int(status.st_size)
  }
}
