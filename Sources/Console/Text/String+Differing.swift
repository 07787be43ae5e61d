extension String {
  /// Two texts in at most these widths, so that where they differ is seen: of one that is too wide, a long beginning that both have
  /// becomes `…`.
  package static func truncated(
    _ one: String, toWidth oneWidth: Int, _ two: String, toWidth twoWidth: Int
  ) -> (String, String) {
    let common = one.beginning(sharedWith: two)
    let commonWidth = common.displayWidth
    /// The columns that a text leaves for what both have, where its beginning is left out.
    func room(_ text: String, _ width: Int) -> Int? {
      guard text.displayWidth > width else { return nil }
      return width - 1 - text.dropFirst(common.count).displayWidth
    }
    let rooms = [room(one, oneWidth), room(two, twoWidth)].compactMap(\.self)
    // Part of what differs is seen behind the whole beginning.
    guard let least = rooms.min(), commonWidth > Swift.min(oneWidth, twoWidth) / 2 else {
      return (one.truncated(toWidth: oneWidth), two.truncated(toWidth: twoWidth))
    }
    let kept = Swift.max(least, Swift.min(oneWidth, twoWidth) / 4)
    func shown(_ text: String, _ width: Int) -> String {
      guard text.displayWidth > width else { return text }
      var (start, left) = (common.endIndex, kept)
      while start > common.startIndex {
        let previous = common.index(before: start)
        left -= common[previous].displayWidth
        guard left >= 0 else { break }
        start = previous
      }
      while start < common.endIndex, common[start].isWhitespace { start = common.index(after: start) }
      let beginning = common.distance(from: common.startIndex, to: start)
      guard beginning > 1 else { return text.truncated(toWidth: width) }
      return "…" + String(text.dropFirst(beginning)).truncated(toWidth: width - 1)
    }
    return (shown(one, oneWidth), shown(two, twoWidth))
  }

  private func beginning(sharedWith other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
