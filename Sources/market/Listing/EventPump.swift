import Console
import OpenMarket

/// Everything that happens while a list is on the screen, one event after the other: keys, pages and rows of cards.
///
/// There is at most one request and one series of cards at a time. A new one cancels the one before, of which no event
/// arrives after that.
struct EventPump {
  private enum Source: Sendable {
    case keyboard
    case request(Int)
    case cards(Int)
  }

  private enum News: Sendable {
    case event(ListEvent)
    case resized
  }

  private let market: NetworkManager
  private let input: AsyncStream<(Source, News)>.Continuation
  private var output: AsyncStream<(Source, News)>.Iterator

  private var request: Task<Void, Never>?
  private var requests = 0
  private var cards: Task<Void, Never>?
  private var series = 0
  /// Asks for the next row of cards, so that rows with their images do not pile up behind a slow terminal.
  private var demand: AsyncStream<Void>.Continuation?

  init(_ market: NetworkManager) {
    self.market = market
    let (stream, input) = AsyncStream.makeStream(of: (Source, News).self)
    self.input = input
    output = stream.makeAsyncIterator()
  }

  /// The next event.
  ///
  /// - Parameter room: Measures the screen, when its size has changed.
  mutating func next(room: () -> ListRoom) async -> ListEvent {
    while let (source, news) = await output.next() {
      guard isCurrent(source) else { continue }
      switch news {
      case .resized: return .room(room())
      case .event(let event): return event
      }
    }
    return .closed
  }

  private func isCurrent(_ source: Source) -> Bool {
    switch source {
    case .keyboard: true
    case .request(let number): number == requests
    case .cards(let number): number == series
    }
  }

  /// Passes on what a keyboard reports, until the task is cancelled.
  func listen(to keyboard: Keyboard) -> Task<Void, Never> {
    Task { [input] in
      for await event in keyboard.events {
        let news: News =
          switch event {
          case .key(let key): .event(.key(key))
          case .resized: .resized
          case .resumed: .event(.resumed)
          case .closed: .event(.closed)
          }
        input.yield((.keyboard, news))
      }
    }
  }

  /// Fetches a page after a delay.
  mutating func fetch(_ query: PageQuery, after delay: Duration = .zero) {
    request?.cancel()
    requests += 1
    request = Task { [market, input, source = Source.request(requests)] in
      if delay > .zero { guard (try? await Task.sleep(for: delay)) != nil else { return } }
      let start = ContinuousClock.now
      let event: ListEvent
      do {
        event = .page(query, try await market.latestPage(query), took: .now - start)
      } catch let error as MarketError {
        event = .failed(query, error, took: .now - start)
      } catch {
        event = .cancelled(query)
      }
      input.yield((source, .event(event)))
    }
  }

  /// Fetches the images of cards and reports row after row, each when `nextCards` has asked for it.
  mutating func fetch(_ rows: Gallery.Cards) {
    cancelCards()
    let (demands, demand) = AsyncStream.makeStream(of: Void.self)
    self.demand = demand
    cards = Task { [input, source = Source.cards(series)] in
      var demands = demands.makeAsyncIterator()
      do {
        for try await row in rows {
          input.yield((source, .event(.cards(row))))
          guard await demands.next() != nil else { return }
        }
        input.yield((source, .event(.cards(nil))))
      } catch {
        // Cancelled: nothing waits for the rest.
      }
    }
  }

  func nextCards() { demand?.yield() }

  mutating func cancelCards() {
    cards?.cancel()
    series += 1
  }

  /// Cancels everything that is under way.
  mutating func stop() {
    request?.cancel()
    cancelCards()
  }
}
