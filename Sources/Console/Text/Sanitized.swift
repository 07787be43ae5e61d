extension String {
  /// Untrusted text, safe on one line of a terminal. Control characters, bidi controls and invisible characters become
  /// visible escapes in Swift's notation, such as `\u{202E}`, `\t` or `\n`. Backslashes are not escaped, so the result
  /// cannot be parsed back.
  package var sanitized: String {
    sanitized(keepingLines: false)
  }

  /// The beginning of untrusted text, sanitized, for one line: more than any terminal is wide, and `…` where the text goes
  /// on. The work does not grow with the text, so that a title of megabytes costs no more than a long one.
  package var sanitizedLine: String { beginning(scalars: 4_000).sanitized }

  /// The text, or its first scalars and `…`.
  package func beginning(scalars limit: Int) -> String {
    guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
    else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }

  /// The whole text, sanitized for several lines: LF is kept, CRLF becomes LF, a lone CR is escaped.
  package var sanitizedKeepingLines: String {
    sanitized(keepingLines: true)
  }

  private func sanitized(keepingLines: Bool) -> String {
    if unicodeScalars.allSatisfy(\.isPlain) { return self }
    var result = ""
    result.reserveCapacity(utf8.count)
    for character in self {
      if keepingLines, character == "\n" || character == "\r\n" {
        result.append("\n")
      } else {
        result.append(sanitized: character)
      }
    }
    return result
  }

  private mutating func append(sanitized character: Character) {
    if Self.subdivisionFlags.contains(character) {
      append(character)
      return
    }
    let scalars = Array(character.unicodeScalars.prefix(Self.longestCluster + 1))
    var marks = 0
    for (index, scalar) in scalars.prefix(Self.longestCluster).enumerated() {
      let isShown: Bool
      if scalar.isMark {
        marks += 1
        // At the beginning of the text there is no base character.
        isShown = index > 0 && marks <= Self.mostMarks
      } else {
        if !scalar.properties.isVariationSelector { marks = 0 }
        isShown = !scalar.isUnsafe || scalar.isNeeded(at: index, in: scalars)
      }
      if isShown { unicodeScalars.append(scalar) } else { append(scalar.visibleEscape) }
    }
    if scalars.count > Self.longestCluster { append("…") }
  }

  /// The most scalars of one grapheme cluster: a base and 30 others, as in the Stream-Safe Text Format (Unicode Standard
  /// Annex #15, section 13). The rest of a longer one, which no language writes, becomes `…`.
  private static let longestCluster = 31

  /// The most combining marks on one character; more would cover the lines above. Vietnamese needs two, polytonic Greek
  /// three, biblical Hebrew four.
  private static let mostMarks = 4

  /// The only tag sequences recommended for interchange (UTS #51, emoji-sequences.txt): England, Scotland, Wales.
  private static let subdivisionFlags: Set<Character> = [
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
  ]
}

extension Unicode.Scalar {
  /// Characters that are always safe, which covers most text: ASCII, Latin, kana, ideographs, Hangul syllables.
  fileprivate var isPlain: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x17F, 0x3041...0x3096, 0x30A0...0x30FF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3:
      true
    default: false
    }
  }

  fileprivate var visibleEscape: String {
    switch self {
    case "\t": "\\t"
    case "\n": "\\n"
    case "\r": "\\r"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }

  /// Visible combining marks. Invisible ones, such as U+034F, are unsafe.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: !properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  /// Controls, bidirectional and other format characters, line separators; invisible characters (Hangul fillers, tags,
  /// variation selectors, blank Braille, the musical null notehead); and characters of unknown width: private use and
  /// unassigned.
  fileprivate var isUnsafe: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    default: properties.isDefaultIgnorableCodePoint || value == 0x2800 || value == 0x1D159
    }
  }

  /// Whether the scalar, unsafe elsewhere, is valid at its place in a cluster: it selects the form of an emoji or an
  /// ideograph (UTS #51, emoji-variation-sequences; UTS #37), or joins two emoji.
  fileprivate func isNeeded(at index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    guard index > 0 else { return false }
    let before = scalars[index - 1]
    let after = index + 1 < scalars.count ? scalars[index + 1] : nil
    switch value {
    case 0xFE0E, 0xFE0F: return before.properties.isEmoji && (!before.isASCII || after?.value == 0x20E3)
    case 0xFE00...0xFE02, 0xE0100...0xE01EF: return before.properties.isIdeographic
    case 0x200D:
      let joins = before.value == 0xFE0F || before.isImage
      return joins && after?.isImage == true
    default: return false
    }
  }

  private var isImage: Bool {
    properties.isEmoji && !isASCII
  }
}

extension String {
  /// The text as a message quotes it: sanitized, and cut to at most 60 columns, less than a line.
  package var shortened: String { sanitizedLine.truncated(toWidth: 60) }

  /// A URL with the user information before its host (RFC 3986, 3.2.1) and the values of its query masked, for messages: any
  /// of them may be a secret. Malformed URLs are masked too, such as one without a scheme or with an unescaped password, and in
  /// another text all behind `password=`.
  package var withoutCredentials: String {
    let text =
      contains("://") ? withoutQueryValues : replacing(/(?i)(password\s*=).*/) { $0.1 + "***" }
    guard let at = text.lastIndex(of: "@"), text[..<at].contains(":") else {
      // A password before a host that was forgotten.
      return text.replacing(/(:\/\/[^\s\/@?#:\[\]]*:)(?!\d+(?:[^\w]|$))[^\s\/@?#'\x22]+/) { $0.1 + "***" }
    }
    let scheme = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:\/\//)?.output ?? ""
    return scheme + "***" + text[at...]
  }

  /// The text with the values of queries and path parameters, queries without names, and fragments in the URLs that it quotes masked,
  /// also values that are quoted themselves, for a shell or not.
  package var withoutQueryValues: String {
    guard contains("://") else { return self }
    let value =
      /(?i)((?:[?&;]|%3F|%26)[^=&?#;\s]+?(?:=|%3D))(?:'\\''.+?'\\''|'[^']+'|\x22[^\x22]+\x22|[^&#\s]+?)(?=['\x22]?[.,;:)]?(?:[&#\s]|$))/
    return replacing(value) { $0.1 + "***" }
      .replacing(/:\/\/[^\s'\x22?#]*[?#][^\s'\x22]+/) { url in
        url.output.replacing(/([?&;#])[^=&?#;]+?(?=[.,:)]?(?:[&?#;]|$))/) { $0.1 + "***" }
      }
  }
}
