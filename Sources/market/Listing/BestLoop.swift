import Console
import OpenMarket

/// Shows best sellers until the person leaves: passes every event to a `BestBrowser` and carries out its steps.
struct BestLoop {
  private let context: CommandContext
  private var browser: BestBrowser
  private var view: BestRenderer
  private var pump: EventPump

  init(_ context: CommandContext, _ browser: BestBrowser, view: BestRenderer) {
    (self.context, self.browser, self.view) = (context, browser, view)
    pump = EventPump(context.market)
  }

  /// The state in which the person left it; nil, and nothing is shown, if there is no keyboard.
  mutating func run() async throws -> BestBrowser? {
    defer { pump.stop() }
    return try await context.console.withLastLine {
      if browser.isGrid { try view.findImageProtocol() }
      var event = ListEvent.room(Self.room)
      while true {
        guard let last = try await run(from: browser.handle(event)) else { return nil }
        guard last.needsImageProtocol else { return browser }
        try view.findImageProtocol()
        event = .room(Self.room)
      }
    }
  }

  /// The view measures the screen itself, whenever it draws.
  private static let room = ListSpace(table: { _ in 1 })

  /// Carries out steps until one is the last, or needs the keyboard for itself: the terminal is asked which images it
  /// draws, and its reply arrives as keys.
  private mutating func run(from first: BestBrowser.Step) async throws -> BestBrowser.Step? {
    try await context.console.withKeyboard { keyboard in
      let keys = pump.listen(to: keyboard)
      defer { keys.cancel() }
      var step = first
      while true {
        if step.isOver || step.needsImageProtocol { return step }
        try carryOut(step)
        step = browser.handle(await pump.next { Self.room })
      }
    }
  }

  private mutating func carryOut(_ step: BestBrowser.Step) throws {
    if let request = step.request { pump.load(request) }
    if let row = step.row {
      try view.draw(row: row, of: browser)
      pump.nextCards()
    }
    if step.drawsStatusBar { try view.drawStatusBar(of: browser) }
    if step.draws {
      pump.cancelCards()
      if let cards = try view.draw(browser, isScreenLost: step.isScreenLost) { pump.fetch(cards) }
    }
  }
}
