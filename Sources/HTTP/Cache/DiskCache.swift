import Foundation

/// Answers that are kept from one run to the next, a file for each, and those of this run in memory before them.
///
/// It never fails: where there is no room, no right to write, no folder or a damaged file, it keeps less or nothing.
/// Several processes may use one folder: files appear whole, by renaming, and may go at any moment.
package final class DiskCache: Sendable {
  private static let memory = 16 << 20

  private let folder: String
  private let capacity: Int
  private let recent = MemoryCache(capacity: memory)
  private let isDrawn: @Sendable (_ chance: Double) -> Bool

  /// - Parameters:
  ///   - folder: For nothing else. It is made, with permissions for its owner alone, when the first answer is kept.
  ///   - capacity: Bytes that its files may have, not much more: they are counted now and then. No file has more than an
  ///     eighth of it.
  ///   - isDrawn: Says yes as often as it is asked to.
  package init(
    folder: String, capacity: Int = 256 << 20,
    isDrawn: @escaping @Sendable (_ chance: Double) -> Bool = { Double.random(in: 0..<1) < $0 }
  ) {
    self.folder = folder
    self.capacity = capacity
    self.isDrawn = isDrawn
  }

  /// The answer that was kept for such a request, whatever its age.
  func answer(to request: HTTPRequest) -> StoredResponse? {
    CacheKey(request).flatMap(answer).flatMap { $0.answers(request) ? $0 : nil }
  }

  func answer(for key: CacheKey) -> StoredResponse? {
    if let answer = recent.answer(for: key) { return answer }
    let file = file(key.filename)
    guard isOurs, let data = file.contents(limit: capacity / 8) else { return nil }
    guard let answer = StoredResponse(file: data), answer.key == key else {
      file.remove()
      return nil
    }
    file.touch()
    recent.keep(answer)
    return answer
  }

  func keep(_ answer: StoredResponse) {
    recent.keep(answer)
    let data = answer.file
    let file = file(answer.key.filename)
    guard data.count <= capacity / 8 else { return file.remove() }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard isOurs, file.replace(with: data) else { return }
    if isDrawn(Double(data.count) / Self.sweepInterval) { makeRoom() }
  }

  func drop(_ key: CacheKey) {
    recent.drop { $0 == key }
    if isOurs { file(key.filename).remove() }
  }

  /// Drops every answer in the folder of the key, such as `https://host/things/` of `https://host/things/1`.
  func drop(folderOf key: CacheKey) {
    recent.drop { $0.folder == key.folder }
    for name in key.folderFilenames(among: names) { file(name).remove() }
  }

  /// What was kept in the folders of the keys, folder by folder: of each at most `limit`, the last used first. Of a folder
  /// with more than `mostLookedAt` files so many are looked at, whichever they are.
  func answers(inFoldersOf keys: [CacheKey], limit: Int) -> [StoredResponse] {
    let names = names
    return keys.flatMap { key in
      key.folderFilenames(among: names).prefix(Self.mostLookedAt).map(file)
        .compactMap { file in file.status.map { (file: file, lastUse: $0.lastUse) } }
        .sorted { $0.lastUse > $1.lastUse }.prefix(limit)
        .compactMap { $0.file.contents(limit: capacity / 8) }.compactMap(StoredResponse.init(file:))
        .filter { $0.key.folder == key.folder }
    }
  }

  // MARK: Files

  /// Bytes after which, on average, the files are counted.
  private static let sweepInterval = Double(1 << 20)

  /// Files whose last use can be found out while somebody waits for a word to be completed, in less than a tenth of a
  /// second.
  private static let mostLookedAt = 10_000

  /// Bytes that a file takes on a disk, however small it is.
  private static let block = 4_096

  /// Whether the folder is there and nobody else can have put anything into it.
  private var isOurs: Bool {
    var status = stat()
    return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o022 == 0
      && status.st_uid == geteuid()
  }

  private func file(_ name: String) -> CacheFile { CacheFile(path: folder + "/" + name) }

  private var names: [String] {
    isOurs ? (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] : []
  }

  /// Removes what was not used for longest, until the rest fits with some room to spare. What a process that was killed
  /// has left half written goes the same way.
  private func makeRoom() {
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
