import Console
import Wording

/// The keys of `market browse`, by group; each has the verb of the command line that does it.
enum BrowserKey: CaseIterable {
  case up, down, left, right, pageUp, pageDown, first, last, open, back
  case search, next, previous, order, filters, best
  case grid, refresh, help
  case select, selectAll, add, edit, delete, undo, visit
  case sell, restock, takeBack, writeOff, correct, orders, log

  enum Group: CaseIterable {
    case moving, finding, seeing, changing, trading

    var name: LocalizedPhrase {
      switch self {
      case .moving: LocalizedPhrase("Move")
      case .finding: LocalizedPhrase("Find")
      case .seeing: LocalizedPhrase("View")
      case .changing: LocalizedPhrase("Manage")
      case .trading: "Stock and sales"
      }
    }
  }

  /// The words of a key, and its effect.
  struct Entry {
    /// The keys in the list that mean it, and as help shows them.
    let keys: [Key]
    let shown: String
    let group: Group
    let meaning: LocalizedPhrase
    /// The command that does it, without its arguments; nil for what only a screen has.
    let verb: String?

    fileprivate init(
      _ keys: [Key], _ shown: String, _ group: Group, _ meaning: LocalizedPhrase, _ verb: String? = nil
    ) {
      (self.keys, self.shown, self.group, self.meaning, self.verb) = (keys, shown, group, meaning, verb)
    }
  }

  var entry: Entry {
    switch self {
    case .up: Entry([.up, .character("k")], "↑ k", .moving, "One row up")
    case .down: Entry([.down, .character("j")], "↓ j", .moving, "One row down")
    case .left: Entry([.left, .character("h")], "← h", .moving, "Card or image to the left")
    case .right: Entry([.right, .character("l")], "→ l", .moving, "Card or image to the right")
    case .pageUp: Entry([.pageUp, .control("b")], "PgUp", .moving, "One screen up")
    case .pageDown: Entry([.pageDown, .control("f")], "PgDn", .moving, "One screen down")
    case .first: Entry([.home], "Home g g", .moving, "First item")
    case .last: Entry([.end, .character("G")], "End G", .moving, "Last item")
    case .open: Entry([.enter], "Enter", .moving, "Show the item", "show")
    case .back: Entry([.escape, .character("q"), .control("d")], "Esc q", .moving, "One step back")
    case .search: Entry([.character("/")], "/", .finding, "Search; ↑ shows past searches", "list …")
    case .next: Entry([.character("n")], "n", .finding, "Next item that was found", "list …")
    case .previous: Entry([.character("N")], "N", .finding, "Previous item that was found", "list …")
    case .order: Entry([.character("s")], "s", .finding, LocalizedPhrase("Order"), "list --sort")
    case .filters: Entry([.character("f")], "f", .finding, LocalizedPhrase("Filters"), "list --tag …")
    case .best: Entry([.character("t")], "t", .finding, "Best sellers by day", "best")
    case .grid: Entry([.character("v")], "v", .seeing, "Cards or rows", "list --grid")
    case .refresh: Entry([.character("r"), .control("l")], "r", .seeing, LocalizedPhrase("Refresh"))
    case .help: Entry([.character("?")], "?", .seeing, "These keys")
    case .select: Entry([.character(" ")], "Space", .changing, "Select the item")
    case .selectAll: Entry([.character("A"), .control("a")], "A", .changing, "Select all items, or none")
    case .add: Entry([.character("a")], "a", .changing, "Add an item", "add")
    case .edit: Entry([.character("e")], "e", .changing, LocalizedPhrase("Edit"), "edit")
    case .delete: Entry([.character("d"), .delete], "d", .changing, LocalizedPhrase("Delete"), "delete")
    case .undo: Entry([.character("u")], "u", .changing, "Undo the last change", "undo")
    case .visit: Entry([.character("w")], "w", .changing, "Open the page in a web browser")
    case .sell: Entry([.character("x")], "x", .trading, LocalizedPhrase("Sell"), "sell")
    case .restock: Entry([.character("+")], "+", .trading, "Record a delivery", "restock")
    case .takeBack: Entry([.character("b")], "b", .trading, "Record a return", "return")
    case .writeOff: Entry([.character("-")], "-", .trading, "Write pieces off", "write-off")
    case .correct: Entry([.character("c")], "c", .trading, "Correct an entry", "correct")
    case .orders:
      Entry([.character("o")], "o", .trading, "Orders of today; u undoes one", "orders")
    case .log: Entry([.character("p")], "p", .trading, "Changes; u undoes the last one", "history")
    }
  }

  /// The keys of a list that is read, or of best sellers, or of the list: those of their own, and what is left of the list's.
  static func entries(isRead: Bool, isBest: Bool) -> [Entry] {
    let first = Entry([.home], "Home", .moving, "First item")
    let grid = Entry([.character("v"), .character("g")], "v g", .seeing, "Cards or rows", "list --grid")
    let ofBest = [
      first, grid, Entry([.left, .right], "← →", .moving, "Period before or after", "best --date …"),
      Entry([.escape, .character("t")], "Esc q t", .moving, "One step back"),
      Entry([.character("d")], "d", .finding, "Day, week or month in a calendar"),
      Entry([.delete], "Del", .changing, LocalizedPhrase("Delete"), "delete"),
    ]
    let ofReading = [
      first, grid, Entry([.pageDown, .character(" ")], "PgDn Space", .moving, "One screen down"),
      Entry([.character("b")], "b", .seeing, "Select and change items", "browse"),
    ]
    let own = isBest ? ofBest : isRead ? ofReading : []
    let keys = own.flatMap(\.keys)
    let rest = allCases.filter { !isBest || ![.next, .previous, .select, .selectAll].contains($0) }
    return own + rest.map(\.entry).filter { entry in !keys.contains(where: entry.keys.contains) }
  }

  /// The meaning of a key in the list; nil for a key without a meaning.
  init?(_ key: Key) {
    guard let found = Self.allCases.first(where: { $0.entry.keys.contains(key.command) }) else { return nil }
    self = found
  }
}
