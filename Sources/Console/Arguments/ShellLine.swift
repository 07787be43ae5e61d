/// A command line in an example. It remains one valid command when it is wrapped.
package struct ShellLine {
  private let words: [String]

  /// Splits the text at spaces outside quotes.
  init(_ text: String) {
    var words = [""]
    var quote: Character?
    for character in text {
      if character == " " && quote == nil {
        words.append("")
        continue
      }
      if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
      }
      words[words.count - 1].append(character)
    }
    self.words = words.filter { !$0.isEmpty }
  }

  /// The words of a line that a person has typed. Quotes keep spaces within a word.
  package static func words(of text: String) -> [String] {
    ShellLine(text).words.map { $0.filter { $0 != "'" && $0 != "\"" } }
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
