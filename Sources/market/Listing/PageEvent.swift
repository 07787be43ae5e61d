import Console
import OpenMarket

/// An event of a view that shows pages of a list.
protocol PageEvent: Sendable {
  /// A page has come, after this time.
  static func page(_ query: PageQuery, _ page: Fetched<ItemPage>, took: Duration) -> Self
  /// A page cannot be fetched, which took this time to find out.
  static func failed(_ query: PageQuery, _ error: ClientError, took: Duration) -> Self
}

extension EventPump where Event: PageEvent {
  /// Fetches a page after a delay.
  mutating func fetch(
    _ query: PageQuery, from networkManager: NetworkManager, after delay: Duration = .zero, as work: Work
  ) {
    run(work) {
      if delay > .zero { guard (try? await Task.sleep(for: delay)) != nil else { return nil } }
      let start = ContinuousClock.now
      do throws(ClientError) {
        return .page(query, try await networkManager.latestPage(query), took: .now - start)
      } catch {
        return .failed(query, error, took: .now - start)
      }
    }
  }
}
