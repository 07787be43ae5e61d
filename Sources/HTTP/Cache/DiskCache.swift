import Foundation
import SystemSupport

/// A persistent cache of responses, one file each, with those of this run in memory.
///
/// It throws no errors: without space, permissions or a folder, and with a damaged file, it stores less or nothing.
/// Several processes may use one folder: files are written by renaming, and may disappear at any time.
package final class DiskCache: Sendable {
  private static let memory = 16 << 20

  private let folder: String
  private let capacity: Int
  private let recent = MemoryCache(capacity: memory)
  private let isDrawn: @Sendable (_ chance: Double) -> Bool
  private let onUnreadable: (@Sendable (_ path: String) -> Void)?

  /// - Parameters:
  ///   - folder: The directory for the files, and for nothing else. Made with mode 0700 when the first response is
  ///     stored.
  ///   - capacity: Most bytes of all files, approximately: they are counted from time to time. A file has at most an
  ///     eighth of it.
  ///   - isDrawn: Returns true with the given probability; tests make it certain.
  ///   - onUnreadable: Receives the path of each file that cannot be read, and now that of the folder if it is left out.
  package init(
    folder: String, capacity: Int = 256 << 20,
    isDrawn: @escaping @Sendable (_ chance: Double) -> Bool = { Double.random(in: 0..<1) < $0 },
    onUnreadable: (@Sendable (_ path: String) -> Void)? = nil
  ) {
    self.folder = folder
    self.capacity = capacity
    self.isDrawn = isDrawn
    self.onUnreadable = onUnreadable
    if let onUnreadable, isLeftOut { onUnreadable(folder) }
  }

  /// The stored response to a request, whatever its age.
  func response(to request: HTTPRequest) -> StoredResponse? {
    CacheKey(request).flatMap(response).flatMap { $0.isSelected(by: request) ? $0 : nil }
  }

  func response(for key: CacheKey) -> StoredResponse? {
    if let response = recent.response(for: key) { return response }
    guard isPrivate else { return nil }
    for name in key.filenames {
      let file = file(name)
      guard let data = contents(of: file) else { continue }
      guard var response = StoredResponse(file: data), response.key == key else {
        file.remove()
        continue
      }
      response.isInvalidated = name != key.filename
      file.touch()
      recent.store(response)
      return response
    }
    return nil
  }

  func store(_ response: StoredResponse) {
    recent.store(response)
    let data = response.file
    let file = file(response.key.filename)
    guard data.count <= capacity / 8 else { return removeFiles(of: response.key) }
    try? DurableFolder.make(folder)
    guard isPrivate, file.replace(with: data) else { return }
    self.file(response.key.invalidatedFilename).remove()
    if isDrawn(Double(data.count) / Self.sweepInterval) { evict() }
  }

  func remove(_ key: CacheKey) {
    recent.remove { $0 == key }
    if isPrivate { removeFiles(of: key) }
  }

  private func removeFiles(of key: CacheKey) {
    for name in key.filenames { file(name).remove() }
  }

  /// Marks a response as one that is validated before it is used again. It stays in the history.
  func invalidate(_ key: CacheKey) {
    recent.remove { $0 == key }
    if isPrivate { file(key.filename).move(to: file(key.invalidatedFilename)) }
  }

  /// Invalidates all responses in the key's folder, such as `https://host/things/` of `https://host/things/1`.
  func invalidate(folderOf key: CacheKey) {
    recent.remove { $0.folder == key.folder }
    for name in key.folderFilenames(among: names) where !CacheKey.isInvalidated(filename: name) {
      file(name).move(to: file(CacheKey.invalidated(filename: name)))
    }
  }

  /// The stored responses in the keys' folders, folder by folder, most recently used first.
  ///
  /// - Parameter limit: Most responses a folder. At most `inspectionLimit` files a folder are considered.
  func responses(inFoldersOf keys: [CacheKey], limit: Int) -> [StoredResponse] {
    let names = names
    return keys.flatMap { (key: CacheKey) -> [StoredResponse] in
      let newest = key.folderFilenames(among: names).prefix(Self.inspectionLimit).map(file)
        .compactMap { file in file.status.map { (file: file, lastUse: $0.lastUse) } }
        .sorted { $0.lastUse > $1.lastUse }.prefix(limit)
      return newest.compactMap { contents(of: $0.file) }.compactMap(StoredResponse.init(file:))
        .filter { $0.key.folder == key.folder }
    }
  }

  // MARK: Files

  /// Bytes written between two countings of the files, on average.
  private static let sweepInterval = Double(1 << 20)

  /// Files whose status can be read in under 0.1 s, so that shell completion stays quick.
  private static let inspectionLimit = 10_000

  /// Least bytes that a file takes on disk.
  private static let block = 4_096

  /// Whether there is a folder that is left out: of another user, writable by others, or one that cannot be read.
  private var isLeftOut: Bool { !folder.hasNoFile && !(isPrivate && access(folder, R_OK | X_OK) == 0) }

  /// Whether the folder exists, belongs to this user, and cannot be written by others.
  private var isPrivate: Bool {
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o022 == 0
      && status.st_uid == geteuid()
  }

  /// The contents of a file; nil where there is none, or it is left out.
  private func contents(of file: CacheFile) -> Data? {
    do {
      return try file.contents(limit: capacity / 8)
    } catch {
      onUnreadable?(file.path)
      return nil
    }
  }

  private func file(_ name: String) -> CacheFile { CacheFile(path: folder + "/" + name) }

  private var names: [String] {
    isPrivate ? (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] : []
  }

  /// Removes the least recently used files until the rest fits, with some space to spare. Temporary files of killed
  /// processes are removed the same way.
  private func evict() {
    let files = names.map(file).compactMap { file in
      file.status.map { (file: file, size: max($0.size, Self.block), lastUse: $0.lastUse) }
    }
    var excess = files.reduce(-capacity) { $0 + $1.size }
    guard excess > 0 else { return }
    excess += capacity / 16
    for (file, size, _) in files.sorted(by: { $0.lastUse < $1.lastUse }) where excess > 0 {
      file.remove()
      excess -= size
    }
  }
}
