import Console
import OpenMarket

/// Shows a list that the person scrolls through: passes every event to a `Pager` and carries out its steps.
struct PagerLoop {
  private let context: CommandContext
  /// Adds words to the search history.
  private let record: (String) async throws -> Void
  private var pager: Pager
  private var view: PagerRenderer
  private var pump: ListPump

  init(
    _ context: CommandContext, _ pager: Pager, view: PagerRenderer,
    record: @escaping (String) async throws -> Void
  ) {
    (self.context, self.pager, self.view, self.record) = (context, pager, view, record)
    pump = ListPump(context.market)
  }

  /// Shows the first page and what the person requests after it, until they leave. The result is the state in which the
  /// list was left; nil, and nothing is shown, if there is no keyboard.
  mutating func run(from first: Fetched<ItemPage>) async throws -> Pager? {
    defer { pump.stop() }
    return try await context.console.withLastLine {
      if pager.isGrid { try view.findImageProtocol() }
      var step = pager.handle(.opened(first, view.room))
      while true {
        guard let last = try await run(from: step) else { return nil }
        guard last.needsImageProtocol else { return pager }
        try view.findImageProtocol()
        step = pager.handle(.room(view.room))
      }
    }
  }

  /// Carries out steps until one is the last, or needs the keyboard for itself: the terminal is asked which images it
  /// draws, and its reply arrives as keys.
  private mutating func run(from first: Pager.Step) async throws -> Pager.Step? {
    try await context.console.withKeyboard { keyboard in
      let keys = pump.listen(to: keyboard)
      defer { keys.cancel() }
      var step = first
      while true {
        // When the list is left, the status bar is not drawn again: the terminal may be gone.
        if step.isOver, step.pieces.isEmpty { return step }
        try await carryOut(step)
        if step.isOver || step.needsImageProtocol { return step }
        step = pager.handle(await pump.next { view.room })
      }
    }
  }

  private mutating func carryOut(_ step: Pager.Step) async throws {
    if let request = step.request { pump.fetch(request) }
    if step.cancelsCards { pump.cancelCards() }
    if let cards = try view.draw(step.pieces, of: pager) { pump.fetch(cards) }
    if step.wantsCards { pump.nextCards() }
    if let search = step.search { try await record(search) }
  }
}
