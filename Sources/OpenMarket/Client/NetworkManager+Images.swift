import HTTP
package import Foundation

/// Where the images of a market's items may be.
package enum ImageOrigins: Sendable {
  /// At the market's own address.
  case market
  /// At any `http` or `https` address.
  case web

  func allow(scheme: String, authority: String, of server: URL) -> Bool {
    switch self {
    case .market: scheme == server.scheme && authority == server.authority
    case .web: ["http", "https"].contains(scheme)
    }
  }
}

extension NetworkManager {
  /// Fetches an image from the URL that an item names. The request carries nothing that is meant for the market.
  ///
  /// If the server cannot be reached, the result is the image as it was last fetched.
  ///
  /// - Parameters:
  ///   - referrer: The host that named the URL, which decides whether it may lead into a private network; nil for the
  ///     market's.
  ///   - prefersCached: Whether to return an image that was fetched before without a request: for an item that is itself
  ///     shown from the cache.
  package func image(
    at url: URL, namedBy referrer: String? = nil, prefersCached: Bool = false
  ) async throws(ImageFetchError) -> FetchedImage {
    guard var scheme = url.scheme?.lowercased(), var authority = url.authority,
      images.allow(scheme: scheme, authority: authority, of: server)
    else { throw ImageFetchError.unsupportedAddress }
    // Behind a Unix socket a server knows itself by the name in the Host field.
    if server.unixSocket != nil, scheme == "http", authority == "localhost" {
      (scheme, authority) = (server.scheme ?? scheme, server.authority ?? authority)
    }
    var request = HTTPRequest(
      .get, scheme: scheme, authority: authority, target: url.target,
      headers: [.accept: ImageFormat.allCases.map(\.mediaType).joined(separator: ", ")])
    request.referringHost =
      referrer ?? (server.unixSocket == nil && server.scheme != "market" ? server.host() : nil)
    // Read before the request, whose response replaces it.
    let cached = history?.response(to: request).flatMap { try? FetchedImage($0.response.body) }
    if prefersCached, let cached { return cached }
    do {
      return try await (cached == nil ? self : withoutRetries).image(request)
    } catch {
      guard error.isTemporary, let cached else { throw error }
      return cached
    }
  }

  private func image(_ request: HTTPRequest) async throws(ImageFetchError) -> FetchedImage {
    let response: HTTPResponse
    do {
      response = try await self.response(to: request, isRepeatable: true)
    } catch let error as SessionError {
      throw ImageFetchError.noResponse(error)
    } catch is CancellationError {
      throw ImageFetchError.cancelled
    } catch {
      throw ImageFetchError.sessionFailed(UnderlyingError(error))
    }
    guard response.status == 200 else { throw ImageFetchError.status(response.status) }
    return try FetchedImage(response.body)
  }

  /// Gives an item images in an order; those that it has are not sent again. Throws `ClientError.unsupported(.imageOrder)` at a market
  /// that replaces all images at once.
  package func arrangeImages(
    ofItem id: Int, _ images: [PlacedImage], password: String
  ) async throws(ClientError) -> Item {
    var order: [Int?] = []
    var added: [ItemImage] = []
    for image in images {
      switch image {
      case .new(let image):
        order.append(nil)
        added.append(image)
      case .present(let url):
        guard let image = StoredImage(name: url.lastPathComponent) else { throw .unsupported(.imageOrder) }
        order.append(image.id)
      }
    }
    return try await value(
      of: ArrangeImages(
        id: id, order: order, images: added, credentials: BasicCredentials(password: password)))
  }
}
