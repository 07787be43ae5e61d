package import Foundation

/// An exact amount of money.
package struct Price: Hashable, Sendable {
  package let amount: Decimal
  package let currency: Currency

  package init(_ amount: Decimal, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }

  /// The price of so many pieces.
  package func times(_ pieces: Int) -> Price { Price(amount * Decimal(pieces), currency) }
}

extension Decimal {
  /// Parses an amount as data has it: ASCII digits with at most one point between them, `1690000` or `12.50`, after an
  /// optional minus sign; no grouping, exponent or white space. Nil for anything else, and for more digits than a
  /// decimal holds exactly (38).
  package init?(exactly text: some StringProtocol) {
    // Before anything that takes longer for a longer text.
    guard text.utf8.count <= 39 else { return nil }
    let number = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let halves = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      number.utf8.count <= 38,
      let value = Decimal(string: String(text), locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    self = value
  }
}

extension Price {
  /// How the currency of a formatted price is named.
  package enum CurrencyStyle: String, CaseIterable, Sendable {
    /// As people of the language write it, where that is unambiguous, else by code.
    case auto
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
      .presentation(style == .symbol ? .standard : .isoCode)
    // ICU separates code and amount with a no-break space, which a person cannot search for or type.
    return amount.formatted(format)
      .replacing("\u{A0}", with: " ")
      .replacing("\u{202F}", with: " ")
  }
}

/// A code that ISO 4217 lists: a currency, or a code that prices cannot use (`kind`).
package struct Currency: Hashable, Sendable {
  /// Three capital letters, `KRW`.
  package let code: String
  /// Digits of the minor unit (won 0, cent 2, fils 3); nil if ISO 4217 lists "N.A.", as for metals.
  package let minorDigits: Int?

  /// Nil for a code that ISO 4217 does not list. Case is ignored.
  package init?(_ code: some StringProtocol) {
    let code = code.uppercased()
    guard let digits = Self.minorDigits[code] else { return nil }
    self.code = code
    minorDigits = digits
  }

  private init(code: String, minorDigits: Int?) {
    self.code = code
    self.minorDigits = minorDigits
  }

  package static let usDollar = Currency(code: "USD", minorDigits: 2)

  /// An amount to the nearest unit of the currency, a half up.
  package func rounded(_ amount: Decimal) -> Decimal {
    var (amount, rounded) = (amount, Decimal())
    NSDecimalRound(&rounded, &amount, minorDigits ?? 0, .plain)
    return rounded
  }

  /// Every code, in alphabetical order.
  package static let allCodes = minorDigits.keys.sorted()
  /// The codes that prices can use, in alphabetical order.
  package static let moneyCodes = allCodes.filter { kinds[$0] == nil }

  /// The meaning of a code.
  package enum Kind: Sendable {
    case money
    /// A unit of funds or bonds, such as CLF.
    case fund
    case metal
    /// A unit of account of banks or institutions, such as XDR.
    case unitOfAccount
    /// XTS, reserved for tests.
    case test
    /// XXX, for transactions without a currency.
    case noCurrency
  }

  package var kind: Kind { Self.kinds[code] ?? .money }

  /// The codes that are not money.
  private static let kinds: [String: Kind] = {
    let kinds: [(Kind, String)] = [
      (.fund, "BOV CHE CHW CLF COU MXV USN UYI UYW"), (.metal, "XAG XAU XPD XPT"),
      (.unitOfAccount, "XBA XBB XBC XBD XDR XSU XUA"), (.test, "XTS"), (.noCurrency, "XXX"),
    ]
    return Dictionary(
      uniqueKeysWithValues: kinds.flatMap { kind, codes in
        codes.split(separator: " ").map { (String($0), kind) }
      })
  }()

  /// ISO 4217 list one (current currencies and funds), as of 2026-01-01: XCG in place of ANG, ZWG in place of ZWL,
  /// BGN withdrawn. Foundation's numbers are not used: they come from CLDR, which counts the digits in everyday
  /// use, and differ for sixteen currencies, such as IDR and IQD.
  private static let minorDigits: [String: Int?] = {
    let digits: [(Int?, String)] = [
      (0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"),
      (
        2,
        """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF \
        CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL \
        HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU \
        MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR \
        SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED \
        VES WST XAD XCD XCG YER ZAR ZMW ZWG
        """
      ),
      (3, "BHD IQD JOD KWD LYD OMR TND"),
      (4, "CLF UYW"),
      (nil, "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX"),
    ]
    return Dictionary(
      uniqueKeysWithValues: digits.flatMap { digits, codes in
        codes.split(separator: " ").map { (String($0), digits) }
      })
  }()
}

extension Currency: TextCodable {
  package static var rule: String { "is not a currency that ISO 4217 lists" }
  package var description: String { code }
}
