import Foundation
import OpenMarket
import Synchronization

/// The images of the web that the rows of an import name. Each address is fetched once, also when many rows have it.
final class WebImages: Sendable {
  typealias Outcome = Result<ItemImage, ImageFetchError>

  private struct State {
    var fetches: [String: Task<Outcome, Never>] = [:]
    /// The addresses whose fetch has ended, the oldest first.
    var ended: [(address: String, bytes: Int)] = []
    var bytes = 0
    var isStopped = false
  }

  /// About the bytes that a fetch without an image takes.
  private static let overhead = 1_000

  private let market: NetworkManager
  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - market: Fetches from any server.
  ///   - capacity: Most bytes of images that are kept for further rows; the oldest are released first.
  init(_ market: NetworkManager, capacity: Int = 32 << 20) {
    self.market = market
    self.capacity = capacity
  }

  /// The image at an address, or why there is none.
  func image(at address: String) async -> Outcome {
    let (fetch, isNew) = state.withLock { state in
      if let fetch = state.fetches[address] { return (fetch, false) }
      guard !state.isStopped else { return (Task { .failure(.cancelled) }, false) }
      let fetch = Task { [market] in await Self.fetch(address, market) }
      state.fetches[address] = fetch
      return (fetch, true)
    }
    let outcome = await fetch.value
    if isNew { keep(outcome, of: address) }
    return outcome
  }

  /// Ends all fetches, and fails those that would follow, with `ImageFetchError.cancelled`.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for fetch in state.fetches.values { fetch.cancel() }
    }
  }

  private static func fetch(_ address: String, _ market: NetworkManager) async -> Outcome {
    guard let url = URL(string: address) else { return .failure(.unsupportedAddress) }
    do throws(ImageFetchError) {
      let image = try await market.image(at: url)
      return .success(ItemImage(filename: url.lastPathComponent, content: .bytes(image.bytes)))
    } catch {
      return .failure(error == .noResponse(.bodyTooLarge) ? .tooLarge : error)
    }
  }

  private func keep(_ outcome: Outcome, of address: String) {
    let bytes = ((try? outcome.get())?.content.count ?? 0) + Self.overhead
    state.withLock { state in
      state.ended.append((address, bytes))
      state.bytes += bytes
      while state.bytes > capacity, !state.ended.isEmpty {
        let oldest = state.ended.removeFirst()
        state.fetches[oldest.address] = nil
        state.bytes -= oldest.bytes
      }
    }
  }
}
