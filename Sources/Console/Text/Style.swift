/// Emphasis by SGR sequences (ECMA-48, 8.3.117); with colour off the text is unchanged. Requires sanitized text: an SGR
/// sequence in it is treated as a nested style.
///
/// Red and magenta are the two of the eight standard colours that are readable on white and on black. In xterm's palette
/// red has a contrast of 5.8 on white and 3.6 on black, magenta 4.7 and 4.5; green, yellow and cyan are below 2.2 on white,
/// and so is blue on black (WCAG 2.2, 1.4.3, requires 3).
package struct Style: Sendable, Equatable {
  package let isColored: Bool

  package init(isColored: Bool) {
    self.isColored = isColored
  }

  /// No colour.
  package static let plain = Style(isColored: false)

  /// Each of these applies a style to text.
  package func bold(_ text: String) -> String { wrap(text, 1, off: 22) }
  package func dim(_ text: String) -> String { wrap(text, 2, off: 22) }
  package func red(_ text: String) -> String { wrap(text, 31, off: 39) }
  package func magenta(_ text: String) -> String { wrap(text, 35, off: 39) }
  package func underlined(_ text: String) -> String { wrap(text, 4, off: 24) }
  package func strikethrough(_ text: String) -> String { wrap(text, 9, off: 29) }

  /// Black on white, in whatever colours the terminal has: for a code that cameras read.
  package func black(onWhite text: String) -> String {
    isColored ? "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[39;49m" : text
  }

  /// Each style ends with its own code, so that it ends no other. After a nested style with the same end code (39 for all
  /// colours) this one is turned on again.
  private func wrap(_ text: String, _ on: Int, off: Int) -> String {
    guard isColored, !text.isEmpty else { return text }
    let begin = "\u{1B}[\(on)m"
    let end = "\u{1B}[\(off)m"
    let inside = text.split(separator: end, omittingEmptySubsequences: false).joined(separator: end + begin)
    return begin + inside + end
  }
}

/// A value of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

extension Style {
  /// Whether to use colour. In order of precedence: the choice; `NO_COLOR` (no-color.org: set and not empty);
  /// `CLICOLOR_FORCE` and `FORCE_COLOR`, unless empty or `0`; `CLICOLOR=0`; whether the stream is a terminal that is not
  /// dumb.
  package static func isColored(
    choice: ColorChoice, environment: [String: String], isTerminal: Bool
  ) -> Bool {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    func forces(_ name: String) -> Bool { isSet(name) && environment[name] != "0" }

    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if isSet("NO_COLOR") { return false }
    if forces("CLICOLOR_FORCE") || forces("FORCE_COLOR") { return true }
    if environment["CLICOLOR"] == "0" { return false }
    return isTerminal && !Terminal.isDumb(environment)
  }
}
