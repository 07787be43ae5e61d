import Console
import Foundation
import OpenMarket

/// How words, amounts and dates are written for this person.
struct OutputFormat {
  let language: Language
  /// Whether words stand in the place of signs.
  let isAccessible: Bool
  let words: Locale
  let money: Locale
  let time: Locale
  let timeZone: TimeZone
  let currencyStyle: Price.CurrencyStyle
  var now: Date

  func text(_ phrase: LocalizedPhrase) -> String {
    language.text(phrase)
  }

  /// Small facts on one line.
  func facts(_ facts: [LocalizedPhrase?]) -> String {
    facts.compactMap { fact in fact.map(text) }.joined(separator: isAccessible ? ", " : " · ")
  }

  func price(_ price: Price) -> String {
    price.formatted(currencyStyle, locale: money)
  }

  func number(_ number: Int) -> String {
    number.formatted(.number.locale(money))
  }

  /// Places in a list, and how many there are in all where that is known: `21–40 of 214`.
  func place(after before: Int, count: Int, of total: Int?) -> LocalizedPhrase {
    let range = range(after: before, count: count)
    return total.map { "\(range) of \(number($0))" } ?? range
  }

  /// `21–40`, or `21` where there is only that.
  private func range(after before: Int, count: Int) -> LocalizedPhrase {
    let (first, last) = (number(before + 1), number(before + count))
    if count == 1 { return LocalizedPhrase(verbatim: first) }
    return isAccessible ? "\(first) to \(last)" : LocalizedPhrase(verbatim: "\(first)–\(last)")
  }

  /// `240 kB`: in thousands, as disks are sold.
  func size(_ bytes: Int) -> String {
    Int64(bytes).formatted(
      .byteCount(style: .file, allowedUnits: bytes < 1_000 ? .bytes : .all).locale(money))
  }

  /// A number in a sentence: exact up to four digits, then in the units of the person's language, `12K`, `1.2만`, and
  /// never more than there is.
  func count(_ number: Int) -> String {
    guard number >= 10_000 else { return self.number(number) }
    return number.formatted(.number.notation(.compactName).rounded(rule: .down).locale(words))
  }

  /// `3 days ago`, `3일 전`, where days are those of the calendar on this person's wall. A clock that runs behind the
  /// market's says "now", not "in two seconds".
  func age(_ date: Date) -> String {
    let isNow = date.distance(to: now) < 1
    return Date.AnchoredRelativeFormatStyle(
      anchor: min(date, now), presentation: isNow ? .named : .numeric, unitsStyle: .wide, locale: time,
      calendar: calendar
    )
    .format(now)
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  /// ISO 8601 with the offset of this person's time zone, `2026-11-21T14:58:00+09:00`: for data.
  func timestamp(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: timeZone).timeZoneSeparator(.colon))
  }
}
