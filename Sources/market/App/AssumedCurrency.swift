import Console
import Foundation
import OpenMarket

/// The currency of prices that name none, and why it is that one.
struct AssumedCurrency: Equatable {
  let currency: Currency
  /// Within a sentence.
  private let reason: LocalizedPhrase
  /// Whether a variable or the config file names it: the market is not asked then.
  fileprivate let isSet: Bool
  /// The currency of the locale that is set; nil without one.
  let locale: Currency?
  /// Whether the market and the locale contradict each other.
  private(set) var isDoubtful = false

  /// The currency that the settings say, without the market.
  init(_ settings: Settings) {
    let chosen = settings.chosenLocale(for: .money)
    (currency, locale) = (settings.currency, chosen?.currency.flatMap { Currency($0.identifier) })
    switch settings[.currency].source {
    case .variable(let name): (reason, isSet) = ("from \(name)", true)
    case .file(let path, _), .profile(_, let path, _): (reason, isSet) = ("from '\(path.sanitized)'", true)
    case .option, .fallback:
      isSet = false
      if let chosen, locale == currency {
        reason = "from the locale \(chosen.identifier)"
      } else {
        reason = "the default"
      }
    }
  }

  /// The currency of all items of the market.
  fileprivate init(ofMarket currency: Currency, locale: Currency?) {
    (self.currency, self.locale) = (currency, locale)
    (reason, isSet) = ("that of the market's items", false)
    isDoubtful = locale != nil && locale != currency
  }

  /// The sentence about it.
  var message: LocalizedPhrase {
    isSet
      ? "The currency is \(currency.code), \(reason)"
      : "The currency is \(currency.code), \(reason). Choose another with '--currency' or MARKET_CURRENCY"
  }
}

extension CommandContext {
  /// The currency of prices that name none.
  func assumedCurrency() async throws(ClientError) -> AssumedCurrency {
    let assumed = AssumedCurrency(settings)
    // That of all items of the market, where no setting names one.
    guard !assumed.isSet, let common = try await market.commonCurrency() else { return assumed }
    return AssumedCurrency(ofMarket: common, locale: assumed.locale)
  }
}
