import Foundation
import Tables

/// A CSV file that is written row by row, and has its name when it is complete.
final class RowFile {
  private static let pieceSize = 64 * 1_024

  private let path: String
  /// Where the rows are until then; nil for a device or a pipe, which gets them as they come.
  private var draft: String?
  private let file: FileHandle
  private var writer = DelimitedWriter(hasByteOrderMark: false)
  private var pending: [UInt8] = []

  init(path: String) throws {
    self.path = path
    let type = path.fileType
    draft = type == nil || type == S_IFREG ? path + ".part" : nil
    do {
      file = try FileHandle.creating(draft ?? path)
    } catch {
      draft = nil
      throw ImportError.unwritable(path)
    }
  }

  /// Whether a file of this name can be made in its folder.
  static func canBeMade(_ path: String) -> Bool {
    guard (try? FileHandle.creating(path + ".part")) != nil else { return false }
    unlink(path + ".part")
    return true
  }

  deinit {
    // The run was stopped before `finish`.
    if let draft { unlink(draft) }
  }

  func write(_ cells: [String]) throws {
    writer.append(cells)
    pending += writer.takeBytes()
    if pending.count >= Self.pieceSize { try flush() }
  }

  /// Gives the file its name and returns it.
  ///
  /// - Parameter replaces: Whether a file of that name is replaced. It is otherwise kept, and this one gets a number, unless
  ///   both are equal.
  func finish(replaces: Bool) throws -> String {
    try flush()
    try file.close()
    guard let draft else { return path }
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

  private func flush() throws {
    do {
      try file.write(contentsOf: pending)
    } catch {
      throw ImportError.unwritable(path)
    }
    pending.removeAll(keepingCapacity: true)
  }
}
