/// Undoes what an input method makes of the keys that a command or an option has: full-width letters, typographic dashes, the wide space
/// U+3000, and Hangul of a Korean layout (two-set, KS X 5002).
package enum InputMethod {
  static let dashes: Set<Character> = ["-", "‐", "‑", "‒", "–", "—", "―", "−", "－"]

  /// The text with ASCII in place of full-width forms, typographic dashes and the wide space.
  package static func plain(_ text: some StringProtocol) -> String {
    let scalars = text.map { dashes.contains($0) ? "-" : $0 }.flatMap(\.unicodeScalars).map {
      scalar -> Unicode.Scalar in
      if scalar == "\u{3000}" { return " " }
      guard ("\u{FF01}"..."\u{FF5E}").contains(scalar) else { return scalar }
      return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  // The keys of jamo in the order of Unicode: initials, vowels and finals of syllables, and the consonants that stand alone.
  private static let initials = keys(#"r R s e E f a q Q t T d w W c z x v g"#)
  private static let vowels = keys(#"k o i O j p u P h hk ho hl y n nj np nl b m ml l"#)
  private static let finals = keys(#"r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g"#)
  private static let consonants = keys(
    #"r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g"#)

  private static func keys(_ list: String) -> [String] { list.split(separator: " ").map(String.init) }

  /// The Latin letters on the keys of Hangul, in lower case.
  package static func latin(_ text: String) -> String {
    text.unicodeScalars.map { scalar -> String in
      let value = Int(scalar.value)
      switch value {
      case 0xAC00...0xD7A3:
        let syllable = value - 0xAC00
        let beginning = initials[syllable / 588] + vowels[syllable / 28 % 21]
        return syllable % 28 == 0 ? beginning : beginning + finals[syllable % 28 - 1]
      case 0x3131...0x314E: return consonants[value - 0x3131]
      case 0x314F...0x3163: return vowels[value - 0x314F]
      default: return String(scalar)
      }
    }.joined().lowercased()
  }
}
