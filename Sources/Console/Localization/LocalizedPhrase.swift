import Foundation

/// A sentence for a person as the code has it, in English, apart from the values that are filled in: a `Language` makes
/// text of it. Written as any string is, `"No entry '\(name)'"`; one of a single word as `LocalizedPhrase("none")`, so that the
/// test that looks for phrases in the sources sees that it is one.
package struct LocalizedPhrase: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case text(String)
    case phrase(LocalizedPhrase)
  }

  /// The sentence with `%1`, `%2` and so on in place of the values, so that other languages may put them in another
  /// order, and with `%%` for a percent sign.
  package let key: String
  package let values: [Value]

  /// Text that is the same in every language.
  package init(verbatim text: String) {
    key = text.isEmpty ? "" : "%1"
    values = text.isEmpty ? [] : [.text(text)]
  }

  package init(joining phrases: [LocalizedPhrase], by separator: String) {
    self = phrases.dropFirst().reduce(phrases.first ?? "") { "\($0)\(separator)\($1)" }
  }

  package var isEmpty: Bool { key.isEmpty }
}

extension LocalizedPhrase: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    key = text.replacing("%", with: "%%")
    values = []
  }

  package init(stringInterpolation parts: Interpolation) {
    key = parts.key
    values = parts.values
  }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var values: [Value] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ text: String) {
      key += text.replacing("%", with: "%%")
    }

    package mutating func appendInterpolation(_ text: String) {
      append(.text(text))
    }

    /// A number that needs no grouping.
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      append(.text(String(number)))
    }

    /// A number that people read, its digits in threes, which is the custom of both languages.
    package mutating func appendInterpolation(grouped number: Int) {
      append(.text(number.formatted(.number.locale(Locale(identifier: "en_US")))))
    }

    /// A part that has words of its own.
    package mutating func appendInterpolation(_ phrase: LocalizedPhrase) {
      append(.phrase(phrase))
    }

    private mutating func append(_ value: Value) {
      values.append(value)
      key += "%\(values.count)"
    }
  }
}
