/// A view that a person uses on the whole screen until they leave it: it takes one event after the other, draws itself, and starts
/// work whose results are its next events.
package protocol InteractiveView {
  /// The kinds of work that it starts.
  associatedtype Work: Hashable & Sendable
  associatedtype Event: Sendable

  /// Whether the mouse is its own, and not the terminal's.
  var hasMouse: Bool { get }
  /// Whether the person has left it.
  var isOver: Bool { get }

  /// Draws itself for the first time, and starts the work for it.
  mutating func begin(_ pump: inout EventPump<Work, Event>) async throws

  /// Takes an event: draws what has changed, and starts the work that follows from it.
  mutating func handle(_ event: Event, _ pump: inout EventPump<Work, Event>) async throws

  func event(of change: Keyboard.Event) -> Event
}

extension Console {
  /// Shows a view until the person leaves it. The terminal is restored on every exit.
  ///
  /// - Returns: False, and nothing is shown, where there is no keyboard.
  package func show<View: InteractiveView>(_ view: inout View) async throws -> Bool {
    guard hasKeyboard else { return false }
    var pump = EventPump<View.Work, View.Event>()
    defer { pump.stop() }
    return try await withoutSpinner {
      guard let keyboard = try input.keyboard(hasMouse: view.hasMouse) else { return false }
      defer { keyboard.end() }
      let keys = pump.listen(to: keyboard)
      defer { keys.cancel() }
      try await view.begin(&pump)
      while !view.isOver {
        let event = await pump.next { view.event(of: $0) }
        try await view.handle(event, &pump)
      }
      return true
    }
  }
}
