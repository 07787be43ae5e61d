import Console
import Foundation
import Wording

@testable import market

extension OutputFormat {
  /// A format that does not depend on the settings of the machine.
  static func fixture(
    _ language: Language = .english, locale: Locale = Locale(identifier: "en_US"),
    timeZone: TimeZone? = .gmt, now: Date = .distantFuture
  ) -> OutputFormat {
    OutputFormat(
      language: language, isAccessible: false, words: locale, money: locale, time: locale, region: locale,
      timeZone: timeZone,
      currencyStyle: .code, now: now)
  }
}
