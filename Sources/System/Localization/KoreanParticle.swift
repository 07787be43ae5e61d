import Foundation

/// A particle of Korean whose form depends on the last sound of the word before it. A sentence has both forms: `'%1'은(는)`.
struct KoreanParticle {
  private let written: String
  private let afterVowel: String
  private let afterConsonant: String

  private static let all = [
    KoreanParticle(written: "은(는)", afterVowel: "는", afterConsonant: "은"),
    KoreanParticle(written: "이(가)", afterVowel: "가", afterConsonant: "이"),
    KoreanParticle(written: "을(를)", afterVowel: "를", afterConsonant: "을"),
    KoreanParticle(written: "과(와)", afterVowel: "와", afterConsonant: "과"),
    KoreanParticle(written: "(으)로", afterVowel: "로", afterConsonant: "으로"),
  ]

  private enum Sound {
    case vowel, rieul, consonant
  }

  /// The words of a sentence behind a value, with the form of a particle at their beginning that the end of the value has; both
  /// forms where its sound is not known, as behind Latin letters.
  static func chosen(in words: Substring, after value: String) -> String {
    let quote = words.prefix { "'\"”’".contains($0) }
    let rest = words[quote.endIndex...]
    guard let particle = all.first(where: { rest.hasPrefix($0.written) }),
      let sound = value.last.flatMap(sound)
    else { return String(words) }
    let isAfterVowel = sound == .vowel || sound == .rieul && particle.written == "(으)로"
    return quote + (isAfterVowel ? particle.afterVowel : particle.afterConsonant)
      + rest.dropFirst(particle.written.count)
  }

  /// The last sound of a syllable or a digit; nil for characters that are read in several ways.
  private static func sound(_ character: Character) -> Sound? {
    let scalars = String(character).precomposedStringWithCanonicalMapping.unicodeScalars
    guard scalars.count == 1, let value = scalars.first?.value else { return nil }
    switch value {
    // Syllables stand in the order of their final consonants: 28 of each vowel, without one first, with ㄹ as the ninth
    // (Unicode 3.12).
    case 0xAC00...0xD7A3:
      let final = (value - 0xAC00) % 28
      return final == 0 ? .vowel : final == 8 ? .rieul : .consonant
    // 영 일 이 삼 사 오 육 칠 팔 구.
    case 0x30...0x39:
      let digit = value - 0x30
      return [1, 7, 8].contains(digit) ? .rieul : [0, 3, 6].contains(digit) ? .consonant : .vowel
    default: return nil
    }
  }
}
