extension Console {
  /// Whether lines can be drawn over others: both streams are terminals that can move their cursor.
  package var canRedraw: Bool { output.rows != nil && error.rows != nil }

  /// Draws lines over those that were printed last. Returns false without drawing where those are not all on the screen.
  package func redraw(_ lines: [String], over others: DrawnLines) throws(ConsoleError) -> Bool {
    guard let height = heightInSight(of: others) else { return false }
    try spinner.whileHidden { () throws(ConsoleError) in
      try output.flush()
      try output.write(Self.sequence(drawing: lines, over: height))
    }
    return true
  }

  /// The first lines that fit on the screen above its last line, and at least one.
  package func fitting(_ lines: [String]) -> [String] {
    let room = (output.rows ?? 24) - 1
    var lines = lines
    while lines.count > 1, DrawnLines(lines, columns: columns).height ?? 0 > room { lines.removeLast() }
    return lines
  }

  /// The distance from the cursor up to the first of the lines, in lines of the screen. Nil where they are not all on the
  /// screen, and where that is unknown: the terminal has another width now, or cannot move its cursor.
  func heightInSight(of others: DrawnLines) -> Int? {
    guard canRedraw, let height = others.height, let rows = output.rows, height < rows,
      columns == others.columns
    else { return nil }
    return height
  }

  /// Moves up `count` lines and draws there. Each line is overwritten before its rest is erased, and what remains below is
  /// erased at the end, so that nothing flickers.
  static func sequence(drawing lines: [String], over count: Int) -> String {
    let up = count > 0 ? "\u{1B}[\(count)A" : ""
    return "\r" + up + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }
}
