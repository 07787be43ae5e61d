import Console
import OpenMarket

/// Merges the events of a list on the screen: keys, pages and rows of cards.
struct ListPump {
  private enum Work: Sendable {
    case request, cards
  }

  private enum Message: Sendable {
    case event(ListEvent)
    case resized
  }

  private let networkManager: NetworkManager
  private var pump = EventPump<Work, Message>()
  /// Requests the next row of cards. Rows are fetched on demand, so that they do not accumulate if a terminal is slow.
  private var demand: AsyncStream<Void>.Continuation?

  init(_ networkManager: NetworkManager) { self.networkManager = networkManager }

  /// The next event.
  ///
  /// - Parameter room: Measures the screen; called after its size has changed.
  mutating func next(room: () -> ListSpace) async -> ListEvent {
    switch await pump.next() {
    case .event(let event)?: event
    case .resized?: .room(room())
    case nil: .closed
    }
  }

  /// Forwards the events of a keyboard until the task is cancelled.
  func listen(to keyboard: Keyboard) -> Task<Void, Never> {
    pump.listen(to: keyboard) { event in
      switch event {
      case .key(let key): .event(.key(key))
      case .resized: .resized
      case .resumed: .event(.resumed)
      case .closed: .event(.closed)
      }
    }
  }

  /// Fetches a page after a delay.
  mutating func fetch(_ query: PageQuery, after delay: Duration = .zero) {
    pump.stream(.request) { [networkManager] report in
      if delay > .zero { guard (try? await Task.sleep(for: delay)) != nil else { return } }
      let start = ContinuousClock.now
      do throws(ClientError) {
        report(.event(.page(query, try await networkManager.latestPage(query), took: .now - start)))
      } catch {
        report(.event(error == .cancelled ? .cancelled(query) : .failed(query, error, took: .now - start)))
      }
    }
  }

  /// Fetches the images of cards and yields the first row; each call of `nextCards` yields another one.
  mutating func fetch(_ rows: Gallery.Cards) {
    let (demands, demand) = AsyncStream.makeStream(of: Void.self)
    self.demand = demand
    pump.stream(.cards) { report in
      var demands = demands.makeAsyncIterator()
      do {
        for try await row in rows {
          report(.event(.cards(row)))
          guard await demands.next() != nil else { return }
        }
        report(.event(.cards(nil)))
      } catch {
        // Cancelled: the remaining rows are not needed.
      }
    }
  }

  func nextCards() { demand?.yield() }

  mutating func cancelCards() { pump.cancel(.cards) }

  /// Cancels the request and the cards in progress.
  func stop() { pump.stop() }
}
