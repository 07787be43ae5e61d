import SystemSupport

extension String {
  /// The form by which texts are compared: compatible characters are one (NFKC: full and half width, ligatures, decomposed Hangul),
  /// case is folded, and characters that are not seen are left out, as in NFKC_Casefold (UAX #44); quotes and dashes of typography are
  /// those of a keyboard.
  var folded: String {
    if unicodeScalars.allSatisfy(\.isFoldedAsASCII) { return lowercasedASCII }
    return runs.map { run in
      var folded = String.UnicodeScalarView()
      for scalar in run.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
        folded.append(contentsOf: scalar.simpler)
      }
      return String(folded).precomposedStringWithCanonicalMapping
    }.joined()
  }

  /// The form in which texts are searched and ordered: without the accents of Latin, Greek and Cyrillic letters, too. Marks of other
  /// scripts are letters of their own, such as vowels.
  var foldedWithoutAccents: String {
    let folded = folded
    guard folded.utf8.contains(where: { $0 >= 0x80 }) else { return folded }
    var plain = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      switch scalar.value {
      case 0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF:
        if let letter = Self.barredLetters[scalar] {
          plain.append(contentsOf: letter.unicodeScalars)
          continue
        }
        // One letter at a time: sorting many marks takes time that grows with the square of their number.
        let parts = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
        plain += parts.filter { !Self.accents.contains($0.value) }
      // On a mark it is a character of its own.
      case Self.accents where plain.last?.properties.isAlphabetic == true: continue
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Letters whose accent is no mark of its own in Unicode.
  private static let barredLetters: [Unicode.Scalar: String] = [
    "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe",
  ]
  private static let accents: ClosedRange<UInt32> = 0x300...0x36F

  /// The form in which texts are stored: NFC.
  package var composed: String {
    if unicodeScalars.allSatisfy({ $0.value < 0x300 || $0.isFoldedAsASCII }) { return self }
    return runs.map(\.precomposedStringWithCanonicalMapping).joined(separator: String(Self.joiner))
  }

  /// Divides the runs of marks of a text that is `streamSafe`. Nothing is composed over it.
  private static let joiner: Unicode.Scalar = "\u{34F}"

  /// The text, parted at each `joiner`: Foundation sorts the marks on both sides of one together.
  private var runs: [String] {
    streamSafe.unicodeScalars.split(separator: Self.joiner, omittingEmptySubsequences: false)
      .map { String(String.UnicodeScalarView($0)) }
  }

  /// The text with its ASCII letters in lower case.
  private var lowercasedASCII: String {
    String(
      decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether folding changes nothing but letters of ASCII, where all other characters of the text are such ones too:
  /// ASCII, Hangul syllables and Chinese characters are in NFC and have no case.
  fileprivate var isFoldedAsASCII: Bool {
    isASCII || (0xAC00...0xD7A3).contains(value) || (0x4E00...0x9FFF).contains(value)
  }

  /// The characters by which folding replaces one that is in lower case.
  fileprivate var simpler: [Unicode.Scalar] {
    if isFoldedAsASCII { return [self] }
    switch value {
    case 0xDF: return ["s", "s"]
    case 0x3C2: return ["\u{3C3}"]
    case 0x2018...0x201B, 0x2BC, 0x2032: return ["'"]
    case 0x201C...0x201F, 0x2033: return ["\""]
    case 0x2010...0x2015, 0x2212: return ["-"]
    default: return properties.isDefaultIgnorableCodePoint ? [] : [self]
    }
  }
}
