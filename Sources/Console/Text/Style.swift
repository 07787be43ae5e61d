/// Emphasis by SGR sequences (ECMA-48, 8.3.117), or the text unchanged where colour is off. The text has to be
/// sanitized before: whatever looks like a sequence in it is taken for one of ours.
///
/// There are two colours, those out of eight that can be read on white as well as on black: with xterm's palette red has
/// contrasts of 5.8 and 3.6 and magenta of 4.7 and 4.5, where green, yellow and cyan are below 2.2 on white and blue is
/// on black (WCAG 2.2, 1.4.3, asks for 3).
package struct Style: Sendable, Equatable {
  package let isColored: Bool

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  package static let plain = Style(isColored: false)

  package func bold(_ text: String) -> String { wrap(text, 1, 22) }
  package func dim(_ text: String) -> String { wrap(text, 2, 22) }
  package func red(_ text: String) -> String { wrap(text, 31, 39) }
  package func magenta(_ text: String) -> String { wrap(text, 35, 39) }
  package func strikethrough(_ text: String) -> String { wrap(text, 9, 29) }

  /// Each style ends with its own code, so that it ends nothing else. Where a style inside shares that code
  /// (all colours end with 39), this one begins again after it.
  private func wrap(_ text: String, _ on: Int, _ off: Int) -> String {
    guard isColored, !text.isEmpty else { return text }
    let begin = "\u{1B}[\(on)m"
    let end = "\u{1B}[\(off)m"
    let inside = text.split(separator: end, omittingEmptySubsequences: false).joined(separator: end + begin)
    return begin + inside + end
  }
}
