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

  /// The file name of an image that was sent without one.
  static let unnamed = "image"
  /// Most bytes of a file name that a market keeps.
  private static let nameBytes = 255

  /// The file name as a market keeps it: the last component of a path, without control characters and what XML cannot carry; nil for
  /// none.
  var storedName: String? {
    let last = filename.split { ["/", "\\"].contains($0) }.last ?? ""
    let kept = last.unicodeScalars.filter {
      ![.control, .lineSeparator, .paragraphSeparator, .surrogate].contains($0.properties.generalCategory)
        && !(0xFFFE...0xFFFF).contains($0.value)
    }
    var name = String(String.UnicodeScalarView(kept)).trimmingCharacters(in: .whitespaces)
    while name.utf8.count > Self.nameBytes { name.removeLast() }
    return name.isEmpty || filename == Self.unnamed ? nil : name
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
    try info()
  }

  /// The image's bytes. Throws a `ValidationError` for more than an image may have before reading any.
  package func bytes() throws(ValidationError) -> Data {
    try checkSize()
    guard let bytes = try? HTTPBody(parts: [content]).bytes() else {
      throw ValidationError(.images, .unreadable, value: filename)
    }
    return bytes
  }

  /// The image's format and dimensions, by walking its structure once; of a file what the walk skips is not read. Throws
  /// a `ValidationError` for what is too large, unreadable, or not a whole PNG or JPEG.
  @discardableResult
  package func info() throws(ValidationError) -> ImageInfo {
    try checkSize()
    switch content {
    case .bytes(let data):
      return try checked { () throws(ImageDefect) in try ImageInfo(checking: data).checkSize() }
    case .file(let path, let count):
      let unreadable = ValidationError(.images, .unreadable, value: filename)
      guard let file = ImageFile(path: path) else { throw unreadable }
      let info = Result { () throws(ImageDefect) in
        try ImageInfo(checking: ImageReader(file, count: count))
      }
      if file.isUnreadable { throw unreadable }
      return try checked { () throws(ImageDefect) in try info.get().checkSize() }
    }
  }

  private func checkSize() throws(ValidationError) {
    guard content.count <= ItemLimits.imageBytes else {
      throw ValidationError(.images, .longerThan(bytes: ItemLimits.imageBytes), value: filename)
    }
  }

  func checked<Value>(_ check: () throws(ImageDefect) -> Value) throws(ValidationError) -> Value {
    do {
      return try check()
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

/// An image in the order of an item's images.
package enum PlacedImage: Sendable, Equatable {
  /// One that the item has, by the URL that a response gives.
  case present(URL)
  case new(ItemImage)
}

extension URL {
  /// The file name in the address of an image, without the digest that a market puts into it: `12.png`.
  package var imageName: String {
    let parts = lastPathComponent.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, parts[1].prefix(while: \.isHexDigit).count == 32 else { return lastPathComponent }
    return String(parts[0] + parts[1].dropFirst(32))
  }
}
