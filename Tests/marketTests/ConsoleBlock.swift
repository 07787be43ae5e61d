import Foundation

/// A fenced block of a Markdown file that shows commands after `$ `, each followed by its output.
struct ConsoleBlock {
  struct Step: Equatable {
    var command: String
    /// The lines of output, each with a line end.
    var output: String
  }

  /// The line of the opening fence, counted from 1.
  let line: Int
  var steps: [Step] = []

  /// The blocks of a text whose fence has this word, in order. A command continues after a backslash at the end of
  /// a line.
  static func blocks(of text: String, fencedAs word: String = "console") -> [ConsoleBlock] {
    var blocks: [ConsoleBlock] = []
    var isInside = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        isInside = !isInside && line.dropFirst(3) == word
        if isInside { blocks.append(ConsoleBlock(line: index + 1)) }
      } else if isInside {
        blocks[blocks.count - 1].take(String(line))
      }
    }
    return blocks
  }

  private mutating func take(_ line: String) {
    if line.hasPrefix("$ ") {
      steps.append(Step(command: String(line.dropFirst(2)), output: ""))
    } else if let last = steps.indices.last {
      if steps[last].output.isEmpty, steps[last].command.hasSuffix("\\") {
        steps[last].command += "\n" + line
      } else {
        steps[last].output += line + "\n"
      }
    }
  }
}
