/// A view that a person uses on a terminal until they leave it: it takes one event after the other, draws itself, and starts
/// work whose results are its next events.
package protocol InteractiveView {
  /// The kinds of work that it starts.
  associatedtype Work: Hashable & Sendable
  associatedtype Event: Sendable

  /// The part of the terminal that it draws on.
  var screen: Keyboard.Screen { get }
  var progress: InteractiveProgress { get }

  /// Prepares to be shown, for the first time or again. No keys are read meanwhile, so the terminal can be asked what it is
  /// capable of: its reply arrives as keys.
  mutating func prepare() throws

  /// Draws itself for the first time, or again after an interruption, and starts the work for it.
  mutating func begin(_ pump: inout EventPump<Work, Event>) async throws

  /// Takes an event: draws what has changed, and starts the work that follows from it.
  mutating func handle(_ event: Event, _ pump: inout EventPump<Work, Event>) async throws

  func event(of change: Keyboard.Event) -> Event
}

package enum InteractiveProgress {
  case isGoingOn
  /// It has to be prepared again.
  case isInterrupted
  case isOver
}

extension InteractiveView {
  package mutating func prepare() {}
}

extension Console {
  /// Shows a view until the person leaves it.
  ///
  /// - Returns: False, and nothing is shown, where there is no keyboard.
  package func show<View: InteractiveView>(_ view: inout View) async throws -> Bool {
    guard hasKeyboard else { return false }
    var pump = EventPump<View.Work, View.Event>()
    defer { pump.stop() }
    return try await withLastLine {
      while view.progress != .isOver {
        try view.prepare()
        let isShown: Void? = try await withKeyboard(view.screen) { keyboard in
          let keys = pump.listen(to: keyboard)
          defer { keys.cancel() }
          try await view.begin(&pump)
          while view.progress == .isGoingOn {
            let event = await pump.next { view.event(of: $0) }
            try await view.handle(event, &pump)
          }
        }
        guard isShown != nil else { return false }
      }
      return true
    }
  }
}
