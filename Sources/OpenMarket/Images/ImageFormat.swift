/// The kinds of image that a market takes.
package enum ImageFormat: String, Sendable, CaseIterable {
  case png
  case jpeg

  /// The media type (RFC 2046).
  package var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    }
  }

  /// The usual ending of a file's name.
  package var fileExtension: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    }
  }

  /// The format whose signature stands at the start of the bytes; nil when it is neither.
  package init?(startingWith bytes: some Collection<UInt8>) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}
