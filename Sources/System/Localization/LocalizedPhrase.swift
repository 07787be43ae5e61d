import Foundation

/// An English message with its values apart, which a table of another language translates. Written as a string literal,
/// `"No entry '\(name)'"`; a single word as `LocalizedPhrase("none")`, so that the check of translations recognises it in the
/// sources.
package struct LocalizedPhrase: Sendable, Hashable {
  /// A value in a phrase: text, or a phrase that is translated too.
  package enum Value: Sendable, Hashable {
    case text(String)
    case phrase(LocalizedPhrase)
  }

  /// The phrase with `%1`, `%2` and so on for the values, so that a translation may reorder them, and `%%` for a percent
  /// sign.
  package let key: String
  package let values: [Value]

  /// A single word.
  package init(_ word: StaticString) {
    self.init(stringLiteral: word.description)
  }

  /// A word that is data, such as a placeholder: translated where a table has it.
  package init(term: String) {
    self.init(stringLiteral: term)
  }

  /// Text that is not translated.
  package init(verbatim text: String) {
    key = text.isEmpty ? "" : "%1"
    values = text.isEmpty ? [] : [.text(text)]
  }

  /// A phrase by its key, with its values.
  package init(key: String, values: [Value]) {
    (self.key, self.values) = (key, values)
  }

  /// Several phrases with a separator between them.
  package init(joining phrases: [LocalizedPhrase], by separator: String) {
    self = phrases.dropFirst().reduce(phrases.first ?? "") { "\($0)\(separator)\($1)" }
  }

  package var isEmpty: Bool { key.isEmpty }

  /// The phrase as it is written in the sources, with its values: for programs, which read English.
  package var english: String { text(by: [:]) }

  /// The phrase by a table from keys to sentences of another language; in English where the table lacks it.
  ///
  /// - Parameter hasRoundQuotes: Whether quotation marks around a value are “ ”, as in running text.
  package func text(by table: [String: String], hasRoundQuotes: Bool = false) -> String {
    var sentence = table[key] ?? key
    if hasRoundQuotes, sentence.utf8.contains(UInt8(ascii: "'")) {
      sentence = sentence.replacing(/'([^' ]+)'/) { "“\($0.1)”" }
    }
    guard sentence.utf8.contains(UInt8(ascii: "%")) else { return sentence }
    var text = ""
    var rest = sentence[...]
    while let percent = rest.firstIndex(of: "%") {
      text +=
        text.isEmpty ? String(rest[..<percent]) : KoreanParticle.chosen(in: rest[..<percent], after: text)
      rest = rest[percent...].dropFirst()
      let digits = rest.prefix(while: \.isNumber)
      if let number = Int(digits), values.indices.contains(number - 1) {
        text += values[number - 1].text(by: table, hasRoundQuotes: hasRoundQuotes)
        rest = rest[digits.endIndex...]
      } else {
        // `%%`, or a percent sign without a number.
        text += "%"
        if rest.first == "%" { rest.removeFirst() }
      }
    }
    return text + KoreanParticle.chosen(in: rest, after: text)
  }
}

extension LocalizedPhrase.Value {
  fileprivate func text(by table: [String: String], hasRoundQuotes: Bool) -> String {
    switch self {
    case .text(let text): text
    case .phrase(let phrase): phrase.text(by: table, hasRoundQuotes: hasRoundQuotes)
    }
  }
}

extension LocalizedPhrase: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    key = text.withPercentSignsDoubled
    values = []
  }

  package init(stringInterpolation parts: Interpolation) {
    key = parts.key
    values = parts.values
  }

  /// Collects the key and the values of a string interpolation.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) {
      key += text.withPercentSignsDoubled
    }

    package mutating func appendInterpolation(_ text: String) {
      append(.text(text))
    }

    /// A number without grouping.
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      append(.text(String(number)))
    }

    /// A number with its digits grouped in threes: `10,000`.
    package mutating func appendInterpolation(grouped number: Int) {
      append(.text(number.formatted(.number.locale(Locale(identifier: "en_US")))))
    }

    /// A phrase that is translated by itself.
    package mutating func appendInterpolation(_ phrase: LocalizedPhrase) {
      append(.phrase(phrase))
    }

    private mutating func append(_ value: Value) {
      values.append(value)
      key += "%\(values.count)"
    }
  }
}

extension String {
  /// Phrases are made by the hundred at every start, and few of them have a percent sign.
  fileprivate var withPercentSignsDoubled: String {
    utf8.contains(UInt8(ascii: "%")) ? replacing("%", with: "%%") : self
  }
}
