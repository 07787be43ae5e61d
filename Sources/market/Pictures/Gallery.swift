import Console
import Foundation
import OpenMarket

/// Fetches pictures by the session and makes them ready for this terminal.
struct Gallery: Sendable {
  /// Columns that the name of a picture may take.
  private static let nameColumns = 40
  /// Pictures that are asked for at once.
  private static let atOnce = 4

  let market: NetworkManager
  let screen: PictureScreen
  let presenter: Presenter
  /// How the items with these pictures are known.
  let standing: Standing

  /// One for each address, in the same order, each as soon as it and those before it are there; nil where there is no
  /// address. A picture that is not to be had is a caption that says so: it keeps nothing else from being shown.
  func pictures(at addresses: [URL?], in box: PictureBox) -> AsyncStream<ShownPicture?> {
    let (pictures, teller) = AsyncStream.makeStream(of: ShownPicture?.self)
    let work = Task {
      await withTaskGroup(of: (Int, ShownPicture?).self) { group in
        var waiting = addresses.enumerated().makeIterator()
        func startNext() {
          guard !Task.isCancelled, let (index, url) = waiting.next() else { return }
          group.addTask {
            guard let url else { return (index, nil) }
            return (index, await picture(at: url, in: box))
          }
        }
        for _ in 1...Self.atOnce { startNext() }
        var ready: [Int: ShownPicture?] = [:]
        var next = 0
        while let (index, picture) = await group.next() {
          ready[index] = picture
          while let picture = ready.removeValue(forKey: next) {
            teller.yield(picture)
            next += 1
          }
          startNext()
        }
      }
      teller.finish()
    }
    teller.onTermination = { _ in work.cancel() }
    return pictures
  }

  private func picture(at url: URL, in box: PictureBox) async -> ShownPicture {
    let name = (url.lastPathComponent.isEmpty ? "?" : url.lastPathComponent).sanitized
      .truncated(toWidth: Self.nameColumns)
    do throws(PictureError) {
      let picture = try await market.picture(at: url, prefersKept: !standing.isCurrent)
      return ShownPicture(
        caption: presenter.facts([Phrase(verbatim: name)] + picture.facts(presenter)),
        drawing: await drawing(of: picture, in: box))
    } catch {
      return ShownPicture(caption: presenter.facts([Phrase(verbatim: name), error.clause]), drawing: nil)
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
