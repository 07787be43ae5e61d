package import Foundation

/// A language of messages. English phrases are in the code; any other language is a set of tables from English phrases,
/// with `%1` and so on for values, to its own. A phrase that the tables lack is shown in English.
package struct Language: Sendable {
  /// Sorted by the English phrase, for people.
  package typealias Table = KeyValuePairs<String, String>

  /// The language of the literals in the code.
  package static let english = Language([])

  /// The identifier of a locale of the language.
  private let locale: String
  private let sentences: [String: String]
  /// The answers that mean yes, in lower case; `y` and `yes` do in every language.
  let affirmations: Set<String>

  /// - Parameters:
  ///   - locale: The identifier of a locale of the language, `ko_KR`.
  ///   - affirmations: The answers that mean yes beside `y` and `yes`, in lower case.
  package init(
    _ tables: [Table], locale: String = "en_US", affirmations: Set<String> = []
  ) {
    self.locale = locale
    sentences = Dictionary(tables.flatMap { $0.map { ($0.key, $0.value) } }) { first, _ in first }
    self.affirmations = affirmations
  }

  /// The phrase in this language, with its values.
  package func text(_ phrase: LocalizedPhrase) -> String {
    let sentence = sentences[phrase.key] ?? phrase.key
    guard sentence.utf8.contains(UInt8(ascii: "%")) else { return sentence }
    var text = ""
    var rest = sentence[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...].dropFirst()
      let digits = rest.prefix(while: \.isNumber)
      if let number = Int(digits), phrase.values.indices.contains(number - 1) {
        text += self.text(phrase.values[number - 1])
        rest = rest[digits.endIndex...]
      } else {
        // `%%`, or a percent sign without a number.
        text += "%"
        if rest.first == "%" { rest.removeFirst() }
      }
    }
    return text + rest
  }

  private func text(_ value: LocalizedPhrase.Value) -> String {
    switch value {
    case .text(let text): text
    case .phrase(let phrase): text(phrase)
    }
  }

  /// The locale for text that Foundation makes, such as relative dates: `other`, unless that has another language than this
  /// one.
  package func locale(like other: Locale) -> Locale {
    let own = Locale(identifier: locale)
    return other.language.languageCode == own.language.languageCode ? other : own
  }

  /// Whether an answer to a prompt means yes.
  func means(yes answer: String) -> Bool {
    let answer = answer.lowercased()
    return ["y", "yes"].contains(answer) || affirmations.contains(answer)
  }
}
