import Foundation

/// The folder with the smaller copies of a store's images. It is a cache: it can be deleted at any time.
package struct ThumbnailFolder: Sendable {
  let path: String

  package init(path: String) {
    self.path = path
  }

  /// The path of a copy.
  ///
  /// - Parameter version: Tells the image from others that had its id, in stores that were restored from backups.
  func path(ofImage id: Int, _ version: String, _ size: ThumbnailSize, store: String) -> String {
    // Copies of earlier programs, in other colours where the image has no profile, have no `c`.
    "\(folder(ofImage: id, store: store))/\(id)-\(version)c-\(size.rawValue).jpg"
  }

  /// The id of the image of a copy; nil for another file.
  static func image(ofCopy name: String) -> Int? {
    name.firstIndex(of: "-").flatMap { Int(name[..<$0]) }
  }

  /// Deletes the copies of images, which goes with each image. Some hundred files are in a folder.
  func remove(_ ids: [Int], store: String) {
    for (folder, ids) in Dictionary(grouping: Set(ids), by: { folder(ofImage: $0, store: store) }) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      where Self.image(ofCopy: name).map(ids.contains) == true {
        unlink("\(folder)/\(name)")
      }
    }
  }

  private func folder(ofImage id: Int, store: String) -> String { "\(path)/\(store)/\(id / 100)" }
}
