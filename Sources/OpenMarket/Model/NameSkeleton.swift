import Foundation

/// Computes the skeleton of a name: names with equal skeletons can be confused (UTS #39 §4).
///
/// Covers, in any name: compatibility forms such as full-width and mathematical letters (NFKD), case, combining marks,
/// invisible characters, spaces, hyphens and low lines; letters of Latin, Greek, Cyrillic, Armenian and Cherokee that look
/// like Latin ones; `0` and `o`; `1`, `l`, `i` and `I`; `rn` and `m`; katakana that look like ideographs; Hangul that is
/// written letter by letter. Not covered: look-alikes within other scripts, and symbols. Case is ignored, so that a
/// small letter also stands for what its capital looks like: `lan` and `Ian` have one skeleton.
package enum NameSkeleton {
  /// Equal for names that look alike; not for display.
  package static func of(_ name: String) -> String {
    var skeleton = String.UnicodeScalarView()
    for scalar in name.decomposedStringWithCompatibilityMapping.unicodeScalars where !scalar.isIgnored {
      if let shape = shapes[scalar] {
        skeleton += shape
      } else {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
          if let shape = shapes[lower] { skeleton += shape } else { skeleton.append(lower) }
        }
      }
    }
    return String(skeleton)
  }

  /// The shape of each scalar that looks like others.
  private static let shapes: [Unicode.Scalar: String.UnicodeScalarView] = {
    var shapes: [Unicode.Scalar: String.UnicodeScalarView] = [:]
    for (shape, scalars) in lookAlikes {
      for scalar in scalars.unicodeScalars { shapes[scalar] = shape.unicodeScalars }
    }
    // In NFKD a single consonant is one that begins a syllable. The consonants that end a syllable are other scalars.
    for (scalar, letters) in zip(finalScalars, finalConsonants.split(separator: " ")) {
      shapes[scalar] = initials(letters)
    }
    for (double, letters) in zip("ㄲㄸㅃㅆㅉ", ["ㄱㄱ", "ㄷㄷ", "ㅂㅂ", "ㅅㅅ", "ㅈㅈ"]) {
      for scalar in initials(String(double)) { shapes[scalar] = initials(letters) }
    }
    return shapes
  }()

  private static func initials(_ letters: some StringProtocol) -> String.UnicodeScalarView {
    letters.decomposedStringWithCompatibilityMapping.unicodeScalars
  }

  private static let finalScalars = (UInt32(0x11A8)...0x11C2).compactMap(Unicode.Scalar.init)

  /// The letters of each of `finalScalars`.
  private static let finalConsonants =
    "ㄱ ㄱㄱ ㄱㅅ ㄴ ㄴㅈ ㄴㅎ ㄷ ㄹ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅁ ㅂ ㅂㅅ ㅅ ㅅㅅ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ"

  /// Each shape in small letters, and the scalars in NFKD that have it. From confusables.txt of Unicode 13.0
  /// (https://www.unicode.org/Public/security/13.0.0/); a small letter that it does not list has the shape of its
  /// capital, and letters with a hook or a stroke that of the letter.
  private static let lookAlikes: [(String, String)] = [
    ("a", "ɑαаᴀꭺ"),
    ("b", "ƀƃƅɓʙβбвьѣҍᏼꞴꮟ"),
    ("c", "ƈȼсҫᴄꮯ"),
    ("d", "ðđƌɖɗԁᴅꭰꮷ"),
    ("e", "ɇεеҽҿᴇꬲꭼ"),
    ("f", "ƒϝքᵮẝꞙꬵ"),
    ("g", "ƍǥɠɡɢԍցᏻᶃꮐ"),
    ("h", "ħɦʜΗнћңһӈӊհᏺⱧꚕꮋꮒ"),
    ("j", "ɉʝϳјᴊꭻ"),
    ("k", "ĸƙκкқҟᴋⱩꝀꮶ"),
    ("l", "i1|ıłƚǀɨɩɪɫɭʟιіӏᵻᵼꙇꭵꮮ"),
    ("n", "ƞɲɳΝηոռᵰ"),
    ("o", "0ςøɵθοσоѳөօᴏᴑꝋꬽꬾꭴꮎꮻ"),
    ("p", "ƥρрᴘᵽꮲ"),
    ("q", "ʠԛգզ"),
    ("r", "ɍɼɽʀΓгґғᴦᵲꭇꭈꭱꮁꮢ"),
    ("s", "ƽʂѕտᵴꜱꮥꮪ"),
    ("t", "ŧƭȾʈτтҭᴛᵵꭲ"),
    ("u", "ʉʋυսᴜᵾꞟꭎꭒꮜ"),
    ("v", "νѵᴠꮩ"),
    ("w", "ɯѡԝաᴡꝡꮃꮤ"),
    ("x", "χхҳꞳ"),
    ("y", "ƴɏɣʏΥγуүұᶌỿꭚꭹꮍ"),
    ("z", "ƶȥʐζᴢᵶꮓ"),
    ("ψ", "ѱ"),
    ("и", "ͷᴎ"),
    ("л", "λᴧᴫ"),
    ("п", "πᴨ"),
    ("ф", "ɸφՓ"),
    ("ae", "æӕ"),
    ("bl", "ы"),
    ("ll", "ǁ"),
    ("lo", "ю"),
    ("oe", "œ"),
    ("rn", "mɱʍμϻмӎᴍᵯꮇ"),
    ("ss", "ß"),
    ("工", "エ"), ("力", "カ"), ("夕", "タ"), ("卜", "ト"), ("二", "ニ"), ("八", "ハ"), ("口", "ロ"), ("へ", "ヘ"),
    ("ー", "一"),
  ]
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible, or too small to tell names apart.
  fileprivate var isIgnored: Bool {
    if properties.isDefaultIgnorableCodePoint || properties.isWhitespace { return true }
    return switch properties.generalCategory {
    case .control, .format, .dashPunctuation, .connectorPunctuation, .enclosingMark: true
    // Accents, not the vowel signs of a script.
    case .nonspacingMark: Self.accents.contains { $0.contains(value) }
    default: false
    }
  }

  /// The blocks of combining diacritical marks.
  private static let accents: [ClosedRange<UInt32>] = [
    0x300...0x36F, 0x483...0x487, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
  ]
}
