import Foundation
import OpenMarket
import SystemSupport

/// Records the progress of a plan in a folder of its own: the plan, and a line for each batch that the market has
/// confirmed. After a power cut or a kill the import goes on behind the last of these lines; a batch that the market
/// applied, and that is not recorded here, is sent again and recognized there by the keys of its lines.
final class ImportJournal {
  /// The results of the lines of the plan that were sent, from a position in the plan.
  struct Entry: Codable {
    /// Counts the lines of the plan from 0.
    let positions: [Int]
    let results: [Result]

    struct Result: Codable {
      let outcome: BatchResult.Outcome
      var id: Int?
      var problem: PlanProblem?
    }
  }

  private let folder: String
  private let file: FileHandle

  static func planPath(in folder: String) -> String { folder + "/plan.jsonl" }
  private static func path(in folder: String) -> String { folder + "/journal.jsonl" }

  static func folder(in state: String, files: [String], origin: String) -> String {
    let name = SHA256.hexadecimal(Data(([origin] + files).joined(separator: "\n").utf8)).prefix(16)
    return state + "/imports/" + name
  }

  static func exists(in folder: String) -> Bool {
    !path(in: folder).hasNoFile
  }

  /// Begins a journal of a plan, of which it has a copy, in place of an earlier one.
  static func begin(in folder: String, planAt plan: String) throws -> ImportJournal {
    try? FileManager.default.removeItem(atPath: folder)
    do {
      try DurableFolder.make(folder)
      try FileHandle.copy(plan, to: planPath(in: folder))
    } catch {
      throw ImportError.unwritable(folder)
    }
    return try ImportJournal(folder)
  }

  /// Goes on with a journal. Returns the results so far, by the position in the plan.
  static func resume(in folder: String) throws -> (ImportJournal, done: [Int: Entry.Result]) {
    var lines = try FileLines(path: path(in: folder))
    var done: [Int: Entry.Result] = [:]
    while let line = try lines.next() {
      // One that was cut off: its batch is sent again.
      guard let entry = try? JSON.decode(Entry.self, from: line) else { continue }
      for (position, result) in zip(entry.positions, entry.results) { done[position] = result }
    }
    return (try ImportJournal(folder), done)
  }

  private init(_ folder: String) throws {
    self.folder = folder
    file = try FileHandle.appending(to: Self.path(in: folder))
  }

  /// Writes the names of the plan and the journal to the disk, up to the first folder of another user, before the first batch
  /// is sent: without its journal an import would begin again, and count stock twice.
  func makeDurable() throws(ImportError) {
    do {
      try file.synchronize()
      try DurableFolder.sync(folder)
    } catch {
      throw .unwritable(Self.path(in: folder))
    }
  }

  /// Records a batch. It is on the disk when this returns.
  func append(_ entry: Entry) throws {
    do {
      try file.write(contentsOf: JSON.encode(entry) + Data("\n".utf8))
      try file.synchronize()
    } catch {
      throw ImportError.unwritable(Self.path(in: folder))
    }
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
