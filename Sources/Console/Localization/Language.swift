package import Foundation

/// What the program says in one language. English is in the code; every other language is a table from the phrases in
/// English, `%1` and so on in place of values, to its own. What a table lacks is said in English.
package struct Language: Sendable {
  package typealias Table = KeyValuePairs<String, String>

  package static let english = Language([])

  /// One of those that it is spoken in.
  private let locale: Locale
  private let sentences: [String: String]
  /// What people answer in this language when they mean yes, in lower case; `y` and `yes` mean it in every language.
  let affirmations: Set<String>

  package init(
    _ tables: [Table], locale: Locale = Locale(identifier: "en_US"), affirmations: Set<String> = []
  ) {
    self.locale = locale
    sentences = Dictionary(tables.flatMap { $0.map { ($0.key, $0.value) } }) { first, _ in first }
    self.affirmations = affirmations
  }

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
        // `%%`; and a percent sign that stands for nothing is one.
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

  /// The locale for words that are made elsewhere, such as ages: the person's own, unless they would be in another
  /// language than those around them.
  package func locale(like other: Locale) -> Locale {
    other.language.languageCode == locale.language.languageCode ? other : locale
  }

  func means(yes answer: String) -> Bool {
    let answer = answer.lowercased()
    return ["y", "yes"].contains(answer) || affirmations.contains(answer)
  }
}
