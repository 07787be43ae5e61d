package import Foundation

extension Price {
  /// How the currency of a formatted price is named.
  package enum CurrencyStyle: String, CaseIterable, Sendable {
    /// `KRW 1,690,000`: the same in every locale, and unambiguous.
    case code
    /// `₩1,690,000`: the locale's symbol.
    case symbol
  }

  /// The price for a person, grouped and with the currency's minor digits (ISO 4217), in the locale's manner.
  /// Amounts with more digits than that keep them all: a price is never shown rounded.
  package func formatted(_ style: CurrencyStyle = .code, locale: Locale) -> String {
    let digits = max(currency.minorDigits ?? 0, amount.fractionDigits)
    let format = Decimal.FormatStyle.Currency(code: currency.code, locale: locale)
      .precision(.fractionLength(digits))
      .presentation(style == .code ? .isoCode : .standard)
    // ICU separates code and amount with a no-break space, which a person cannot search for or type.
    return amount.formatted(format)
      .replacing("\u{A0}", with: " ")
      .replacing("\u{202F}", with: " ")
  }
}
