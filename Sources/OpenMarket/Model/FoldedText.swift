extension String {
  /// NFC, so that decomposed Hangul matches Hangul as keyboards write it, in lower case.
  var folded: String {
    if unicodeScalars.allSatisfy(\.isFoldedAsASCII) { return lowercasedASCII }
    let pieces = streamSafePieces
    guard pieces.count > 1 else { return precomposedStringWithCanonicalMapping.lowercased() }
    return pieces.map { String($0).precomposedStringWithCanonicalMapping.lowercased() }.joined()
  }

  /// The text with its ASCII letters in lower case.
  private var lowercasedASCII: String {
    String(
      decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  /// The most marks in a row that are brought into their canonical order (UAX #15 §13, Stream-Safe Text Format): sorting
  /// a longer run takes time that grows with its square, and no language has one.
  private static let markLimit = 30

  /// The text, divided where more than `markLimit` marks follow each other.
  private var streamSafePieces: [Substring.UnicodeScalarView] {
    let scalars = unicodeScalars
    var pieces: [Substring.UnicodeScalarView] = []
    var start = scalars.startIndex
    var marks = 0
    for index in scalars.indices {
      guard scalars[index].isMark else {
        marks = 0
        continue
      }
      if marks == Self.markLimit {
        pieces.append(scalars[start..<index])
        (start, marks) = (index, 0)
      }
      marks += 1
    }
    return pieces + [scalars[start...]]
  }
}

extension Unicode.Scalar {
  /// Whether folding changes nothing but letters of ASCII, where all other characters of the text are such ones too:
  /// ASCII, Hangul syllables and Chinese characters are in NFC and have no case.
  fileprivate var isFoldedAsASCII: Bool {
    isASCII || (0xAC00...0xD7A3).contains(value) || (0x4E00...0x9FFF).contains(value)
  }

  /// Whether it attaches to the character before it (canonical combining class other than 0). Most texts are in ranges
  /// without any, where nothing has to be looked up.
  fileprivate var isMark: Bool {
    guard value >= 0x300, !(0x4E00...0x9FFF).contains(value), !(0xAC00...0xD7A3).contains(value) else {
      return false
    }
    return properties.canonicalCombiningClass != .notReordered
  }
}
