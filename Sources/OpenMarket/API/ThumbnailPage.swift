import Foundation
import HTTP
import SystemSupport

/// The responses at `/thumbnails/{width}/{image}`: a smaller copy of an image, or the way to the image itself.
struct ThumbnailPage: RefusingSession {
  static let path = "thumbnails"

  let api: APIContext
  /// Nil where this server makes none: another one of the market may have given the URL.
  let thumbnails: Thumbnails?

  func refusal(of head: HTTPRequest) -> HTTPResponse? {
    api.refusal(in: .items) { _ = try Self.subject(of: head) }
  }

  private static func subject(of request: HTTPRequest) throws -> (ThumbnailSize, StoredImage) {
    guard let path = request.pathComponents, path.count == 3,
      let size = ThumbnailSize.allCases.first(where: { String($0.rawValue) == path[1] }),
      let image = StoredImage(name: path[2])
    else { throw APIError.notFound }
    try request.allow([.get])
    return (size, image)
  }

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .items) {
      let (size, image) = try Self.subject(of: request)
      guard let thumbnails else { return Self.original(image, isLasting: false) }
      // An image that is gone has no copy either.
      let contents = try await api.marketplace.contents(of: image)
      let source = Thumbnails.Source(
        image: image.id, version: contents.properties.digest ?? String(contents.count),
        pixels: contents.properties.pixels,
        store: api.marketplace.identity ?? "")
      do {
        let outcome = try await thumbnails.thumbnail(
          of: source, size, served: api.marketplace.served(images:)
        ) { try await api.read(0..<contents.count, of: contents) }
        let data: Data
        switch outcome {
        case .thumbnail(let copy): data = copy
        case .undecodable: return Self.original(image, isLasting: true)
        case .failed: return Self.original(image, isLasting: false)
        }
        return HTTPResponse(
          status: 200,
          headers: [
            .contentType: "image/jpeg", .cacheControl: image.freshness,
            .contentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'; sandbox",
            .eTag: "\"\(source.version)-\(size.rawValue)\"",
          ], body: data
        ).conditional(on: request)
      } catch is OverloadError {
        return Self.original(image, isLasting: false)
      }
    }
  }

  /// - Parameter isLasting: Whether it will be the same in an hour.
  private static func original(_ image: StoredImage, isLasting: Bool) -> HTTPResponse {
    HTTPResponse(
      status: 302,
      headers: [.location: image.path, .cacheControl: isLasting ? "public, max-age=3600" : "no-store"])
  }
}

extension ThumbnailSize {
  /// The path of the copy of an image, as `/thumbnails/320/7.png`: the name is that of the image, and the contents are a JPEG.
  package func path(of image: StoredImage) -> String {
    "/\(ThumbnailPage.path)/\(rawValue)/\(image.pathName)"
  }
}
