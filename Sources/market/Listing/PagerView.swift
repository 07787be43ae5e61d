import Console
import OpenMarket

/// Shows a list that the person scrolls through: passes every event to a `Pager` and carries out its steps.
struct PagerView: InteractiveView {
  enum Work: Sendable {
    case page, cards
  }

  let screen = Keyboard.Screen.lines
  private(set) var progress = InteractiveProgress.isGoingOn
  private(set) var pager: Pager
  let market: NetworkManager
  /// Adds words to the search history.
  let record: (String) async throws -> Void
  var renderer: PagerRenderer
  /// The first page, until it is shown.
  var first: Fetched<ItemPage>?

  mutating func prepare() throws {
    if pager.isGrid || progress == .isInterrupted { try renderer.findImageProtocol() }
  }

  mutating func begin(_ pump: inout EventPump<Work, ListEvent>) async throws {
    progress = .isGoingOn
    let event = first.map { ListEvent.opened($0, renderer.room) } ?? .room(renderer.room)
    first = nil
    try await handle(event, &pump)
  }

  mutating func handle(_ event: ListEvent, _ pump: inout EventPump<Work, ListEvent>) async throws {
    let step = pager.handle(event)
    if step.isOver { progress = .isOver } else if step.needsImageProtocol { progress = .isInterrupted }
    // When the list is left, the status bar is not drawn again: the terminal may be gone.
    if step.isOver, step.pieces.isEmpty { return }
    if let request = step.request { pump.fetch(request, from: market, as: .page) }
    if step.cancelsCards { pump.cancel(.cards) }
    if let cards = try renderer.draw(step.pieces, of: pager) { pump.run(.cards, cards) { .cards($0) } }
    if step.wantsCards { pump.demand(.cards) }
    if let search = step.search { try await record(search) }
  }

  func event(of change: Keyboard.Event) -> ListEvent { ListEvent(change) { renderer.room } }
}
