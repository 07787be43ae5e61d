/// A command line in an example, which has to stay one when it is broken.
struct ShellLine {
  private let words: [String]

  /// Words end at spaces outside of quotes.
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

  /// Every line but the last ends in a backslash. A word that alone is too wide is broken, and then only to be
  /// read.
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
    return lines.flatMap { line in
      line.displayWidth <= width ? [line] : line.wrapped(toWidth: width, hanging: hanging)
    }
  }
}
