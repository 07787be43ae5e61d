import Foundation
import HTTP

/// The URLs of images in a response: their beginning, made once for all of a page.
struct ImageBase {
  private let prefix: String
  private let hasThumbnails: Bool

  /// - Parameter hasThumbnails: Whether there are smaller copies of images.
  init(_ base: URL, hasThumbnails: Bool = false) {
    let url = base.appending(path: StoredImage.placeholder.path).absoluteString
    prefix = String(url.dropLast(StoredImage.placeholder.path.utf8.count))
    self.hasThumbnails = hasThumbnails
  }

  func text(of image: StoredImage) -> String { prefix + image.path }

  /// The URL of the copy for a list; of the image itself where there are no copies.
  func text(ofThumbnail image: StoredImage) -> String {
    guard hasThumbnails, image != .placeholder else { return text(of: image) }
    return prefix + ThumbnailSize.small.path(of: image)
  }

  func url(of image: StoredImage) -> URL { Self.url(text(of: image)) }
  func url(ofThumbnail image: StoredImage) -> URL { Self.url(text(ofThumbnail: image)) }

  /// Appending a path to a valid URL stays valid.
  private static func url(_ text: String) -> URL { URL(string: text) ?? .embeddedMarket }
}

extension APIContext {
  func imageBase(of request: HTTPRequest) -> ImageBase {
    ImageBase(base(of: request), hasThumbnails: hasThumbnails)
  }
}
