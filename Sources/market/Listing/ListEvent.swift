import Console
import OpenMarket

/// An event while a list is on the screen.
enum ListEvent: PageEvent {
  /// The list begins with this page.
  case opened(Fetched<ItemPage>, ListSpace)
  case key(Key)
  case page(PageQuery, Fetched<ItemPage>, took: Duration)
  case failed(PageQuery, ClientError, took: Duration)
  /// The next row of cards is ready; nil after the last.
  case cards(Gallery.CardRow?)
  /// The terminal has another size, or it has become known which images it draws.
  case room(ListSpace)
  /// The process was stopped and continued: other programs have written on the screen.
  case resumed
  /// The terminal is gone.
  case closed
}

extension ListEvent {
  /// - Parameter room: Measures the screen; called after its size has changed.
  init(_ change: Keyboard.Event, room: () -> ListSpace) {
    switch change {
    case .key(let key): self = .key(key)
    case .resized: self = .room(room())
    case .resumed: self = .resumed
    case .closed: self = .closed
    }
  }
}

/// How many of some items the screen has room for.
struct ListSpace: Sendable {
  /// As rows of a table.
  let table: @Sendable ([Item]) -> Int
  /// As cards with images; nil until it is known which images the terminal draws.
  var grid: (@Sendable ([Item]) -> Int)?
}
