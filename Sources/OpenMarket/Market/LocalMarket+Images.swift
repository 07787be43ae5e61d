import Foundation
import HTTP

extension LocalMarket {
  /// A stored image. It never changes, so whoever has it may keep it; it came from a stranger, so a browser is to
  /// take it for an image and nothing else.
  func bytes(of image: StoredImage, _ request: HTTPRequest) async throws -> HTTPResponse {
    guard let bytes = try await store.bytes(of: image) else { throw APIError.notFound }
    var response = HTTPResponse(
      status: 200,
      headers: [
        "Content-Type": image.format.mediaType, "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
        "Accept-Ranges": "bytes",
      ], body: bytes)
    // The name says it all: no other image ever has it.
    response.headers["ETag"] = "\"\(image.id)\""
    // Whether anything is to be sent is asked before how much of it (RFC 9110 §13.2.2).
    return response.conditional(on: request).ranged(for: request)
  }
}
