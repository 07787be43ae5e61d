import Synchronization

/// A regular expression that is compiled once.
///
/// A literal is compiled each time that it is reached, which takes a quarter of a millisecond: too long for what is asked of each
/// row of a table.
package final class Pattern: Sendable {
  // A regular expression is not Sendable.
  private let regex: Mutex<Regex<AnyRegexOutput>>

  package init<Output>(_ regex: sending Regex<Output>) {
    self.regex = Mutex(Regex<AnyRegexOutput>(regex))
  }

  /// Whether the expression matches all of a text.
  package func isWhole(_ text: String) -> Bool {
    regex.withLock { (try? $0.wholeMatch(in: text)) != nil }
  }
}
