/// An image's path, `/images/12.png`.
extension StoredImage {
  var path: String { "/images/\(id).\(format.fileExtension)" }

  /// Reads the last component of the path; nil when it is not one that `path` writes.
  init?(name: String) {
    guard let dot = name.firstIndex(of: "."), let id = Int(name[..<dot]), id > 0,
      let format = ImageFormat.allCases.first(where: { $0.fileExtension == name[name.index(after: dot)...] })
    else { return nil }
    self.init(id: id, format: format)
    guard path == "/images/\(name)" else { return nil }
  }
}
