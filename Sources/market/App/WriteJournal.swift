import Foundation
import OpenMarket
import Synchronization
import SystemSupport

/// The writes of items that were sent to a server from this machine, in a file that only its owner can read: by it a write is taken
/// back at a market that keeps no log. A line is an entry in JSON; no password is in it.
///
/// A journal that cannot be written is no error: the write itself has succeeded.
final class WriteJournal: Sendable {
  /// A write, with the item before and after it; nil where there is none, or it is not known.
  struct Entry: Codable {
    let id: Int
    let date: Date
    /// A `LogCommand`.
    let command: String
    let before: Item?
    let after: Item?
    /// The entry that this one takes back.
    let undoes: Int?
  }

  /// The file is truncated to half of this when it exceeds it.
  private static let mostBytes = 1 << 20
  /// A longer entry has no items: an item of this program's servers takes 70 KiB at most.
  private static let longestEntry = 256 << 10
  /// Most responses that are kept in memory for the items before a write.
  private static let mostItems = 1_000

  private struct State {
    /// The last response for each item.
    var items: [Int: Data] = [:]
    var undoes: Int?
    var lastID: Int?
    /// The last entry of this process, and the bytes of the file after it.
    var end: (id: Int, size: Int)?
  }

  private let path: String
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  init(folder: String, origin: String, now: @escaping @Sendable () -> Date) {
    path = folder + "/" + PendingWrites.name(of: [], at: origin)
    self.now = now
  }

  // MARK: Writing

  /// Notes an item as a response has it.
  func note(_ body: Data, ofItem id: Int) {
    state.withLock { state in
      if state.items.count >= Self.mostItems { state.items.removeAll() }
      state.items[id] = body
    }
  }

  /// The item as the last response has it.
  func item(_ id: Int) -> Item? {
    state.withLock { $0.items[id] }.flatMap { try? JSON.decode(Item.self, from: $0) }
  }

  /// Records a write. Waits for other processes outside the cooperative thread pool.
  func record(_ command: LogCommand, before: Item? = nil, after: Item? = nil) async {
    if let before, let after, before.isSame(as: after) { return }
    let undoes = state.withLock(\.undoes)
    let id = try? await SerialQueue.run(label: "journal") { [self] in
      try append(undoes == nil ? command : .undo, before, after, undoes)
    }
    state.withLock { $0.lastID = id }
  }

  /// Runs the work whose write takes an entry back; returns the number of the entry that it is recorded as, nil where the journal
  /// cannot be written.
  func takingBack(_ entry: Int, _ work: () async throws -> Void) async throws -> Int? {
    state.withLock { ($0.undoes, $0.lastID) = (entry, nil) }
    defer { state.withLock { $0.undoes = nil } }
    try await work()
    return state.withLock(\.lastID)
  }

  private func append(
    _ command: LogCommand, _ before: Item?, _ after: Item?, _ undoes: Int?
  ) throws -> Int {
    try FileManager.default.createDirectory(
      atPath: path.parentFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try FileLock(path: path, timeout: .seconds(1)).withLock { _ in
      let (id, size) = try next()
      func line(_ before: Item?, _ after: Item?) throws -> Data {
        // The line break stands first: it ends a line that a killed process has left.
        try Data("\n".utf8)
          + JSON.encode(
            Entry(
              id: id, date: now(), command: command.rawValue, before: before, after: after, undoes: undoes))
      }
      var added = try line(before, after)
      if added.count > Self.longestEntry { added = try line(nil, nil) }
      let descriptor = open(path, O_CREAT | O_APPEND | O_WRONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: added)
      try file.close()
      if size + added.count > Self.mostBytes { try truncate() }
      state.withLock { $0.end = (id, Self.size(of: path)) }
      return id
    }
  }

  /// The number of the next entry, and the bytes of the file. Many writes in turn do not read the file each time.
  private func next() throws -> (id: Int, size: Int) {
    let size = Self.size(of: path)
    if let end = state.withLock(\.end), end.size == size { return (end.id + 1, size) }
    return ((try read().last?.entry.id ?? 0) + 1, size)
  }

  /// Leaves out the oldest entries.
  private func truncate() throws {
    var size = 0
    let kept = try read().reversed().prefix { entry in
      size += entry.line.count + 1
      return size <= Self.mostBytes / 2
    }
    let contents = Data(kept.reversed().map { "\n" + $0.line }.joined().utf8)
    try WholeFile(path: path).write(contents, replaces: true, waitsForDisk: false)
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  // MARK: Reading

  /// The entries, the newest first.
  func entries() async throws -> [Entry] {
    try await SerialQueue.run(label: "journal") { [self] in try read().reversed().map(\.entry) }
  }

  private func read() throws -> [(entry: Entry, line: String)] {
    guard !path.hasNoFile,
      let contents = try BoundedFile.contents(ofPath: path, limit: 2 * Self.mostBytes)
    else { return [] }
    return String(decoding: contents, as: UTF8.self).split(separator: "\n").compactMap { line in
      (try? JSON.decode(Entry.self, from: Data(line.utf8))).map { (entry: $0, line: String(line)) }
    }
  }
}

extension Item {
  /// Whether another state of the item has all that its seller sets.
  func isSame(as other: Item) -> Bool { draft == other.draft && images == other.images }
}
