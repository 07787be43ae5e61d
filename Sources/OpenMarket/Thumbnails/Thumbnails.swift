package import Foundation
import Synchronization
import SystemSupport

/// Makes smaller copies of images once, and keeps them in a folder of this server, which is a cache: it can be deleted at any
/// time.
package final class Thumbnails: Sendable {
  /// The result of a request for a copy.
  enum Outcome: Sendable {
    case thumbnail(Data)
    /// The image cannot be decoded, and is served as it is.
    case none
  }

  /// Makes a copy, or nil for an image that cannot be decoded. Takes a second at most, on a thread of its own.
  package typealias Maker = @Sendable (Data, ThumbnailSize) -> Data?

  /// In seconds.
  private static let retryTime = 86_400.0

  private let folder: String
  /// Most bytes of all copies together; the oldest are deleted above it.
  private let limit: Int
  /// Nil where nothing can make copies.
  private let maker: Lazy<Maker?, Never>
  /// Originals in memory, each of up to 10 MiB: few at a time, fair between clients.
  private let gate = FairGate(limit: 2, clientLimit: 1, capacity: 256, share: 32)
  private let makers = WorkPool<Void>(label: "thumbnails", threads: 1, capacity: 256, share: 32)
  private let files = WorkPool<Void>(label: "thumbnail files", threads: 1)
  /// The bytes of all copies; nil before they are first counted.
  private let stored = Mutex<Int?>(nil)

  /// - Parameters:
  ///   - folder: Made when it is first needed.
  ///   - limit: Most bytes of all copies together.
  ///   - make: Decodes an image and makes a copy of a size.
  package convenience init(folder: String, limit: Int = 1 << 30, make: @escaping Maker) {
    self.init(folder: folder, limit: limit) { make }
  }

  /// - Parameter maker: Finds at the first image whether copies can be made; nil if not.
  package init(folder: String, limit: Int = 1 << 30, maker: @escaping @Sendable () -> Maker?) {
    (self.folder, self.limit, self.maker) = (folder, limit, Lazy(maker))
  }

  /// An image of a store. Its number alone would not do: a store that was restored from a backup gives numbers again.
  struct Source: Sendable {
    let image: StoredImage
    /// The length of the image, in bytes.
    let count: Int
    /// The identity of the store.
    let store: String
  }

  /// The copy of an image; made of its bytes where there is none yet.
  ///
  /// Throws `OverloadError` where too many are to be made, and what `original` throws.
  func thumbnail(
    of source: Source, _ size: ThumbnailSize, original: () async throws -> Data
  ) async throws -> Outcome {
    let path = path(of: source, size)
    if let present = try await stored(at: path) { return present }
    return try await gate.run {
      // Another request may have made it meanwhile.
      if let present = try await stored(at: path) { return present }
      guard let make = try await makers.run({ [self] in maker() }) else { return .none }
      let bytes = try await original()
      return try await makers.run { [self] in
        let thumbnail = make(bytes, size)
        keep(thumbnail ?? Data(), at: path)
        return thumbnail.map { .thumbnail($0) } ?? .none
      }
    }
  }

  private func path(of source: Source, _ size: ThumbnailSize) -> String {
    // Some thousand files in a folder.
    "\(folder)/\(source.store)/\(source.image.id / 1_000)/\(source.image.id)-\(source.count)-\(size.rawValue).jpg"
  }

  /// Reads a file; an empty one tells that there is no copy, for a day: the machine may have been too busy. Nil without a file.
  private func stored(at path: String) async throws -> Outcome? {
    try await files.run {
      let file = URL(filePath: path)
      guard let data = try? Data(contentsOf: file) else { return nil }
      guard data.isEmpty else { return .thumbnail(data) }
      let date = try? file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
      return (date ?? .distantPast).timeIntervalSinceNow > -Self.retryTime ? Outcome.none : nil
    }
  }

  /// On the only thread of makers. What cannot be written is made again.
  private func keep(_ data: Data, at path: String) {
    let parent = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try WholeFile(path: path).write(data, replaces: true, waitsForDisk: false)
    } catch {
      return
    }
    let all = stored.withLock { stored in
      let all = (stored ?? copies().reduce(0) { $0 + $1.bytes }) + data.count
      stored = all
      return all
    }
    if all > limit { deleteOldest() }
  }

  private typealias Copy = (path: String, bytes: Int, date: Date)

  private func copies() -> [Copy] {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
    let files = FileManager.default.enumerator(
      at: URL(filePath: folder), includingPropertiesForKeys: Array(keys))
    return (files?.compactMap { $0 as? URL } ?? []).compactMap { file in
      guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true else {
        return nil
      }
      return (
        file.path(percentEncoded: false), values.fileSize ?? 0, values.contentModificationDate ?? .distantPast
      )
    }
  }

  /// Deletes the oldest copies, down to three quarters of the limit.
  private func deleteOldest() {
    let copies = copies().sorted { $0.date < $1.date }
    var all = copies.reduce(0) { $0 + $1.bytes }
    for copy in copies where all > limit / 4 * 3 {
      unlink(copy.path)
      all -= copy.bytes
    }
    stored.withLock { [all] in $0 = all }
  }
}
