extension StringProtocol {
  /// The width on a terminal in columns, by grapheme cluster. Requires sanitized text: control characters count as 0.
  package var displayWidth: Int {
    // A fast path: such text is safe, and its width is its length.
    if utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }
}

extension Character {
  /// The width in columns, 0 to 2. An emoji sequence (Unicode Technical Standard #51) takes two, and so does a wide letter
  /// with its marks: 한 is as wide in three jamo as in one syllable.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let others = unicodeScalars.dropFirst()
    if others.isEmpty { return first.displayWidth }
    if first.properties.isEmoji, others.contains(where: \.makesEmoji) { return 2 }
    return min(2, others.reduce(first.displayWidth) { $0 + $1.displayWidth })
  }
}

extension Unicode.Scalar {
  /// Variation selector 16 or a skin tone, which select the emoji presentation.
  fileprivate var makesEmoji: Bool {
    value == 0xFE0F || properties.isEmojiModifier
  }

  fileprivate var displayWidth: Int {
    switch value {
    case ..<0x20, 0x7F..<0xA0: return 0
    case ..<0x300: return 1
    // Hangul vowels and final consonants join the syllable of a leading consonant.
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
