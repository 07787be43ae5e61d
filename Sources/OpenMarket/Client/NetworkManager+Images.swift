import HTTP
package import Foundation

extension NetworkManager {
  /// An image of an item, at the address that the item names. One question to whoever is there: nothing that was meant
  /// for the market goes with it. Where nobody answers it is the one that was seen before.
  ///
  /// - Parameter prefersCached: Whether to ask nobody where one was seen before: for an item that is shown as it was seen.
  package func image(at url: URL, prefersCached: Bool = false) async throws(ImageFetchError) -> FetchedImage {
    guard let scheme = url.scheme?.lowercased(), let authority = url.authority,
      isEmbedded
        ? scheme == server.scheme && authority == server.authority : ["http", "https"].contains(scheme)
    else { throw .unsupportedAddress }
    let request = HTTPRequest(
      .get, scheme: scheme, authority: authority, target: url.target,
      headers: ["Accept": ImageFormat.allCases.map(\.mediaType).joined(separator: ", ")])
    // Looked for first: an answer takes its place.
    let cached = history?.response(to: request).flatMap { try? FetchedImage($0.response.body) }
    if prefersCached, let cached { return cached }
    do throws(ImageFetchError) {
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
    } catch {
      throw .noResponse(error)
    }
    guard response.status == 200 else { throw .status(response.status) }
    return try FetchedImage(response.body)
  }
}
