package import Foundation

/// A line that shows progress: `Uploading 34% ━━━━━╸       12.1 of 35.0 MB · 3 s left`.
package struct ProgressBar {
  private static let widest = 40

  private let title: LocalizedPhrase
  private let language: Language
  private let locale: Locale

  /// - Parameter title: The activity, such as "Uploading".
  package init(_ title: LocalizedPhrase, in language: Language = .english, locale: Locale) {
    self.title = title
    self.language = language
    self.locale = locale
  }

  /// The line. Where it is too narrow for a bar, only the numbers are shown.
  ///
  /// - Parameters:
  ///   - done: Bytes out of `total`, after `elapsed`.
  ///   - columns: The width of the line.
  package func line(
    done: Int, of total: Int, after elapsed: Duration, columns: Int, style: Style = .plain
  ) -> String {
    let part = total > 0 ? min(1, Double(done) / Double(total)) : 1
    let amount: LocalizedPhrase = "\(megabytes(done)) of \(megabytes(total)) MB"
    return line(part: part, [amount, Self.timeLeft(part, elapsed)], columns: columns, style: style)
  }

  /// The line with other facts behind the bar.
  ///
  /// - Parameter part: The finished part, from 0 to 1.
  package func line(part: Double, _ facts: [LocalizedPhrase?], columns: Int, style: Style = .plain) -> String
  {
    let before = "\(language.text(title)) \(Int(part * 100))% "
    let after = " " + facts.compactMap { $0.map(language.text) }.joined(separator: " · ")
    let room = min(Self.widest, columns - before.displayWidth - after.displayWidth)
    let bar = room > 4 ? Self.bar(part, width: room, style: style) : ""
    guard !bar.isEmpty else { return style.dim((before + after.dropFirst()).truncated(toWidth: columns)) }
    return before + bar + style.dim(after)
  }

  /// A bar with a resolution of half a column.
  private static func bar(_ part: Double, width: Int, style: Style) -> String {
    let halves = Int(part * Double(width * 2))
    let full = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
    let rest = String(repeating: style.isColored ? "━" : " ", count: width - full.count)
    return style.magenta(full) + style.dim(rest)
  }

  private func megabytes(_ bytes: Int) -> String {
    (Double(bytes) / 1_000_000).formatted(.number.precision(.fractionLength(1)).locale(locale))
  }

  /// The estimate from the average speed; nil while that is unreliable, and at the end.
  package static func timeLeft(_ part: Double, _ elapsed: Duration) -> LocalizedPhrase? {
    let passed = elapsed / .seconds(1)
    guard part > 0.01, part < 1, passed > 0.5 else { return nil }
    let seconds = Int((passed / part * (1 - part)).rounded(.up))
    return seconds < 100 ? "\(seconds) s left" : "\((seconds + 59) / 60) min left"
  }
}
