import Console
import OpenMarket

/// A page of a list that stays on the screen and is drawn anew whenever it has changed.
struct WatchLoop {
  let context: CommandContext
  let query: PageQuery
  let showsHeader: Bool

  private enum Happening: Sendable {
    case keyboard(Keyboard.Event)
    case market(Result<Fetched<ItemPage>, MarketError>)
  }

  private static let leavingKeys: [Key] = [.character("q"), .escape, .control("d")]

  /// Until the person leaves; tells where in the list they were and how it was known. Nil, and nothing shown, where
  /// nothing can be drawn over.
  func run() async throws -> (place: LocalizedPhrase, freshness: Freshness)? {
    guard context.console.hasKeyboard else { return nil }
    let first = try await context.market.latestPage(query)
    return try await context.console.withKeyboard { keyboard in
      let (happenings, teller) = AsyncStream.makeStream(of: Happening.self)
      let keys = Task {
        for await event in keyboard.events { teller.yield(.keyboard(event)) }
      }
      let asking = Task { [market = context.market, query] in
        var pace = PollInterval()
        while (try? await Task.sleep(for: pace.delay)) != nil {
          let start = ContinuousClock.now
          do throws(MarketError) {
            let page = try await market.latestPage(query)
            pace.note(page.value, after: .now - start)
            teller.yield(.market(.success(page)))
          } catch {
            pace.note(nil, after: .now - start)
            teller.yield(.market(.failure(error)))
          }
        }
      }
      defer {
        keys.cancel()
        asking.cancel()
      }
      var view = WatchRenderer(context: context, query: query, showsHeader: showsHeader, page: first)
      try view.draw()
      for await happening in happenings {
        switch happening {
        case .keyboard(.key(let key)) where !Self.leavingKeys.contains(key.command): continue
        case .keyboard(.key), .keyboard(.closed): return (view.place, view.page.freshness)
        case .keyboard(.resized): view.resize()
        case .keyboard(.resumed): view.forget()
        case .market(.success(let page)): view.take(page)
        case .market(.failure(let error)): view.trouble = error.message
        }
        try view.draw()
      }
      return (view.place, view.page.freshness)
    }
  }
}
