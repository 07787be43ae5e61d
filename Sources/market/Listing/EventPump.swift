import Console
import OpenMarket

/// Merges the events of a list on the screen into one sequence: keys, pages and rows of cards.
///
/// There is at most one request and one series of cards at a time. A new one cancels the previous one, and late events
/// of that are dropped.
struct EventPump {
  private enum Source: Sendable {
    case keyboard
    case request(Int)
    case cards(Int)
  }

  private enum Message: Sendable {
    case event(ListEvent)
    case resized
  }

  private let networkManager: NetworkManager
  private let input: AsyncStream<(Source, Message)>.Continuation
  private var output: AsyncStream<(Source, Message)>.Iterator

  private var request: Task<Void, Never>?
  private var requests = 0
  private var cards: Task<Void, Never>?
  private var series = 0
  /// Requests the next row of cards. Rows are fetched on demand, so that they do not accumulate if a terminal is slow.
  private var demand: AsyncStream<Void>.Continuation?

  init(_ networkManager: NetworkManager) {
    self.networkManager = networkManager
    let (stream, input) = AsyncStream.makeStream(of: (Source, Message).self)
    self.input = input
    output = stream.makeAsyncIterator()
  }

  /// The next event.
  ///
  /// - Parameter room: Measures the screen; called after its size has changed.
  mutating func next(room: () -> ListSpace) async -> ListEvent {
    while let (source, message) = await output.next() {
      guard isCurrent(source) else { continue }
      switch message {
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

  /// Forwards the events of a keyboard until the task is cancelled.
  func listen(to keyboard: Keyboard) -> Task<Void, Never> {
    Task { [input] in
      for await event in keyboard.events {
        let message: Message =
          switch event {
          case .key(let key): .event(.key(key))
          case .resized: .resized
          case .resumed: .event(.resumed)
          case .closed: .event(.closed)
          }
        input.yield((.keyboard, message))
      }
    }
  }

  /// Fetches a page after a delay.
  mutating func fetch(_ query: PageQuery, after delay: Duration = .zero) {
    request?.cancel()
    requests += 1
    request = Task { [networkManager, input, source = Source.request(requests)] in
      if delay > .zero { guard (try? await Task.sleep(for: delay)) != nil else { return } }
      let start = ContinuousClock.now
      let event: ListEvent
      do throws(ClientError) {
        event = .page(query, try await networkManager.latestPage(query), took: .now - start)
      } catch {
        event = error == .cancelled ? .cancelled(query) : .failed(query, error, took: .now - start)
      }
      input.yield((source, .event(event)))
    }
  }

  /// Fetches the images of cards and yields the first row; each call of `nextCards` yields another one.
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
        // Cancelled: the remaining rows are not needed.
      }
    }
  }

  func nextCards() { demand?.yield() }

  mutating func cancelCards() {
    cards?.cancel()
    series += 1
  }

  /// Cancels the request and the cards in progress.
  mutating func stop() {
    request?.cancel()
    cancelCards()
  }
}
