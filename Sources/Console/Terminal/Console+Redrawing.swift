extension Console {
  /// Whether what was drawn can be drawn over: both streams lead to a terminal that moves its cursor.
  package var canRedraw: Bool { output.rows != nil && error.rows != nil }

  /// Draws lines over others that were the last to be printed. False, and nothing done, where those are not in sight.
  package func redraw(_ lines: [String], over others: DrawnLines) throws -> Bool {
    guard let height = heightInSight(of: others) else { return false }
    status.hide()
    try output.flush()
    try output.write(Self.sequence(drawing: lines, over: height))
    return true
  }

  /// As many of the first lines as the screen has room for above its last one, and one in any case.
  package func fitting(_ lines: [String]) -> [String] {
    let room = (output.rows ?? 24) - 1
    var lines = lines
    while lines.count > 1, DrawnLines(lines, columns: columns).height ?? 0 > room { lines.removeLast() }
    return lines
  }

  /// How far up lines begin that are all still in sight; nil for others, and where nobody can say: the terminal has
  /// another width, or does not move its cursor.
  func heightInSight(of others: DrawnLines) -> Int? {
    guard canRedraw, let height = others.height, let rows = output.rows, height < rows,
      columns == others.columns
    else { return nil }
    return height
  }

  /// Goes up so many lines and draws others there. Each is replaced as a whole, and what remains below is erased at the
  /// end: nothing blinks.
  static func sequence(drawing lines: [String], over count: Int) -> String {
    let up = count > 0 ? "\u{1B}[\(count)A" : ""
    return "\r" + up + lines.map { $0 + "\u{1B}[K\n" }.joined() + "\u{1B}[J"
  }
}
