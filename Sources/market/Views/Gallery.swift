import Console
import Foundation
import OpenMarket
import SystemSupport

/// Fetches images by the session and makes them ready for this terminal.
struct Gallery: Sendable {
  /// Columns that the name of an image may take.
  private static let nameColumns = 40
  /// Images that are on their way at once, or ready and not taken yet.
  private static let atOnce = 4

  let market: NetworkManager
  let screen: ImageRenderer
  let format: OutputFormat
  /// How the items with these images are known.
  let freshness: Freshness

  /// One for each address, in the same order; nil where there is no address. An image that is not to be had is a caption
  /// that says so: it keeps nothing else from being shown.
  func images(at addresses: [URL?], in box: ImageBox) -> Images {
    Images(gallery: self, addresses: addresses, box: box)
  }

  /// Images that are fetched a few ahead of whoever looks at them, and no further: one that is ready has megabytes, and
  /// a terminal takes its time.
  struct Images: AsyncSequence, Sendable {
    fileprivate let gallery: Gallery
    fileprivate let addresses: [URL?]
    fileprivate let box: ImageBox

    func makeAsyncIterator() -> Iterator {
      Iterator(waiting: addresses[...], gallery: gallery, box: box)
    }

    struct Iterator: AsyncIteratorProtocol {
      fileprivate var waiting: ArraySlice<URL?>
      fileprivate let gallery: Gallery
      fileprivate let box: ImageBox
      private var prefetch: [Prefetch<DisplayedImage?>] = []

      fileprivate init(waiting: ArraySlice<URL?>, gallery: Gallery, box: ImageBox) {
        (self.waiting, self.gallery, self.box) = (waiting, gallery, box)
      }

      mutating func next() async -> DisplayedImage?? {
        while prefetch.count < Gallery.atOnce, let address = waiting.popFirst() {
          prefetch.append(
            Prefetch { [gallery, box] in
              guard let address else { return nil }
              return await gallery.image(at: address, in: box)
            })
        }
        return prefetch.isEmpty ? .none : .some(await prefetch.removeFirst().value())
      }
    }
  }

  private func image(at url: URL, in box: ImageBox) async -> DisplayedImage {
    let name = (url.lastPathComponent.isEmpty ? "?" : url.lastPathComponent).sanitized
      .truncated(toWidth: Self.nameColumns)
    do throws(ImageFetchError) {
      let image = try await market.image(at: url, prefersCached: !freshness.isCurrent)
      return DisplayedImage(
        caption: format.facts([LocalizedPhrase(verbatim: name)] + image.facts(format)),
        drawing: await drawing(of: image, in: box))
    } catch {
      return DisplayedImage(
        caption: format.facts([LocalizedPhrase(verbatim: name), error.clause]), drawing: nil)
    }
  }

  /// Another program may be at work meanwhile: not on one of the few threads that tasks share.
  private func drawing(of image: FetchedImage, in box: ImageBox) async -> Drawing? {
    guard screen.protocol != .none, let image = image.forTerminal else { return nil }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: screen.drawing(of: image, in: box)) }
    }
  }
}
