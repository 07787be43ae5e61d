import Console
import Foundation
import OpenMarket

/// The currency of prices that name none, and why it is that one.
struct AssumedCurrency: Equatable {
  enum Source: Equatable {
    /// The name of an environment variable.
    case variable(String)
    /// The path of the config file.
    case file(String)
    /// All items of the market have it.
    case market
    /// The identifier of the locale.
    case locale(String)
    case fallback
  }

  let currency: Currency
  let source: Source
  /// The currency of the locale that is set; nil without one.
  var locale: Currency?

  /// The currency that the settings say, without the market.
  init(_ settings: Settings) {
    currency = settings.currency
    let chosen = settings.chosenLocale(for: .money)
    locale = chosen?.currency.flatMap { Currency($0.identifier) }
    source =
      switch settings[.currency].source {
      case .variable(let name): .variable(name)
      case .file(let path, _), .profile(_, let path, _): .file(path)
      case .option, .fallback:
        locale == currency ? chosen.map { .locale($0.identifier) } ?? .fallback : .fallback
      }
  }

  fileprivate init(ofMarket currency: Currency, locale: Currency?) {
    (self.currency, source, self.locale) = (currency, .market, locale)
  }

  /// Whether the market and the locale contradict each other.
  var isDoubtful: Bool { source == .market && locale != nil && locale != currency }

  /// The sentence about it.
  var message: LocalizedPhrase {
    let reason: LocalizedPhrase =
      switch source {
      case .variable(let name): "from \(name)"
      case .file(let path): "from '\(path.sanitized)'"
      case .market: "that of the market's items"
      case .locale(let identifier): "from the locale \(identifier)"
      case .fallback: "the default"
      }
    return switch source {
    case .variable, .file: "The currency is \(currency.code), \(reason)"
    case .market, .locale, .fallback:
      "The currency is \(currency.code), \(reason). Choose another with '--currency' or MARKET_CURRENCY"
    }
  }
}

extension CommandContext {
  /// The currency of prices that name none.
  func assumedCurrency() async throws(ClientError) -> AssumedCurrency {
    let assumed = AssumedCurrency(settings)
    switch assumed.source {
    case .variable, .file, .market: return assumed
    case .locale, .fallback: break
    }
    // That of all items of the market, where no setting names one.
    return try await market.commonCurrency().map { AssumedCurrency(ofMarket: $0, locale: assumed.locale) }
      ?? assumed
  }
}
