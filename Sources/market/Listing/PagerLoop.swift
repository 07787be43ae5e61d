import Console
import OpenMarket

/// A list that a person scrolls through at a terminal: does what a `Pager` says, and tells it what happens.
struct PagerLoop {
  let context: CommandContext
  /// Keeps what was searched for.
  let keep: (String) async throws -> Void

  private var view: PagerRenderer
  private var asking: Task<Void, Never>?
  /// Of the question that is being asked: an earlier one has nothing to say any more, not even that it was cancelled.
  private var number = 0
  private let happenings: AsyncStream<Happening>
  private let teller: AsyncStream<Happening>.Continuation

  /// The cards whose images are on their way, and their number.
  private var feed: CardFeed?
  private var feedNumber = 0

  private enum Happening: Sendable {
    case keyboard(Keyboard.Event)
    case cards(number: Int, [String]?)
    case market(number: Int, PageQuery, Result<Fetched<ItemPage>, MarketError>)
  }

  /// Why the keyboard is given back.
  private enum Pause {
    case over
    /// To ask the terminal what images it draws, before that key is looked at.
    case beforeGrid(Pager.Event)
  }

  init(_ context: CommandContext, view: PagerRenderer, keep: @escaping (String) async throws -> Void) {
    (self.context, self.view, self.keep) = (context, view, keep)
    (happenings, teller) = AsyncStream.makeStream()
  }

  /// Shows the first page and what the person wants to see after it. Nil, and nothing shown, where there is no keyboard.
  mutating func run(_ pager: Pager, first: Fetched<ItemPage>) async throws -> Pager? {
    defer {
      asking?.cancel()
      feed?.cancel()
    }
    return try await context.console.withLastLine { try await scroll(pager, first: first) }
  }

  private mutating func scroll(_ pager: Pager, first: Fetched<ItemPage>) async throws -> Pager? {
    var pager = pager
    if pager.isGrid { try view.prepareGrid() }
    pager.room = view.room(for: first.value.items)
    var step = pager.begin(with: first)
    var coming = happenings.makeAsyncIterator()
    while true {
      let pause = try await context.console.withKeyboard { keyboard in
        let keys = Task { [teller] in
          for await event in keyboard.events { teller.yield(.keyboard(event)) }
        }
        defer { keys.cancel() }
        while true {
          try await carryOut(step, of: pager)
          if step.isOver, !view.awaitsCards { return Pause.over }
          guard let event = try await event(&coming, of: pager) else { return .over }
          if case .key(let key) = event, pager.showsGrid(on: key), !view.isGridReady {
            return .beforeGrid(event)
          }
          pager.room = view.room(for: pager.known)
          pager.isDrawing = view.awaitsCards
          step = pager.handle(event)
          // Whoever wants to leave does not wait for images.
          if case .key = event, step.isOver { return .over }
        }
      }
      switch pause {
      case nil: return nil
      case .over:
        pager.leave(before: view.undrawnItems)
        return pager
      case .beforeGrid(let event):
        try view.prepareGrid()
        pager.room = view.room(for: pager.known)
        step = pager.handle(event)
      }
    }
  }

  private mutating func carryOut(_ step: Pager.Step, of pager: Pager) async throws {
    if let request = step.request { ask(request) }
    if step.isAnew {
      feed?.cancel()
      view.drop()
    }
    try follow(view.draw(step.pieces, of: pager))
    if let search = step.search { try await keep(search) }
  }

  private mutating func ask(_ request: PageQuery) {
    asking?.cancel()
    number += 1
    asking = Task { [teller, market = context.market, number] in
      do throws(MarketError) {
        let answer = try await market.latestPage(request)
        teller.yield(.market(number: number, request, .success(answer)))
      } catch {
        teller.yield(.market(number: number, request, .failure(error)))
      }
    }
  }

  /// Begins to fetch the images of cards, where there are any to draw.
  private mutating func follow(_ cards: Gallery.Cards?) {
    guard let cards else { return }
    feedNumber += 1
    feed = CardFeed(cards) { [teller, feedNumber] in teller.yield(.cards(number: feedNumber, $0)) }
  }

  /// What happens next, apart from images, which are drawn as they come; nil when there is nobody left to scroll.
  private mutating func event(
    _ coming: inout AsyncStream<Happening>.Iterator, of pager: Pager
  ) async throws -> Pager.Event? {
    switch await coming.next() {
    case nil, .keyboard(.closed): return nil
    case .keyboard(.key(let key)): return .key(key)
    case .market(number, let query, .success(let answer)): return .answered(query, answer)
    case .market(number, let query, .failure(let error)):
      return .failed(query, ErrorReport(of: error, settings: context.settings))
    case .cards(feedNumber, let row) where view.awaitsCards:
      try follow(view.draw(row, of: pager))
      if row != nil { feed?.next() }
      return view.awaitsCards ? .disturbed : .drawn
    case .keyboard(.resumed):
      view.forget()
      return .disturbed
    case .keyboard(.resized), .market, .cards: return .disturbed
    }
  }
}
