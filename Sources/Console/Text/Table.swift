/// Rows in aligned columns, two spaces apart. Text is sanitized and measured in display width; styles have no width.
package struct Table {
  /// A column's header and how it is aligned and narrowed.
  package struct Column {
    let header: String
    let alignment: Alignment
    /// The least width on a narrow terminal, unless the contents are narrower.
    let minimum: Int
    /// Whether the column is narrowed before others.
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

  /// The spaces between two columns.
  package static let gap = 2

  private let columns: [Column]
  private let rows: [[Cell]]

  /// Missing cells at the end of a row are empty; cells beyond the last column are dropped.
  package init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The table in lines of at most `width` columns, as far as the minimum widths allow. No line ends in a space.
  package func lines(width: Int, style: Style, showsHeader: Bool = true) -> [String] {
    lines(widths: widths(fitting: width), style: style, showsHeader: showsHeader)
  }

  /// The table with columns of these widths, from `widths(fitting:)`.
  package func lines(widths: [Int], style: Style, showsHeader: Bool) -> [String] {
    let header = columns.map { Cell($0.header, style.bold) }
    return ((showsHeader ? [header] : []) + rows).map { line($0, widths: widths) }
  }

  /// A line `Header: text` for each cell, and an empty line after each row.
  package var labelledLines: [String] {
    rows.flatMap { row in zip(columns, row).map { "\($0.label): \($1.rendered)" } + [""] }
  }

  private func line(_ cells: [Cell], widths: [Int]) -> String {
    var line = ""
    // Pending spaces, written only before another cell.
    var spaces = 0
    for (index, cell) in cells.prefix(widths.count).enumerated() {
      let cell = cell.truncated(toWidth: widths[index] + spare(after: index, in: cells, widths: widths))
      // Negative where the cell extends into the next column.
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

  /// The width that a truncated cell can borrow from the next cell, where that is right-aligned.
  private func spare(after index: Int, in cells: [Cell], widths: [Int]) -> Int {
    let next = index + 1
    guard columns[index].isFlexible, columns[index].alignment == .left, next < min(cells.count, widths.count),
      columns[next].alignment == .right
    else { return 0 }
    return max(0, widths[next] - cells[next].width)
  }

  /// The widths of the columns for lines of at most `total` columns, as far as the minimum widths allow.
  ///
  /// - Parameter least: The widths in earlier rows, so that columns line up; flexible columns may become narrower.
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

  /// The width of the lines where flexible columns are no wider than `enough`: with less room another column is left out.
  ///
  /// - Parameter least: The widths in earlier rows.
  package func leastWidth(enough: Int = .max, atLeast least: [Int] = []) -> Int {
    let widths = zip(columns, widths(fitting: .max, atLeast: least)).map {
      $0.isFlexible ? min($1, enough) : $1
    }
    return widths.reduce(0, +) + Self.gap * (widths.count - 1)
  }

  /// Narrows the chosen columns, always the widest, until the sum of all widths is at most `available`.
  private func narrow(_ widths: inout [Int], to available: Int, where isChosen: (Column) -> Bool) {
    while widths.reduce(0, +) > available {
      let candidates = columns.indices.filter { isChosen(columns[$0]) && widths[$0] > columns[$0].minimum }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return }
      widths[widest] -= 1
    }
  }
}

extension Table.Column {
  /// The header as a word: a screen reader spells capitals, as it should in an abbreviation.
  fileprivate var label: String {
    ["ID", "SKU"].contains(header) ? header : header.prefix(1) + header.dropFirst().lowercased()
  }
}

/// Tab-separated rows for other programs, one row a line, untruncated. Fields are sanitized, so that no tab or line end in
/// a field can forge another field.
package enum TSV {
  /// One row, without the line end.
  package static func line(_ fields: [String]) -> String {
    fields.map(\.sanitized).joined(separator: "\t")
  }
}
