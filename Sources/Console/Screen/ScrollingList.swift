/// The cursor and the part in sight of a list of rows of equal height, whose number may change.
package struct ScrollingList: Equatable, Sendable {
  /// The rows of the list.
  package private(set) var count = 0
  /// The row of the cursor; 0 in an empty list.
  package private(set) var cursor = 0
  /// The first row in sight.
  package private(set) var top = 0
  /// The rows that the screen has room for.
  package private(set) var height = 1
  /// Rows that stand side by side, and are in sight together.
  package private(set) var width = 1

  package init() {}

  /// The rows in sight.
  package var range: Range<Int> { top..<max(top, min(count, top + height * width)) }

  package mutating func resize(height: Int, width: Int = 1) {
    (self.height, self.width) = (max(1, height), max(1, width))
    follow()
  }

  package mutating func setCount(_ count: Int) {
    self.count = max(0, count)
    cursor = min(cursor, max(0, count - 1))
    follow()
  }

  /// Moves the cursor, within the list.
  package mutating func move(to row: Int) {
    cursor = max(0, min(row, count - 1))
    follow()
  }

  /// Moves the cursor, and puts its row on top as far as there are rows below it.
  package mutating func moveToTop(_ row: Int) {
    move(to: row)
    top = cursor / width * width
    follow()
  }

  package mutating func move(by rows: Int) { move(to: cursor + rows) }

  /// Moves the cursor and the part in sight together, as when rows have come in above: on the screen nothing moves.
  package mutating func shift(by rows: Int) {
    top = max(0, top + rows)
    move(to: cursor + rows)
  }

  /// Moves the part in sight, and the cursor as far as it has to follow.
  package mutating func scroll(by lines: Int) {
    let last = max(0, (count - 1) / width - (height - 1)) * width
    top = max(0, min(top + lines * width, last))
    cursor = max(top, min(cursor, top + height * width - 1, max(0, count - 1)))
  }

  /// Keeps the cursor in sight, and no room below the list empty.
  private mutating func follow() {
    let line = cursor / width
    var first = top / width
    if line < first { first = line }
    if line >= first + height { first = line - height + 1 }
    let last = max(0, (count + width - 1) / width - height)
    top = min(first, last) * width
  }
}
