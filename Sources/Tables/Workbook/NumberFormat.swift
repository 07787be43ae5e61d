package import Foundation

/// How a number format of a workbook shows a number (ISO/IEC 29500-1, 18.8.31), apart from dates and percentages.
package struct NumberFormat: Sendable {
  /// How many decimals it shows; nil where it shows those that there are, and where that depends on the number.
  package var decimals: Int?
  /// Whether it shows a number in thousands or millions, or as a duration: `#,##0,`, `[h]:mm`.
  package var isScaled = false

  init() {}

  package init(_ code: String) {
    let brackets = code.matches(of: /\[([^\]]*)\]/).map(\.1)
    isScaled = brackets.contains(where: Self.isDuration)
    // The sections of a format with conditions are for different numbers.
    guard !isScaled, !brackets.contains(where: { "<>=".contains($0.first ?? " ") }) else { return }
    let digits: Set<Character> = ["0", "#", "?"]
    let section = code.replacing(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./, with: "").prefix { $0 != ";" }
    // A fraction or an exponent, or no digits.
    guard let last = section.lastIndex(where: digits.contains),
      !section.contains(where: { "/eE".contains($0) })
    else { return }
    decimals = section.lastIndex(of: ".").map { section[$0...].count(where: digits.contains) } ?? 0
    isScaled = section[section.index(after: last)...].first == ","
  }

  /// The number as it is shown, with its halves away from zero.
  package func shown(_ number: Decimal) -> Decimal {
    guard let decimals else { return number }
    var (exact, rounded) = (number, Decimal())
    NSDecimalRound(&rounded, &exact, decimals, .plain)
    return rounded
  }

  /// Whether the part of a format in brackets is of a duration: `[h]`.
  static func isDuration(_ inside: Substring) -> Bool {
    !inside.isEmpty && inside.allSatisfy { "hmsHMS".contains($0) }
  }
}
