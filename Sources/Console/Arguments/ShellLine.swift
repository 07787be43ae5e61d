/// A command line in an example. It remains one valid command when it is wrapped.
package struct ShellLine {
  private let words: [String]

  init(_ text: String) { words = Self.divided(text).map(\.typed) }

  /// The words of a line that a person has typed, or a terminal has pasted, without quotes and backslashes.
  package static func words(of text: String) -> [String] { divided(text).map(\.meant) }

  /// The words of a line as a shell divides it.
  private static func divided(_ text: String) -> [(typed: String, meant: String)] {
    var words = [(typed: "", meant: "")]
    var (quote, isEscaped) = (Character?.none, false)
    for character in text {
      guard quote != nil || isEscaped || !character.isWhitespace else {
        words.append(("", ""))
        continue
      }
      words[words.count - 1].typed.append(character)
      if isEscaped {
        isEscaped = false
      } else if character == quote {
        quote = nil
        continue
      } else if quote == nil, "\\'\"".contains(character) {
        (quote, isEscaped) = character == "\\" ? (nil, true) : (character, false)
        continue
      }
      words[words.count - 1].meant.append(character)
    }
    return words.filter { !$0.typed.isEmpty }
  }

  /// Lines of at most `width` columns, except where a single word is wider. Every line but the last ends in a backslash;
  /// every line but the first begins with `hanging` spaces.
  func wrapped(toWidth width: Int, hanging: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words {
      if line.isEmpty {
        line = word
      } else if line.displayWidth + 1 + word.displayWidth <= width - 2 {
        line += " " + word
      } else {
        lines.append(line + " \\")
        line = String(repeating: " ", count: hanging) + word
      }
    }
    lines.append(line)
    return lines
  }
}
