extension StringProtocol {
  /// Columns taken on a terminal, counted by grapheme cluster. Meant for sanitized text: a control character
  /// counts for nothing.
  package var displayWidth: Int {
    if isPrintableASCII { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// Most text on a terminal is: neither its width nor its safety takes any thought.
  var isPrintableASCII: Bool {
    utf8.allSatisfy { 0x20...0x7E ~= $0 }
  }
}

extension Character {
  /// 0, 1 or 2 columns: two for an emoji however it is composed (Unicode Technical Standard #51) and for a wide
  /// letter with its marks, so that 한 is as wide in three jamo as in one syllable.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let others = unicodeScalars.dropFirst()
    if others.isEmpty { return first.displayWidth }
    if first.properties.isEmoji, others.contains(where: \.makesEmoji) { return 2 }
    return min(2, others.reduce(first.displayWidth) { $0 + $1.displayWidth })
  }
}

extension Unicode.Scalar {
  /// Variation selector 16, or a skin tone: after it, an emoji is shown as an image.
  fileprivate var makesEmoji: Bool {
    value == 0xFE0F || properties.isEmojiModifier
  }

  fileprivate var displayWidth: Int {
    switch value {
    case ..<0x20, 0x7F..<0xA0: return 0
    case ..<0x300: return 1
    // Hangul vowels and final consonants complete the syllable that a leading consonant has begun.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    case .unassigned where properties.isDefaultIgnorableCodePoint: return 0
    default: return WideRanges.contain(self) ? 2 : 1
    }
  }
}
