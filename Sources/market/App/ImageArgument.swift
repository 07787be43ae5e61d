import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// A value of `--image`: the path of a PNG or JPEG file, or `-` for standard input.
struct ImageArgument: Equatable {
  let value: String

  /// Why a value gives no image.
  enum Reason {
    case url
    case missing
    case folder
    case unreadable
    case tooLarge
    /// An image in a format that the market does not take, such as "HEIC".
    case otherFormat(String)
    case notAnImage
  }

  /// Opens the image. Only the first bytes of a file are read here, to tell its format.
  func image(from input: any TextInput) throws -> ItemImage {
    if value == "-" {
      return try image(holding: input.contents(upTo: ItemLimits.imageBytes, tooLong: failure(.tooLarge)))
    }
    if value.beginsWithScheme { throw failure(.url) }
    guard let type = value.fileType else { throw failure(value.hasNoFile ? .missing : .unreadable) }
    if type == S_IFDIR { throw failure(.folder) }
    guard let file = FileHandle(forReadingAtPath: value) else { throw failure(.unreadable) }
    defer { try? file.close() }
    // A pipe, such as a shell's process substitution, can be read only once.
    guard type == S_IFREG else {
      return try image(holding: file.read(upToCount: ItemLimits.imageBytes + 1) ?? Data())
    }
    guard let start = try? file.read(upToCount: 16) ?? Data() else { throw failure(.unreadable) }
    _ = try format(of: start)
    let size = value.fileSize
    guard size <= ItemLimits.imageBytes else { throw failure(.tooLarge) }
    return ItemImage(
      filename: URL(filePath: value).lastPathComponent, content: .file(path: value, count: size))
  }

  private func image(holding data: Data) throws -> ItemImage {
    let format = try format(of: data.prefix(16))
    guard data.count <= ItemLimits.imageBytes else { throw failure(.tooLarge) }
    return ItemImage(filename: "image.\(format.fileExtension)", content: .bytes(data))
  }

  private func format(of start: Data) throws -> ImageFormat {
    if let format = ImageFormat(startingWith: start) { return format }
    throw failure(Self.otherFormat(of: start).map { .otherFormat($0) } ?? .notAnImage)
  }

  /// The name of a widespread format that the market does not take, by the first bytes.
  private static func otherFormat(of start: Data) -> String? {
    func has(_ text: String, at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
    // ISO/IEC 14496-12: the brand of the file type box.
    if has("ftyp", at: 4) {
      if has("avif", at: 8) || has("avis", at: 8) { return "AVIF" }
      return ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"].contains { has($0, at: 8) }
        ? "HEIC" : nil
    }
    if has("RIFF"), has("WEBP", at: 8) { return "WebP" }
    if has("GIF8") { return "GIF" }
    if has("BM") { return "BMP" }
    if has("II*\0") || has("MM\0*") { return "TIFF" }
    return has("%PDF-") ? "PDF" : nil
  }
}

extension Arguments {
  /// The values of `--image`, not read yet; at most as many as an item can have.
  func images() throws -> [ImageArgument] {
    let values = self[.image]
    guard values.count <= ItemLimits.images else {
      throw ValidationError(.images, .tooManyImages, value: values[ItemLimits.images])
    }
    return values.map { ImageArgument(value: $0) }
  }
}

extension [ImageArgument] {
  /// Opens the images.
  ///
  /// - Parameter areSent: Whether they go to a server. Then their structure and dimensions are checked before anything is
  ///   sent. The embedded market checks them itself.
  /// - Throws: `CommandFailure`, or `ValidationError` for an image that is not whole.
  func images(from input: any TextInput, areSent: Bool) throws -> [ItemImage] {
    let images = try map { try $0.image(from: input) }
    if areSent { for image in images { try image.info() } }
    return images
  }
}

extension ImageArgument {
  /// The error of a value that gives no image.
  func failure(_ reason: Reason) -> CommandFailure {
    let isInput = value == "-"
    let name: LocalizedPhrase = isInput ? "standard input" : "'\(value)'"
    let file = isInput ? "<file>" : value.shellQuoted
    let converted = isInput ? "<file>.jpg" : ((value as NSString).deletingPathExtension + ".jpg").shellQuoted
    let (message, help): (LocalizedPhrase, LocalizedPhrase) =
      switch reason {
      case .url: ("The image \(name) is a URL, not a file", "Pipe it: curl \(file) | market add … --image -")
      case .missing: ("No image file \(name)", .checkPath)
      case .folder: ("'\(value)' is a folder, not an image", "Name each file: --image \(file)/<file>")
      case .unreadable: ("The image \(name) cannot be read", .checkPermissions)
      case .tooLarge:
        (
          "The image \(name) is larger than 10 MiB",
          "Make it smaller: magick \(file) -resize 2048x2048 smaller.jpg"
        )
      case .otherFormat(let format):
        (
          "The image \(name) is \(format), not PNG or JPEG",
          "Convert it: magick \(file) \(converted), or on macOS: sips -s format jpeg \(file) --out \(converted)"
        )
      case .notAnImage: ("Not an image: \(name)", "Choose a PNG or JPEG file")
      }
    return CommandFailure(message, .usage, help: help)
  }
}
