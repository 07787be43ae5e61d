import Console
import TestSupport
import Testing

struct SanitizedTests {
  @Test(arguments: [
    ("red \u{1B}[31mtitle", #"red \u{1B}[31mtitle"#),
    ("a\tb\nc\rd\r\ne", #"a\tb\nc\rd\r\ne"#),
    ("nul \u{0} bell \u{7} delete \u{7F}", #"nul \u{0} bell \u{7} delete \u{7F}"#),
    ("C1 \u{9B}2J and \u{85}", #"C1 \u{9B}2J and \u{85}"#),
    ("photo\u{202E}gpj.exe", #"photo\u{202E}gpj.exe"#),
    ("\u{2067}isolate", #"\u{2067}isolate"#),
    ("zero\u{200B}width\u{FEFF}", #"zero\u{200B}width\u{FEFF}"#),
    ("soft\u{AD}hyphen, join\u{34F}er", #"soft\u{AD}hyphen, join\u{34F}er"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
    ("\u{115F}\u{3164}\u{FFA0}", #"\u{115F}\u{3164}\u{FFA0}"#),
    ("tag\u{E0041}", #"tag\u{E0041}"#),
    ("ab\u{FE0F}cd", #"ab\u{FE0F}cd"#),
    ("two selectors ❤\u{FE0F}\u{FE0F}", #"two selectors ❤\#u{FE0F}\u{FE0F}"#),
    ("a\u{200D}b", #"a\u{200D}b"#),
    ("👩\u{200D}", #"👩\u{200D}"#),
    ("private \u{E000}, nobody's \u{FFFF}", #"private \u{E000}, nobody's \u{FFFF}"#),
    ("blank \u{2800}", #"blank \u{2800}"#),
    ("\u{301}first", #"\u{301}first"#),
  ])
  func `control, invisible and bidi characters become visible escapes`(text: String, expected: String) {
    #expect(text.sanitized == expected)
    #expect(expected.sanitized == expected)
  }

  @Test(arguments: [
    "plain ASCII with a \\ and a \\t",
    "중고 노트북", "한글".decomposed, "日本語　全角", "café", "cafe\u{301}", "Tiếng Việt", "עברית", "العربية", "हिन्दी",
    "👨‍👩‍👧‍👦", "👍🏽", "👩🏽‍💻", "1️⃣ #️⃣", "🇰🇷", "❤️ ☺︎", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "葛\u{E0100}",
  ])
  func `ordinary text is unchanged`(text: String) {
    #expect(Array(text.sanitized.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `combining marks after the fourth on one letter are escaped`() {
    let four = "z\u{300}\u{301}\u{302}\u{303}"
    #expect((four + "\u{304}\u{305}o\u{300}").sanitized == four + #"\u{304}\u{305}"# + "o\u{300}")
  }

  @Test func `a character of more scalars than any language writes ends in an ellipsis`() {
    let four = String(repeating: "\u{301}", count: 4)
    let escaped = String(repeating: #"\u{301}"#, count: 26)
    let most = "z" + String(repeating: "\u{301}", count: 30)
    #expect(most.sanitized == "z" + four + escaped)
    #expect((most + "\u{301}y").sanitized == "z" + four + escaped + "…y")
    #expect(("z" + String(repeating: "\u{301}", count: 100_000)).sanitized == "z" + four + escaped + "…")
    // Jamo vowels join each other.
    #expect(
      String(repeating: "\u{1161}", count: 32).sanitized == String(repeating: "\u{1161}", count: 31) + "…")
  }

  @Test func `text for one line is cut where no terminal is that wide`() {
    #expect(String(repeating: "한", count: 4_000).sanitizedLine == String(repeating: "한", count: 4_000))
    #expect(String(repeating: "한", count: 4_001).sanitizedLine == String(repeating: "한", count: 4_000) + "…")
    #expect("a\nb".sanitizedLine == #"a\nb"#)
    #expect("".sanitizedLine == "")
  }

  @Test func `a hidden message in tags or selectors becomes visible`() {
    #expect(
      "🏴\u{E0068}\u{E0069}\u{E007F} ❤\u{E0100}".sanitized
        == #"🏴\u{E0068}\u{E0069}\u{E007F} ❤\u{E0100}"#)
  }

  @Test func `line ends are kept where lines are wanted`() {
    #expect("a\nb\r\nc\rd\te".sanitizedKeepingLines == "a\nb\nc\\rd\\te")
    #expect("é\n\u{301}é".sanitizedKeepingLines == "é\n\\u{301}é")
  }

  @Test func `no scalar that is dangerous alone is left`() {
    for value in [0...0xFFFF, 0x1D100...0x1D1FF, 0xE0000...0xE01FF, 0x10FFFE...0x10FFFF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let shown = "a\(scalar)b".sanitized
      #expect(shown.dangerous == [], "U+\(String(value, radix: 16))")
    }
  }

  @Test func `random mixtures of scalars become safe, and sanitizing twice changes nothing`() {
    let seed = UInt64.random(in: 0 ... .max)
    var chance = SeededChance(seed: seed)
    let pool: [Unicode.Scalar] = [
      "a", " ", "한", "\u{1112}", "\u{1161}", "\u{300}", "\u{20E3}", "\u{1B}", "\r", "\n", "\u{9B}",
      "\u{202E}",
      "\u{200D}", "\u{200C}", "\u{34F}", "\u{E0041}", "\u{E0100}", "\u{FE0F}", "\u{115F}", "\u{2066}",
      "\u{94D}",
    ]
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...12, using: &chance) {
        text.unicodeScalars.append(pool[Int.random(in: pool.indices, using: &chance)])
      }
      let shown = text.sanitized
      #expect(shown.dangerous == [], "seed \(seed)")
      #expect(shown.sanitized == shown, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("https://me:word@h/a", "https://***@h/a"),
    ("postgres://me@h/db?password=a@b:c&sslmode=require", "postgres://***@h/db?password=***&sslmode=***"),
    ("GET https://h/a?token=s3cret&q= failed", "GET https://h/a?token=***&q= failed"),
    ("'https://h/?a=1;b=2#c' is odd", "'https://h/?a=***#***' is odd"), ("a?b=c", "a?b=c"),
    ("a:b@c", "***@c"),
    ("There is no file 'http://h/a?token=it's', see", "There is no file 'http://h/a?token=***', see"),
    ("postgres://h/d?sslpassword=a'b", "postgres://h/d?sslpassword=***"),
    ("postgres://u:s3cret", "postgres://u:***"), ("'http://u:s3cret/a' is", "'http://u:***/a' is"),
    ("http://h:80/a", "http://h:80/a"), ("'http://[::1]:8080'.", "'http://[::1]:8080'."),
    ("http://h/?s3cret", "http://h/?***"), ("'http://h/a#s3cret' is", "'http://h/a#***' is"),
    ("http://h/x;token=s3cret", "http://h/x;token=***"),
    ("http://h/?a=1&s3cret", "http://h/?a=***&***"),
    ("'http://h/?s3&cret;et#x'.", "'http://h/?***&***;***#***'."),
    ("http://h/?pass%77ord=s3cret", "http://h/?pass%77ord=***"),
    ("http://h/%3Fkey%3Ds3cret", "http://h/%3Fkey%3D***"),
    ("'postgres://h/d?password='s3 cret'&a=1' is odd", "'postgres://h/d?password=***&a=***' is odd"),
    (#"curl 'http://h/?t='\''s3 cret'\''' | x"#, "curl 'http://h/?t=***' | x"),
    (#"GET http://h/?token="s3 cret", and b"#, "GET http://h/?token=***, and b"),
    ("'http://h/?q=x' and 'y'", "'http://h/?q=***' and 'y'"),
    (
      "curl 'http://h/?a=b' | x --image - http://i/?c=d.",
      "curl 'http://h/?a=***' | x --image - http://i/?c=***."
    ),
  ])
  func `an address shows neither its user nor the values of its query`(address: String, shown: String) {
    #expect(address.withoutCredentials == shown)
  }
}

extension Unicode.Scalar {
  fileprivate var isDangerous: Bool {
    if properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
    default: return false
    }
  }
}

extension String {
  fileprivate var dangerous: [Unicode.Scalar] { unicodeScalars.filter(\.isDangerous) }

  fileprivate var decomposed: String {
    var result = ""
    for syllable in unicodeScalars where 0xAC00...0xD7A3 ~= syllable.value {
      let index = syllable.value - 0xAC00
      let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
      // The last index means no final consonant.
      result.unicodeScalars.append(contentsOf: jamo.filter { $0 != 0x11A7 }.compactMap(Unicode.Scalar.init))
    }
    return result
  }
}
