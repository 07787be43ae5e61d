extension [String] {
  /// The pieces one after the other with ` · ` between, in lines of at most `width` columns. A line ends between two
  /// pieces; only a piece that is wider than that is broken itself.
  package func flowing(toWidth width: Int) -> [String] {
    let separator = " · "
    var lines: [String] = []
    for piece in self {
      if let line = lines.last, (line + separator + piece).displayWidth <= width {
        lines[lines.count - 1] = line + separator + piece
      } else {
        lines += piece.wrapped(toWidth: width)
      }
    }
    return lines
  }
}
