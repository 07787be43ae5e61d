import Foundation
import SystemSupport

/// A file that has its name when it is complete; what is written to a device or a pipe goes there at once.
final class DraftFile {
  private let path: String
  /// Where the bytes are until then; nil for a device or a pipe.
  private var draft: String?
  private let file: FileHandle

  init(path: String) throws {
    self.path = path
    let type = path.fileType
    if type == nil || type == S_IFREG {
      let (draft, file) = try Self.draft(of: path)
      self.draft = draft
      self.file = file
    } else {
      file = try FileHandle.creating(path)
    }
  }

  /// An empty file beside another one that no other run writes, as its lock says; what is left of a killed run is used again.
  private static func draft(of path: String) throws(ImportError) -> (String, FileHandle) {
    for number in 1...100 {
      let draft = path + (number == 1 ? "" : ".\(number)") + ".part"
      let descriptor = open(draft, O_CREAT | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .unwritable(path) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { continue }
      // The other run may have given it its name by now.
      guard FileLock.isNamed(draft, descriptor) == true else { continue }
      guard ftruncate(descriptor, 0) == 0 else { throw .unwritable(path) }
      return (draft, file)
    }
    throw .unwritable(path)
  }

  static func canBeMade(_ path: String) -> Bool {
    guard let (draft, file) = try? draft(of: path) else { return false }
    // Its lock is held until it is gone.
    unlink(draft)
    try? file.close()
    return true
  }

  deinit {
    // The run was stopped before `finish`.
    if let draft { unlink(draft) }
  }

  func write(_ bytes: [UInt8]) throws(ImportError) {
    do {
      try file.write(contentsOf: bytes)
    } catch {
      throw .unwritable(path)
    }
  }

  /// Gives the file its name and returns it.
  ///
  /// - Parameter replaces: Whether a file of that name is replaced. It is otherwise kept, and this one gets a number, unless
  ///   both are equal.
  func finish(replaces: Bool) throws -> String {
    // It is closed, and its lock released, once it has its name.
    defer { try? file.close() }
    guard let draft else { return path }
    do {
      try file.synchronize()
    } catch {
      throw ImportError.unwritable(path)
    }
    var name = path
    if !replaces {
      var number = 1
      while FileManager.default.fileExists(atPath: name) {
        if FileManager.default.contentsEqual(atPath: draft, andPath: name) { return name }
        number += 1
        name = path.numbered(number)
      }
    }
    guard rename(draft, name) == 0 else { throw ImportError.unwritable(name) }
    self.draft = nil
    return name
  }
}
