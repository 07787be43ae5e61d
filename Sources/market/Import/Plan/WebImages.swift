import Foundation
import OpenMarket
import Synchronization

/// The images of the web that the rows of an import name. Each address is fetched once, also when many rows have it. A
/// server that has never responded is given up after a few addresses: thousands of rows may name a shop that is closed.
final class WebImages: Sendable {
  typealias Outcome = Result<ItemImage, ImageFetchError>

  private struct State {
    var fetches: [String: Task<Outcome, Never>] = [:]
    /// The addresses whose fetch has ended, the oldest first.
    var ended: [(address: String, bytes: Int)] = []
    var bytes = 0
    var isStopped = false
    var servers: [String: Server] = [:]
  }

  private struct Server {
    var hasResponded = false
    /// The addresses without a response.
    var failures = 0
    /// Why the last one of them had none.
    var reason: ImageFetchError?
  }

  /// The addresses that are tried at a server without any response; so many are fetched at the same time.
  private static let attempts = 4

  /// About the bytes that a fetch without an image takes.
  private static let overhead = 1_000

  private let networkManager: NetworkManager
  private let capacity: Int
  private let state = Mutex(State())

  /// - Parameter capacity: Most bytes of images that are kept for further rows; the oldest are released first.
  init(_ networkManager: NetworkManager, capacity: Int = 32 << 20) {
    self.networkManager = networkManager
    self.capacity = capacity
  }

  func image(at address: String) async -> Outcome {
    let (fetch, isNew) = state.withLock { state in
      if let fetch = state.fetches[address] { return (fetch, false) }
      guard !state.isStopped else { return (Task { .failure(.cancelled) }, false) }
      if let server = state.servers[Self.host(of: address)], !server.hasResponded,
        server.failures >= Self.attempts, let reason = server.reason
      {
        return (Task { .failure(reason) }, false)
      }
      let fetch = Task { [networkManager] in await Self.fetch(address, networkManager) }
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

  private static func fetch(_ address: String, _ networkManager: NetworkManager) async -> Outcome {
    guard let url = URL(string: address) else { return .failure(.unsupportedAddress) }
    do throws(ImageFetchError) {
      // Addresses in private networks were shown in the plan. Another must not lead there by a redirect.
      let image = try await networkManager.image(at: url, namedBy: url.host())
      return .success(ItemImage(filename: url.lastPathComponent, content: .bytes(image.bytes)))
    } catch {
      return .failure(error == .noResponse(.bodyTooLarge) ? .tooLarge : error)
    }
  }

  private static func host(of address: String) -> String { URL(string: address)?.host() ?? "" }

  private func keep(_ outcome: Outcome, of address: String) {
    let bytes = ((try? outcome.get())?.content.count ?? 0) + Self.overhead
    let host = Self.host(of: address)
    state.withLock { state in
      if case .failure(let error) = outcome, case .noResponse(let reason) = error, reason.isTemporary {
        state.servers[host, default: Server()].failures += 1
        state.servers[host]?.reason = error
      } else {
        state.servers[host, default: Server()].hasResponded = true
      }
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
