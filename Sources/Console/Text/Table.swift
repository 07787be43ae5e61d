/// Rows for people, in columns two spaces apart. Text is sanitized on the way in and measured in display width;
/// styles take no room.
package struct Table {
  package struct Column {
    let header: String
    let alignment: Alignment
    /// Columns kept when the terminal is narrow, unless the contents are narrower.
    let minimum: Int
    /// Whether the column gives way before others do.
    let isFlexible: Bool

    package init(
      _ header: String, alignment: Alignment = .left, minimum: Int = 6, flexible: Bool = false
    ) {
      self.header = header.sanitized
      self.alignment = alignment
      self.minimum = minimum
      isFlexible = flexible
    }
  }

  private static let gap = 2

  private let columns: [Column]
  private let rows: [[Cell]]

  /// A row with too few cells ends early; cells beyond the last column are left out.
  package init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// At most `width` columns wide, as long as the minimum widths allow it. No line ends in a space.
  package func lines(width: Int, style: Style, showsHeader: Bool = true) -> [String] {
    lines(widths: widths(fitting: width), style: style, showsHeader: showsHeader)
  }

  /// With columns of these widths, as `widths(fitting:)` has found them.
  package func lines(widths: [Int], style: Style, showsHeader: Bool) -> [String] {
    let header = columns.map { Cell($0.header, style.bold) }
    return ((showsHeader ? [header] : []) + rows).map { line($0, widths: widths) }
  }

  /// Whether no cell has to be cut for it.
  package func fits(width: Int) -> Bool { widths(fitting: width) == widths(fitting: .max) }

  /// As the person wants it: in columns, or with a line `HEADER: text` for each place and an empty one after each row.
  package func lines(for console: Console, showsHeader: Bool = true) -> [String] {
    guard console.isAccessible else {
      return lines(width: console.columns, style: console.style, showsHeader: showsHeader)
    }
    return rows.flatMap { row in
      zip(columns, row).map { "\($0.header): \($1.rendered)" } + [""]
    }
  }

  private func line(_ cells: [Cell], widths: [Int]) -> String {
    var line = ""
    // Put in only once something follows.
    var spaces = 0
    for (index, cell) in cells.prefix(widths.count).enumerated() {
      let cell = cell.truncated(toWidth: widths[index] + spare(after: index, in: cells, widths))
      // Below zero where the cell reaches into the next column.
      let padding = widths[index] - cell.width
      if cell.width > 0 {
        let before = columns[index].alignment == .right ? padding : 0
        line += String(repeating: " ", count: spaces + before) + cell.rendered
        spaces = padding - before
      } else {
        spaces += padding
      }
      spaces += Self.gap
    }
    return line
  }

  /// Columns that a cell which would be cut may take of the next place, where that is filled from the right.
  private func spare(after index: Int, in cells: [Cell], _ widths: [Int]) -> Int {
    let next = index + 1
    guard columns[index].isFlexible, columns[index].alignment == .left, next < min(cells.count, widths.count),
      columns[next].alignment == .right
    else { return 0 }
    return max(0, widths[next] - cells[next].width)
  }

  /// Widths of the columns with which no line is wider than `total`, as long as the minimum widths allow it.
  ///
  /// - Parameter least: What the columns have in rows before these, so that they line up; flexible ones give way.
  package func widths(fitting total: Int, atLeast least: [Int] = []) -> [Int] {
    var widths = columns.map { min($0.header.displayWidth, total) }
    for (index, width) in least.prefix(widths.count).enumerated() {
      widths[index] = max(widths[index], width)
    }
    for row in rows {
      for (index, cell) in row.prefix(widths.count).enumerated() {
        widths[index] = max(widths[index], min(cell.width, total))
      }
    }
    let available = total - Self.gap * max(0, columns.count - 1)
    narrow(&widths, to: available) { $0.isFlexible }
    narrow(&widths, to: available) { !$0.isFlexible }
    return widths
  }

  /// Takes from the widest of the chosen columns, one column of text at a time.
  private func narrow(_ widths: inout [Int], to available: Int, where isChosen: (Column) -> Bool) {
    while widths.reduce(0, +) > available {
      let candidates = columns.indices.filter { isChosen(columns[$0]) && widths[$0] > columns[$0].minimum }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
    }
  }
}
