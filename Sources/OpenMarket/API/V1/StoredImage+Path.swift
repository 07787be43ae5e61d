import Foundation

/// An image's path, `/images/12.png`.
extension StoredImage {
  var path: String { "/images/\(id).\(format.fileExtension)" }

  /// Reads the last component of the path; nil when it is not one that `path` writes.
  init?(name: String) {
    guard let dot = name.firstIndex(of: "."), let id = Int(name[..<dot]), id >= 0,
      let format = ImageFormat.allCases.first(where: { $0.fileExtension == name[name.index(after: dot)...] })
    else { return nil }
    self.init(id: id, format: format)
    guard path == "/images/\(name)" else { return nil }
  }
}

extension StoredImage {
  /// Stands in v2 for an item without an image, since clients lose a whole page over an empty URL. Stored images count
  /// from 1.
  static let placeholder = StoredImage(id: 0, format: .png)

  /// 160×160: the outline of a picture, in light grey.
  static let placeholderBytes =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAKAAAACgAQMAAACxAfVuAAAABlBMVEXu7u7ExMSNVKb3AAAAyElEQVR42u3UMQ6CMBTG8SJDR46A\
        N+FK3oBuXqub16hxYBQnSSR8FlMMj36DUQcj/U/kNz3avCqVSqXWFZ69hW760P+FWU8wHwhq/BzSOekffXJKW4Y7hh1BP06MfvAY\
        NQgWMDGWsDFWcDHWaGMEOrVZYAY8zk1gDgyqMBL1uBillVh4NJWTWHq0dSux8uj8AAJrjxcsLm7cwBvkFR+nzZzjKaCZYxPQzvEc\
        0Gmy7y3DjmHPcGAIinuGB4YNw+v3nrXXMZVKraE76ncupWHiVdEAAAAASUVORK5CYII=
        """) ?? Data()
}
