package import Foundation

/// An exact amount of money.
package struct Price: Hashable, Sendable {
  package let amount: Decimal
  package let currency: Currency

  package init(_ amount: Decimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }
}

extension Decimal {
  /// Parses an amount as data has it: ASCII digits with at most one point between them, `1690000` or `12.50`, after an
  /// optional minus sign; no grouping, exponent or white space. Nil for anything else, and for more digits than a
  /// decimal holds exactly (38).
  package init?(exactly text: some StringProtocol) {
    let number = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let halves = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      number.utf8.count <= 38,
      let value = Decimal(string: String(text), locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    self = value
  }

  /// The number of digits after the point, without trailing zeros.
  package var fractionDigits: Int {
    let text = description
    guard let point = text.firstIndex(of: ".") else { return 0 }
    let fraction = text[text.index(after: point)...]
    return (fraction.lastIndex { $0 != "0" }).map { fraction.distance(from: fraction.startIndex, to: $0) + 1 }
      ?? 0
  }
}
