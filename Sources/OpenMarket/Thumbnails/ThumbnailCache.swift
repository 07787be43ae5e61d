import Foundation
import Synchronization
import SystemSupport

/// The files of the copies: reads and writes them, counts them, and deletes what is too much and what belongs to no image.
///
/// The folder is looked through in steps of some hundred files, after the first copy of a process and then now and then. Above a limit
/// each step deletes the older half of its files.
package final class ThumbnailCache: Sendable {
  /// Files, and the bytes of their blocks on the disk.
  package struct Usage: Sendable {
    var files: Int
    var bytes: Int

    package static let most = Usage(files: 100_000, bytes: 1 << 30)
  }

  private struct State {
    /// Files found by the last look, and files written since.
    var usage = Usage(files: 0, bytes: 0)
    /// When the last look ended, in milliseconds; nil before the first one.
    var lookEnded: Int?
    var isLooking = false
  }

  /// Where a look is.
  private struct Look {
    var files: FileManager.DirectoryEnumerator?
    var usage = Usage(files: 0, bytes: 0)
  }

  private struct Copy: Sendable {
    let path: String
    let bytes: Int
    let date: Date
    /// The image, where the file is a copy of this store's.
    let image: Int?
  }

  private static let stepSize = 500
  private static let pause = Duration.milliseconds(20)
  /// Milliseconds between two looks.
  private static let lookInterval = 600_000

  private let folder: ThumbnailFolder
  private let limits: Usage
  private let state = Mutex(State())
  private let threads = WorkPool<Look>(label: "thumbnail files", threads: 1) { Look() }

  init(_ folder: ThumbnailFolder, limits: Usage) {
    (self.folder, self.limits) = (folder, limits)
  }

  /// Nil where there is none.
  func copy(at path: String) async throws -> Data? {
    try await threads.run { _, _ in
      // Earlier programs left an empty file where a copy could not be made.
      (try? Data(contentsOf: URL(filePath: path))).flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// A copy that cannot be written is made again when it is asked for.
  func write(
    _ copy: Data, to path: String, of store: String,
    served: @escaping @Sendable ([Int]) async throws -> Set<Int>
  ) async {
    let bytes = try? await threads.run { _, _ in
      try DurableFolder.make(path.parentFolder)
      try WholeFile(path: path).write(copy, replaces: true, waitsForDisk: false)
      return Self.status(of: path)?.bytes ?? 0
    }
    guard let bytes else { return }
    let now = MonotonicClock.milliseconds()
    let begins = state.withLock { state in
      state.usage.files += 1
      state.usage.bytes += bytes
      let isDue = state.lookEnded.map { $0 + Self.lookInterval < now } ?? true
      guard !state.isLooking, isDue || isAbove(state.usage) else { return false }
      state.isLooking = true
      return true
    }
    if begins { Task { await look(store, served) } }
  }

  private func isAbove(_ usage: Usage) -> Bool { usage.files > limits.files || usage.bytes > limits.bytes }

  /// Looks through the folder, again until it is within the limits.
  func look(_ store: String, _ served: ([Int]) async throws -> Set<Int>) async {
    repeat {
      var isDone = false
      while !isDone {
        // A store that cannot be read now says nothing of images that are gone.
        isDone = (try? await step(store, served)) ?? true
        try? await Task.sleep(for: Self.pause)
      }
    } while state.withLock { isAbove($0.usage) }
    state.withLock { ($0.isLooking, $0.lookEnded) = (false, MonotonicClock.milliseconds()) }
  }

  /// Looks at the next files; returns whether they were the last ones.
  private func step(_ store: String, _ served: ([Int]) async throws -> Set<Int>) async throws -> Bool {
    let copies = try await threads.run { [self] look, _ in next(of: store, &look) }
    let images = copies.compactMap(\.image)
    let present = images.isEmpty ? [] : try await served(images)
    return try await threads.run { [self] look, _ in
      var kept: [Copy] = []
      for copy in copies {
        if let image = copy.image, !present.contains(image) { unlink(copy.path) } else { kept.append(copy) }
      }
      if state.withLock({ isAbove($0.usage) }) {
        kept.sort { $0.date > $1.date }
        for copy in kept.dropFirst(kept.count / 2) { unlink(copy.path) }
        kept.removeLast(kept.count - kept.count / 2)
      }
      look.usage.files += kept.count
      look.usage.bytes += kept.reduce(0) { $0 + $1.bytes }
      guard copies.count < Self.stepSize else { return false }
      state.withLock { $0.usage = look.usage }
      look = Look()
      return true
    }
  }

  private func next(of store: String, _ look: inout Look) -> [Copy] {
    let root = URL(filePath: folder.path)
    look.files = look.files ?? FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    let own = "\(folder.path)/\(store)/"
    var copies: [Copy] = []
    while copies.count < Self.stepSize, let file = look.files?.nextObject() as? URL {
      let path = file.path(percentEncoded: false)
      guard let (bytes, date) = Self.status(of: path) else { continue }
      let image = path.hasPrefix(own) ? ThumbnailFolder.image(ofCopy: file.lastPathComponent) : nil
      copies.append(Copy(path: path, bytes: bytes, date: date, image: image))
    }
    return copies
  }

  /// The bytes on the disk and the last change of a file; nil for what is no file.
  private static func status(of path: String) -> (bytes: Int, date: Date)? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return (Int(status.st_blocks) * 512, status.modificationDate)
  }
}
