/// The side of a column that text is aligned to.
package enum Alignment: Sendable {
  case left, right
}

extension String {
  /// The text, or its beginning and `…` within `width` columns. Grapheme clusters are not split, so the result may be a
  /// column narrower.
  package func truncated(toWidth width: Int) -> String {
    guard width > 0 else { return "" }
    return prefix(columns: width).endIndex == endIndex ? self : prefix(columns: width - 1) + "…"
  }

  /// The first whole grapheme clusters that fit into `columns`.
  func prefix(columns: Int) -> Substring {
    var column = 0
    for index in indices {
      column += self[index].displayWidth
      if column > columns { return self[..<index] }
    }
    return self[...]
  }

  /// The text padded with spaces to `width` columns; unchanged if it is wider.
  package func padded(toWidth width: Int, alignment: Alignment = .left) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return alignment == .left ? self + spaces : spaces + self
  }
}
