package import Foundation
package import HTTP

/// An image on its way into a market: its file name and its bytes, which may still be on disk.
package struct ItemImage: Sendable, Equatable {
  package let filename: String
  package let content: HTTPBody.Part

  package init(filename: String, content: HTTPBody.Part) {
    self.filename = filename
    self.content = content
  }

  /// An image in a file. Throws a `ValidationError` for a file that is missing, unreadable, too large or not an image,
  /// before any of it is sent.
  package init(path: String) throws(ValidationError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ValidationError(.images, .unreadable, value: path)
    }
    self.init(
      filename: URL(filePath: path).lastPathComponent, content: .file(path: path, count: Int(status.st_size)))
    _ = try info()
  }

  /// The image's bytes. Throws a `ValidationError` for more than an image may have before reading any.
  package func bytes() throws(ValidationError) -> Data {
    guard content.count <= ItemLimits.imageBytes else {
      throw ValidationError(.images, .longerThan(bytes: ItemLimits.imageBytes), value: filename)
    }
    guard let bytes = try? HTTPBody(parts: [content]).bytes() else {
      throw ValidationError(.images, .unreadable, value: filename)
    }
    return bytes
  }

  /// The image's format and dimensions, by walking its structure once. Throws a `ValidationError` for what is not a whole
  /// PNG or JPEG.
  package func info() throws(ValidationError) -> ImageInfo {
    try checked { bytes throws(ImageDefect) in try ImageInfo(checking: bytes) }
  }

  func checked<Value>(_ check: (Data) throws(ImageDefect) -> Value) throws(ValidationError) -> Value {
    let bytes = try bytes()
    do {
      return try check(bytes)
    } catch {
      throw ValidationError(
        .images, error == .unknownFormat ? .notAnImage : .broken(error), value: filename)
    }
  }

  /// The media type, by the first bytes alone.
  package var mediaType: String {
    var reader = HTTPBodyReader(HTTPBody(parts: [content]))
    let start = (try? reader.next(8)) ?? nil
    return start.flatMap(ImageFormat.init(startingWith:))?.mediaType ?? "application/octet-stream"
  }
}
