extension String {
  /// The text in lines of at most `width` columns. Lines are broken at spaces, and next to wide characters unless
  /// punctuation forbids it; Korean only at spaces (Unicode Standard Annex #14, 8.2, the style `keep-all`). Existing line
  /// ends and indentation are kept. Styles (SGR, ECMA-48, 8.3.117) have no width.
  ///
  /// - Parameters:
  ///   - taken: Columns of the first line that are in use already.
  ///   - hanging: Spaces before every further line.
  ///   - breaksWords: Whether a word that is wider than a line is broken; otherwise its line is wider than `width`, and
  ///     the terminal folds it, so that it can be copied.
  package func wrapped(toWidth width: Int, taken: Int = 0, hanging: Int = 0, breaksWords: Bool = true)
    -> [String]
  {
    var wrapping = Wrapping(width: width, taken: taken, hanging: hanging, breaksWords: breaksWords)
    for (index, line) in split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { wrapping.breakLine() }
      for piece in line.pieces { wrapping.place(piece) }
    }
    return wrapping.finished()
  }
}

/// Text without a line break opportunity, and the spaces before it, which are dropped at a line break.
private struct Piece {
  var spaces = 0
  private(set) var glyphs: [(text: String, width: Int)] = []
  private(set) var width = 0

  var text: String { glyphs.map(\.text).joined() }

  mutating func append(_ text: some StringProtocol, width: Int) {
    glyphs.append((String(text), width))
    self.width += width
  }
}

extension Substring {
  fileprivate var pieces: [Piece] {
    var pieces: [Piece] = []
    var piece = Piece()
    var last: Character?
    var rest = self
    while let character = rest.first {
      if character == "\u{1B}", let style = rest.leadingStyle {
        piece.append(style, width: 0)
        rest = rest[style.endIndex...]
        continue
      }
      rest.removeFirst()
      if character == " " {
        if !piece.glyphs.isEmpty {
          pieces.append(piece)
          piece = Piece()
        }
        piece.spaces += 1
      } else {
        if let last, last != " ", Self.canBreak(between: last, and: character) {
          pieces.append(piece)
          piece = Piece()
        }
        piece.append(String(character), width: character.displayWidth)
      }
      last = character
    }
    return piece.glyphs.isEmpty ? pieces : pieces + [piece]
  }

  private static func canBreak(between one: Character, and other: Character) -> Bool {
    guard one.displayWidth == 2 || other.displayWidth == 2, !one.isHangul, !other.isHangul else {
      return false
    }
    return !one.bindsNext && !other.bindsPrevious
  }
}

extension Character {
  private var category: Unicode.GeneralCategory? { unicodeScalars.first?.properties.generalCategory }

  fileprivate var isHangul: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }

  fileprivate var bindsNext: Bool {
    category == .openPunctuation || category == .initialPunctuation
  }

  fileprivate var bindsPrevious: Bool {
    switch category {
    case .closePunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}

private struct Wrapping {
  let width: Int
  let hanging: String
  let breaksWords: Bool
  var lines: [String] = []
  var line = ""
  var column: Int
  var isLineEmpty = true

  init(width: Int, taken: Int, hanging: Int, breaksWords: Bool) {
    self.width = width
    self.breaksWords = breaksWords
    self.hanging = String(repeating: " ", count: hanging)
    column = taken
  }

  mutating func breakLine() {
    lines.append(isLineEmpty ? "" : line)
    line = hanging
    column = hanging.count
    isLineEmpty = true
  }

  mutating func place(_ piece: Piece) {
    let room = width - column - piece.spaces
    let spaces = String(repeating: " ", count: piece.spaces)
    if piece.width <= room {
      append(spaces + piece.text, piece.spaces + piece.width)
      return
    }
    guard breaksWords else {
      let isIndentation = isLineEmpty
      if !isLineEmpty { breakLine() }
      return append((isIndentation ? spaces : "") + piece.text, piece.width)
    }
    if !isLineEmpty {
      // A word that is wider than a line is broken anyway, so it begins on the current line.
      let isTooLong = hanging.count + piece.width > width
      if isTooLong, let first = piece.glyphs.first, first.width <= room {
        append(spaces, piece.spaces)
      } else {
        breakLine()
      }
    }
    for glyph in piece.glyphs {
      if !isLineEmpty, column + glyph.width > width { breakLine() }
      append(glyph.text, glyph.width)
    }
  }

  mutating func finished() -> [String] {
    breakLine()
    return lines
  }

  private mutating func append(_ text: String, _ width: Int) {
    line += text
    column += width
    isLineEmpty = false
  }
}

extension [String] {
  /// The pieces joined by a separator, in lines of at most `width` columns. Lines are broken between pieces; only a piece that
  /// is wider than a line is wrapped itself.
  package func flowing(toWidth width: Int, separator: String = " · ") -> [String] {
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
  package func prefix(columns: Int) -> Substring {
    var column = 0
    for index in indices {
      column += self[index].displayWidth
      if column > columns { return self[..<index] }
    }
    return self[...]
  }

  package var withoutTrailingSpaces: String {
    String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
  }

  /// The text padded with spaces to `width` columns; unchanged if it is wider.
  package func padded(toWidth width: Int, alignment: Alignment = .left) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return alignment == .left ? self + spaces : spaces + self
  }
}

extension Substring {
  /// The SGR sequence (ECMA-48, 8.3.117) at the beginning, if any.
  var leadingStyle: Substring? {
    let start = "\u{1B}["
    guard hasPrefix(start),
      let end = unicodeScalars.dropFirst(start.unicodeScalars.count)
        .firstIndex(where: { !("0"..."9" ~= $0 || $0 == ";") }), unicodeScalars[end] == "m"
    else { return nil }
    return self[...end]
  }
}

extension String {
  /// The text without SGR sequences.
  package var withoutStyles: String {
    guard unicodeScalars.contains("\u{1B}") else { return self }
    var text = ""
    var rest = self[...]
    while let character = rest.first {
      if character == "\u{1B}", let style = rest.leadingStyle {
        rest = rest[style.endIndex...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }
}

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

extension String {
  /// The text as one word of a shell command line: bare where that is safe, else in quotes.
  package var shellQuoted: String {
    let isBare =
      !isEmpty
      && utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "-_./:@%+=,".utf8.contains(byte)
      }
    return isBare ? self : inShellQuotes
  }

  /// The text in quotes as one word (POSIX XCU 2.2.2). Control characters and invisible ones are octal escapes in `$'…'`
  /// (POSIX 2024), three digits each.
  package var inShellQuotes: String {
    guard sanitized != self else { return "'" + replacing("'", with: "'\\''") + "'" }
    let escaped = utf8.map { byte -> String in
      switch byte {
      case 0x27: "\\'"
      case 0x5C: "\\\\"
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\" + String(String(0o1000 + Int(byte), radix: 8).dropFirst())
      }
    }
    return "$'" + escaped.joined() + "'"
  }
}
