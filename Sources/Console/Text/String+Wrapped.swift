extension String {
  /// Lines of at most `width` columns, broken at spaces, and on either side of a wide character that punctuation
  /// does not bind; a word that is too long for a line is broken anywhere, from where it begins. Korean parts its words
  /// by spaces and is broken there (Unicode Standard Annex #14, 8.2, the style `keep-all`). The lines that are there
  /// remain, with their indentation. Only a cluster wider than `width` sticks out.
  ///
  /// Styles (SGR, ECMA-48, 8.3.117) take no room.
  ///
  /// `taken` columns of the first line belong to someone else; every further line begins with `hanging` spaces.
  package func wrapped(toWidth width: Int, taken: Int = 0, hanging: Int = 0) -> [String] {
    var wrapping = Wrapping(width: width, taken: taken, hanging: hanging)
    for (index, line) in split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { wrapping.breakLine() }
      for piece in line.pieces { wrapping.place(piece) }
    }
    return wrapping.finished()
  }
}

/// What must stay on one line, after the spaces that vanish if a line ends there.
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
  var lines: [String] = []
  var line = ""
  var column: Int
  var isLineEmpty = true

  init(width: Int, taken: Int, hanging: Int) {
    self.width = width
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
    if !isLineEmpty {
      // What no line has room for is broken in any case, and leaves no line half empty before it.
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
