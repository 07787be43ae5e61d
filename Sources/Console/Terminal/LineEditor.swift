/// A line that a person is typing: its text, and the place in it where the next character goes.
package struct LineEditor: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case typing
    case entered(String)
    case cancelled
  }

  /// Longer than any line that makes sense.
  private static let longest = 500

  private var before = ""
  private var after = ""

  package init() {}

  package mutating func handle(_ key: Key) -> Outcome {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    case .backspace where before.isEmpty && after.isEmpty: return .cancelled
    // A syllable at a time, in however many parts it was typed.
    case .backspace: before = String(before.dropLast())
    case .delete, .control("d"): after = String(after.dropFirst())
    case .left, .control("b"): if let last = before.popLast() { after.insert(last, at: after.startIndex) }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", before + after)
    case .end, .control("e"): (before, after) = (before + after, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      before = String(before.trimmingSuffix(\.isWhitespace).trimmingSuffix { !$0.isWhitespace })
    case .enter: return .entered(before + after)
    case .escape: return .cancelled
    case .tab, .up, .down, .pageUp, .pageDown, .control: break
    }
    return .typing
  }

  private mutating func insert(_ text: String) {
    guard before.count + after.count + text.count <= Self.longest else { return }
    before += text
  }

  /// As much of the text as `columns` hold, with the place of the next character in it, and the column of that place.
  package func shown(columns: Int) -> (text: String, cursor: Int) {
    let left = String(before.sanitized.suffix(columns: columns - 1))
    let cursor = left.displayWidth
    return (left + String(after.sanitized.prefix(columns: columns - cursor)), cursor)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ isDropped: (Character) -> Bool) -> Substring {
    self[...].trimmingSuffix(isDropped)
  }

  /// The last whole clusters that fit into `columns`.
  fileprivate func suffix(columns: Int) -> Substring {
    var column = 0
    for index in indices.reversed() {
      column += self[index].displayWidth
      if column > columns { return self[self.index(after: index)...] }
    }
    return self[...]
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ isDropped: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !isDropped($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
