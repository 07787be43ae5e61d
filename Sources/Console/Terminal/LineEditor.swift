/// An editable line of text with a cursor.
package struct LineEditor: Equatable, Sendable {
  /// The state of the line after a key.
  package enum Outcome: Equatable, Sendable {
    case typing
    case entered(String)
    case cancelled
  }

  /// In characters.
  private static let longest = 500

  private var before = ""
  private var after = ""
  /// Whether what is typed first takes the place of the text.
  private var isReplaced: Bool

  /// - Parameters:
  ///   - text: The text to begin with; the cursor is behind it.
  ///   - isReplaced: Whether what is typed takes its place, until another key edits it.
  package init(_ text: String = "", isReplaced: Bool = false) {
    (before, self.isReplaced) = (String(text.prefix(Self.longest)), isReplaced)
  }

  package var text: String { before + after }

  /// Applies a key with the usual bindings of terminals (arrows, Home, End, Ctrl-A, -E, -U, -K, -W).
  package mutating func handle(_ key: Key) -> Outcome {
    defer { isReplaced = false }
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
    case .backspace where before.isEmpty && after.isEmpty: return .cancelled
    // Deletes a whole Hangul syllable, also one typed as several jamo.
    case .backspace: before = String(before.dropLast())
    case .delete, .control("d"): after = String(after.dropFirst())
    case .left, .control("b"): if let last = before.popLast() { after.insert(last, at: after.startIndex) }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", before + after)
    case .end, .control("e"): (before, after) = (before + after, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      before = String(before[...].trimmingSuffix(\.isWhitespace).trimmingSuffix { !$0.isWhitespace })
    case .enter: return .entered(before + after)
    case .escape: return .cancelled
    case .tab, .backTab, .up, .down, .pageUp, .pageDown, .control, .mouse: break
    }
    return .typing
  }

  private mutating func insert(_ text: String) {
    if isReplaced { (before, after) = ("", "") }
    guard before.count + after.count + text.count <= Self.longest else { return }
    before += text
  }

  /// The part of the text around the cursor that fits into `columns`, and the cursor's column in it.
  ///
  /// - Parameter isSecret: Whether each character is shown as a dot.
  package func shown(columns: Int, isSecret: Bool = false) -> (text: String, cursor: Int) {
    func visible(_ text: String) -> String {
      isSecret ? String(repeating: "•", count: text.count) : text.sanitized
    }
    let left = String(visible(before).suffix(columns: columns - 1))
    let cursor = left.displayWidth
    return (left + String(visible(after).prefix(columns: columns - cursor)), cursor)
  }
}

extension String {
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
