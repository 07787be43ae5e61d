import Console
import Foundation
import OpenMarket

/// Fetches pictures by the session and makes them ready for this terminal.
struct Gallery: Sendable {
  /// Columns that the name of a picture may take.
  private static let nameColumns = 40
  /// Pictures that are on their way at once, or ready and not taken yet.
  private static let atOnce = 4

  let market: NetworkManager
  let screen: PictureScreen
  let format: OutputFormat
  /// How the items with these pictures are known.
  let freshness: Freshness

  /// One for each address, in the same order; nil where there is no address. A picture that is not to be had is a caption
  /// that says so: it keeps nothing else from being shown.
  func pictures(at addresses: [URL?], in box: PictureBox) -> Pictures {
    Pictures(gallery: self, addresses: addresses, box: box)
  }

  /// Pictures that are fetched a few ahead of whoever looks at them, and no further: one that is ready has megabytes, and
  /// a terminal takes its time.
  struct Pictures: AsyncSequence, Sendable {
    fileprivate let gallery: Gallery
    fileprivate let addresses: [URL?]
    fileprivate let box: PictureBox

    func makeAsyncIterator() -> Iterator {
      Iterator(waiting: addresses[...], gallery: gallery, box: box)
    }

    struct Iterator: AsyncIteratorProtocol {
      fileprivate var waiting: ArraySlice<URL?>
      fileprivate let gallery: Gallery
      fileprivate let box: PictureBox
      private var prefetch: [Prefetch<ShownPicture?>] = []

      fileprivate init(waiting: ArraySlice<URL?>, gallery: Gallery, box: PictureBox) {
        (self.waiting, self.gallery, self.box) = (waiting, gallery, box)
      }

      mutating func next() async -> ShownPicture?? {
        while prefetch.count < Gallery.atOnce, let address = waiting.popFirst() {
          prefetch.append(
            Prefetch { [gallery, box] in
              guard let address else { return nil }
              return await gallery.picture(at: address, in: box)
            })
        }
        return prefetch.isEmpty ? .none : .some(await prefetch.removeFirst().value())
      }
    }
  }

  private func picture(at url: URL, in box: PictureBox) async -> ShownPicture {
    let name = (url.lastPathComponent.isEmpty ? "?" : url.lastPathComponent).sanitized
      .truncated(toWidth: Self.nameColumns)
    do throws(PictureError) {
      let picture = try await market.picture(at: url, prefersCached: !freshness.isCurrent)
      return ShownPicture(
        caption: format.facts([LocalizedPhrase(verbatim: name)] + picture.facts(format)),
        drawing: await drawing(of: picture, in: box))
    } catch {
      return ShownPicture(caption: format.facts([LocalizedPhrase(verbatim: name), error.clause]), drawing: nil)
    }
  }

  /// Another program may be at work meanwhile: not on one of the few threads that tasks share.
  private func drawing(of picture: ItemPicture, in box: PictureBox) async -> Drawing? {
    guard screen.protocol != .none, let picture = picture.forTerminal else { return nil }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: screen.drawing(of: picture, in: box)) }
    }
  }
}
