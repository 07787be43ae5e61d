import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// Fetches images and prepares them for this terminal.
struct Gallery: Sendable {
  /// Columns that the name of an image may take.
  private static let nameColumns = 40
  /// Images that are fetched, or ready and not taken yet, at once.
  private static let prefetchCount = 4

  let networkManager: NetworkManager
  let screen: ImageRenderer
  let format: OutputFormat
  /// How up to date the items with these images are.
  let freshness: Freshness

  /// An image for each URL, in the same order; nil for nil. The caption of an image that cannot be fetched says why, so
  /// that one failure does not hide the others.
  ///
  /// - Parameter names: The names of files by which captions call the images; where one is missing, the end of the URL does.
  func images(at addresses: [URL?], names: [String?] = [], in box: ImageBox) -> Images {
    let named = addresses.enumerated().map { (url: $1, name: names.indices.contains($0) ? names[$0] : nil) }
    return Images(gallery: self, waiting: named[...], box: box)
  }

  fileprivate typealias NamedAddress = (url: URL?, name: String?)

  /// Images in order, a few of them fetched in advance: each takes megabytes, and a terminal is slow. Throws
  /// `CancellationError` if the task is cancelled.
  struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
    fileprivate let gallery: Gallery
    fileprivate var waiting: ArraySlice<NamedAddress>
    fileprivate let box: ImageBox
    fileprivate var prefetch: [Prefetch<Result<DisplayedImage?, CancellationError>>] = []

    func makeAsyncIterator() -> Images { self }

    mutating func next() async throws(CancellationError) -> DisplayedImage?? {
      while prefetch.count < Gallery.prefetchCount, let address = waiting.popFirst() {
        prefetch.append(
          Prefetch { [gallery, box] in
            guard let url = address.url else { return .success(nil) }
            return await gallery.image(at: url, named: address.name, in: box)
          })
      }
      return prefetch.isEmpty ? .none : .some(try await prefetch.removeFirst().value().get())
    }
  }

  /// An image in a box; its caption says why, where it cannot be fetched.
  func image(
    at url: URL, named given: String?, in box: ImageBox
  ) async -> Result<DisplayedImage?, CancellationError> {
    let name = (given ?? (url.imageName.isEmpty ? "?" : url.imageName)).sanitizedLine
      .truncated(toWidth: Self.nameColumns)
    do throws(ImageFetchError) {
      let image = try await networkManager.image(at: url, prefersCached: !freshness.isCurrent)
      return .success(
        DisplayedImage(
          caption: format.facts([LocalizedPhrase(verbatim: name)] + image.facts(format)),
          drawing: await drawing(of: image, in: box)))
    } catch .cancelled {
      return .failure(CancellationError())
    } catch {
      return .success(
        DisplayedImage(
          caption: format.facts([LocalizedPhrase(verbatim: name), error.clause]), drawing: nil))
    }
  }

  /// Draws an image outside the cooperative thread pool: it may wait for another program.
  private func drawing(of image: FetchedImage, in box: ImageBox) async -> Drawing? {
    guard screen.protocol != .none, let image = image.forTerminal else { return nil }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: screen.drawing(of: image, in: box)) }
    }
  }
}
