import Foundation

/// A string literal in Swift's source.
struct SourceLiteral: Equatable {
  /// The key of the phrase with this literal, with `%1` and so on for interpolations.
  let key: String
  /// Whether it is written as `LocalizedPhrase("…")`, or as the words of a link of a page.
  let isMarked: Bool
  /// The path of the source below `Sources`.
  let file: String

  /// All literals of a source, including those within interpolations, except raw strings, which are never phrases.
  static func all(in source: String, of file: String) -> [SourceLiteral] {
    var reader = Reader(file: file, rest: source[...])
    reader.readCode(until: nil)
    return reader.found
  }

  private struct Reader {
    let file: String
    var rest: Substring
    var found: [SourceLiteral] = []
    var code = ""

    mutating func readCode(until end: Character?) {
      var depth = 0
      while let character = rest.first {
        if rest.hasPrefix("//") {
          rest = rest.drop { !$0.isNewline }
        } else if rest.hasPrefix("/*") {
          rest = rest.range(of: "*/").map { rest[$0.upperBound...] } ?? ""
        } else if rest.hasPrefix("#\"") {
          skipRaw()
        } else if character == "\"" {
          readLiteral()
        } else {
          if character == "(" { depth += 1 }
          if character == ")" {
            if depth == 0, end == ")" { return }
            depth -= 1
          }
          // A long literal begins on the line after `LocalizedPhrase(`.
          if !character.isWhitespace { code = String((code + String(character)).suffix(16)) }
          rest.removeFirst()
        }
      }
    }

    private mutating func skipRaw() {
      let quote = rest.hasPrefix("#\"\"\"") ? "\"\"\"" : "\""
      rest = rest.dropFirst(1 + quote.count)
      rest = rest.range(of: quote + "#").map { rest[$0.upperBound...] } ?? ""
    }

    private mutating func readLiteral() {
      let isMarked = code.hasSuffix("LocalizedPhrase(") || code.hasSuffix("html.link(")
      let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
      rest = rest.dropFirst(quote.count)
      var key = ""
      var values = 0
      while !rest.isEmpty, !rest.hasPrefix(quote) {
        let character = rest.removeFirst()
        guard character == "\\" else {
          key += character == "%" ? "%%" : String(character)
          continue
        }
        let escaped = rest.removeFirst()
        switch escaped {
        case "(":
          readCode(until: ")")
          rest = rest.dropFirst()
          values += 1
          key += "%\(values)"
        case "n": key += "\n"
        case "t": key += "\t"
        case "0": key += "\0"
        case "u":
          let digits = rest.dropFirst().prefix { $0 != "}" }
          key += UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map(String.init) ?? ""
          rest = rest.dropFirst(digits.count + 2)
        case _ where escaped.isNewline:
          // The line continues on the next one.
          key += "\u{1}"
        default: key += String(escaped)
        }
      }
      let indentation = key.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
      rest = rest.dropFirst(quote.count)
      if quote.count == 3 { key = Self.unindented(key, by: indentation.count) }
      found.append(SourceLiteral(key: key, isMarked: isMarked, file: file))
      code = ""
    }

    /// The value of a multiline literal: without the first and last line end and without the indentation.
    private static func unindented(_ key: String, by count: Int) -> String {
      let lines = key.replacing("\u{1}", with: "\u{1}\n").split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.dropFirst().dropLast().map { $0.dropFirst(min(count, $0.count)) }.joined(separator: "\n")
        .replacing("\u{1}\n", with: "")
    }
  }
}
