import Console
import Wording

/// The keys of `market browse`, by group; each has the verb of the command line that does it.
enum BrowserKey: CaseIterable {
  case up, down, left, right, pageUp, pageDown, first, last, open, back
  case search, next, previous, order, filters, best
  case grid, refresh, help
  case select, selectAll, add, edit, sell, delete, undo, visit

  enum Group: CaseIterable {
    case moving, finding, seeing, changing

    var name: LocalizedPhrase {
      switch self {
      case .moving: LocalizedPhrase("Move")
      case .finding: LocalizedPhrase("Find")
      case .seeing: LocalizedPhrase("View")
      case .changing: LocalizedPhrase("Manage")
      }
    }
  }

  /// The keys, as they are shown.
  var keys: String {
    switch self {
    case .up: "↑ k"
    case .down: "↓ j"
    case .left: "← h"
    case .right: "→ l"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .first: "Home g g"
    case .last: "End G"
    case .open: "Enter"
    case .back: "Esc q"
    case .search: "/"
    case .next: "n"
    case .previous: "N"
    case .order: "s"
    case .filters: "f"
    case .best: "t"
    case .grid: "v"
    case .refresh: "r"
    case .help: "?"
    case .select: "Space"
    case .selectAll: "A"
    case .add: "a"
    case .edit: "e"
    case .sell: "x"
    case .delete: "d"
    case .undo: "u"
    case .visit: "o"
    }
  }

  var meaning: LocalizedPhrase {
    switch self {
    case .up: LocalizedPhrase("One row up")
    case .down: LocalizedPhrase("One row down")
    case .left: LocalizedPhrase("Card or image to the left")
    case .right: LocalizedPhrase("Card or image to the right")
    case .pageUp: LocalizedPhrase("One screen up")
    case .pageDown: LocalizedPhrase("One screen down")
    case .first: LocalizedPhrase("First item")
    case .last: LocalizedPhrase("Last item")
    case .open: LocalizedPhrase("Show the item")
    case .back: LocalizedPhrase("One step back")
    case .search: LocalizedPhrase("Search; ↑ shows past searches")
    case .next: LocalizedPhrase("Next item that was found")
    case .previous: LocalizedPhrase("Previous item that was found")
    case .order: LocalizedPhrase("Order")
    case .filters: LocalizedPhrase("Filters")
    case .best: LocalizedPhrase("Best sellers by day")
    case .grid: LocalizedPhrase("Cards or rows")
    case .refresh: LocalizedPhrase("Refresh")
    case .help: LocalizedPhrase("These keys")
    case .select: LocalizedPhrase("Select the item")
    case .selectAll: LocalizedPhrase("Select all items, or none")
    case .add: LocalizedPhrase("Add an item")
    case .edit: LocalizedPhrase("Edit")
    case .sell: LocalizedPhrase("Sell")
    case .delete: LocalizedPhrase("Delete")
    case .undo: LocalizedPhrase("Undo the last change")
    case .visit: LocalizedPhrase("Open the page in a web browser")
    }
  }

  /// The command that does it, without its arguments; nil for what only a screen has.
  var verb: String? {
    switch self {
    case .open: "show"
    case .search, .next, .previous: "search"
    case .order: "list --sort"
    case .filters: "list --tag …"
    case .best: "best"
    case .grid: "list --grid"
    case .add: "add"
    case .edit: "edit"
    case .sell: "sell"
    case .delete: "delete"
    case .undo: "undo"
    default: nil
    }
  }

  var group: Group {
    switch self {
    case .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .open, .back: .moving
    case .search, .next, .previous, .order, .filters, .best: .finding
    case .grid, .refresh, .help: .seeing
    case .select, .selectAll, .add, .edit, .sell, .delete, .undo, .visit: .changing
    }
  }

  /// The meaning of a key in the list; nil for a key without a meaning.
  init?(_ key: Key) {
    switch key.command {
    case .up, .character("k"): self = .up
    case .down, .character("j"): self = .down
    case .left, .character("h"): self = .left
    case .right, .character("l"): self = .right
    case .pageUp, .control("b"): self = .pageUp
    case .pageDown, .control("f"): self = .pageDown
    case .home: self = .first
    case .end, .character("G"): self = .last
    case .enter: self = .open
    case .escape, .character("q"), .control("d"): self = .back
    case .character("/"): self = .search
    case .character("n"): self = .next
    case .character("N"): self = .previous
    case .character("s"): self = .order
    case .character("f"): self = .filters
    case .character("t"): self = .best
    case .character("v"): self = .grid
    case .character("r"), .control("l"): self = .refresh
    case .character("?"): self = .help
    case .character(" "): self = .select
    case .character("A"), .control("a"): self = .selectAll
    case .character("a"): self = .add
    case .character("e"): self = .edit
    case .character("x"): self = .sell
    case .character("d"), .delete: self = .delete
    case .character("u"): self = .undo
    case .character("o"): self = .visit
    default: return nil
    }
  }
}
