import Foundation
import OpenMarket

extension Pager {
  /// Something for the screen, below what is there.
  enum Piece: Equatable {
    case lines([String])
    case failure(MarketError)
    /// The next items; the first ones begin a table.
    case items([Item], areFirst: Bool)
    /// The first items as they are now; what is on the screen is how they were when they were last fetched.
    case changed(to: [Item], ListDiff, canReplace: Bool)
    /// The lines of a row of cards.
    case row([String])
  }

  /// The effects of an event.
  struct Step: Equatable {
    /// The pieces to draw. Cards are the last piece: further pieces wait until all rows of the cards have come.
    var pieces: [Piece] = []
    /// The page to fetch, in place of one that is being fetched.
    var request: PageQuery?
    /// Words that the person has searched for.
    var search: String?
    /// Whether the cards that are being fetched are not needed any more.
    var cancelsCards = false
    /// Whether the next row of cards is needed.
    var wantsCards = false
    /// Whether the terminal must be asked which images it draws before the next event, which is `room`.
    var needsImageProtocol = false
    var isOver = false
  }
}

extension Pager.Piece {
  /// Items of the list that the piece shows for the first time.
  var newItems: Int {
    if case .items(let items, _) = self { items.count } else { 0 }
  }

  /// Whether it is drawn as cards where the list is.
  var hasItems: Bool {
    switch self {
    case .items, .changed: true
    case .lines, .failure, .row: false
    }
  }
}
