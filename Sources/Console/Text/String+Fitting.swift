package enum Alignment: Sendable {
  case left, right
}

extension String {
  /// The text, or as much of its beginning as leaves room for `…` within `width` columns. Never splits a
  /// cluster, so it may come out a column narrower.
  package func truncated(toWidth width: Int) -> String {
    guard width > 0 else { return "" }
    return prefix(columns: width).endIndex == endIndex ? self : prefix(columns: width - 1) + "…"
  }

  /// The whole clusters that fit into `columns`.
  func prefix(columns: Int) -> Substring {
    var column = 0
    for index in indices {
      column += self[index].displayWidth
      if column > columns { return self[..<index] }
    }
    return self[...]
  }

  /// Filled with spaces to `width` columns; unchanged if it is that wide.
  package func padded(toWidth width: Int, alignment: Alignment = .left) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return alignment == .left ? self + spaces : spaces + self
  }
}
