package import Foundation
package import OpenMarket
package import SystemSupport

/// How text, amounts and dates are written: the language, locales and time zone of one run.
package struct OutputFormat: Sendable {
  package let language: Language
  /// Whether words replace signs, for screen readers.
  package let isAccessible: Bool
  /// Whether items are written in flat lines, one field each, for a screen reader.
  package var isFlat = false
  package let currencyStyle: Price.CurrencyStyle
  package var now: Date
  private let lazyWords: Lazy<Locale, Never>
  private let lazyMoney: Lazy<Locale, Never>
  private let lazyTime: Lazy<Locale, Never>
  private let lazyRegion: Lazy<Locale, Never>
  /// Nil for the system's.
  private let timeZone: TimeZone?

  /// - Parameters:
  ///   - words: The locale of numbers within sentences.
  ///   - money: The locale of amounts.
  ///   - time: The locale of dates.
  ///   - region: That whose weeks begin on its first day, also where words are of another language.
  ///   - timeZone: Nil for the system's. It and the locales are made when they are first used: to load Foundation's data
  ///     of them would take a tenth of the time of a list in a pipe, which needs none.
  package init(
    language: Language, isAccessible: Bool, words: @escaping @autoclosure @Sendable () -> Locale,
    money: @escaping @autoclosure @Sendable () -> Locale,
    time: @escaping @autoclosure @Sendable () -> Locale,
    region: @escaping @autoclosure @Sendable () -> Locale,
    timeZone: TimeZone?,
    currencyStyle: Price.CurrencyStyle, now: Date
  ) {
    self.language = language
    self.isAccessible = isAccessible
    self.currencyStyle = currencyStyle
    self.now = now
    lazyWords = Lazy(words)
    lazyMoney = Lazy(money)
    lazyTime = Lazy(time)
    lazyRegion = Lazy(region)
    self.timeZone = timeZone
  }

  /// The locale of numbers within sentences.
  package var words: Locale { lazyWords() }
  private var money: Locale { lazyMoney() }
  /// The locale of dates.
  package var time: Locale { lazyTime() }

  package func text(_ phrase: LocalizedPhrase) -> String {
    language.text(phrase)
  }

  /// Short facts on one line; nil facts are left out.
  package func facts(_ facts: [LocalizedPhrase?]) -> String {
    texts(facts).joined(separator: separator)
  }

  package func texts(_ facts: [LocalizedPhrase?]) -> [String] {
    facts.compactMap { fact in fact.map(text) }.filter { !$0.isEmpty }
  }

  /// Between two facts.
  package var separator: String { isAccessible ? ", " : " · " }

  package func price(_ price: Price) -> String {
    if currencyStyle == .auto, price.currency.code == "KRW", words.language.languageCode == .korean {
      let digits = price.amount.fractionDigits
      return price.amount.formatted(.number.precision(.fractionLength(digits)).locale(money)) + "원"
    }
    return price.formatted(currencyStyle, locale: money)
  }

  package func number(_ number: Int) -> String {
    number.formatted(.number.locale(money))
  }

  /// Positions in a list, and the total if it is known: `21–40 of 214`.
  ///
  /// - Parameter bound: A number that an unknown total exceeds; nil if there is none.
  package func place(after before: Int, count: Int, of total: Int?, moreThan bound: Int? = nil)
    -> LocalizedPhrase
  {
    let range = range(after: before, count: count)
    if let total { return "\(range) of \(number(total))" }
    return bound.map { "\(range) of more than \(number($0))" } ?? range
  }

  /// `21–40`, or `21` for a single position.
  private func range(after before: Int, count: Int) -> LocalizedPhrase {
    let (first, last) = (number(before + 1), number(before + count))
    if count == 1 { return LocalizedPhrase(verbatim: first) }
    return isAccessible ? "\(first) to \(last)" : LocalizedPhrase(verbatim: "\(first)–\(last)")
  }

  /// A size in decimal units: `240 kB`.
  package func size(_ bytes: Int) -> String {
    Int64(bytes).formatted(
      .byteCount(style: .file, allowedUnits: bytes < 1_000 ? .bytes : .all).locale(money))
  }

  /// A number in a sentence: exact up to four digits, then compact in the units of the language, `12K`, `1.2만`, rounded
  /// down.
  package func count(_ number: Int) -> String {
    guard number >= 10_000 else { return self.number(number) }
    return number.formatted(.number.notation(.compactName).rounded(rule: .down).locale(words))
  }

  /// A number of ratings: exact up to three digits, then compact, `1.2K`, `1.2천`, `1.2만`, rounded down.
  package func compact(_ number: Int) -> String {
    guard number >= 1_000 else { return String(number) }
    return number.formatted(.number.notation(.compactName).rounded(rule: .down).locale(words))
  }

  /// The age of a date, `3 days ago`, `3일 전`, in calendar days of the time zone. A date in the future, from a market whose
  /// clock is ahead, is "now".
  package func age(_ date: Date) -> String {
    let isNow = date.distance(to: now) < 1
    return Date.AnchoredRelativeFormatStyle(
      anchor: min(date, now), presentation: isNow ? .named : .numeric, unitsStyle: .wide, locale: time,
      calendar: calendar
    )
    .format(now)
  }

  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone ?? .current
    return calendar
  }

  /// ISO 8601 with the offset of the time zone, for data: `2026-11-21T14:58:00+09:00`.
  package func timestamp(_ date: Date) -> String {
    if timeZone == nil, let text = date.systemTimestamp { return text }
    return date.formatted(Date.ISO8601FormatStyle(timeZone: timeZone ?? .current).timeZoneSeparator(.colon))
  }

  /// The day and the time to the minute, for people: `2026-11-21 14:58`.
  package func dayAndTime(_ date: Date) -> String {
    String(timestamp(date).prefix("2026-11-21T14:58".count)).replacing("T", with: " ")
  }
}

extension Date {
  /// ISO 8601 with the offset of the system's time zone, by the C library, without Foundation's data of time zones. Nil
  /// for an offset that is not of whole minutes, as before standard time, and for years outside 1583 to 9999:
  /// Foundation follows the Julian calendar before.
  fileprivate var systemTimestamp: String? {
    var seconds = time_t(timeIntervalSince1970.rounded(.down))
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil, (1_583...9_999).contains(parts.tm_year + 1_900),
      case let offset = parts.tm_gmtoff / 60, offset * 60 == parts.tm_gmtoff
    else { return nil }
    func padded(_ number: some BinaryInteger, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    let day = [padded(parts.tm_year + 1_900, 4), padded(parts.tm_mon + 1), padded(parts.tm_mday)]
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0) }
    let zone =
      offset == 0
      ? "Z" : (offset < 0 ? "-" : "+") + padded(abs(offset) / 60) + ":" + padded(abs(offset) % 60)
    return day.joined(separator: "-") + "T" + time.joined(separator: ":") + zone
  }
}

/// How days, periods and shares are written for people. Data and options have the days of ISO 8601.
extension OutputFormat {
  /// The names of weekdays, from Monday on.
  package static let weekdays = [
    LocalizedPhrase("Mon"), LocalizedPhrase("Tue"), LocalizedPhrase("Wed"), LocalizedPhrase("Thu"),
    LocalizedPhrase("Fri"), LocalizedPhrase("Sat"), LocalizedPhrase("Sun"),
  ]

  private static let months = [
    LocalizedPhrase("Jan"), LocalizedPhrase("Feb"), LocalizedPhrase("Mar"), LocalizedPhrase("Apr"),
    LocalizedPhrase("May"), LocalizedPhrase("Jun"), LocalizedPhrase("Jul"), LocalizedPhrase("Aug"),
    LocalizedPhrase("Sep"), LocalizedPhrase("Oct"), LocalizedPhrase("Nov"), LocalizedPhrase("Dec"),
  ]

  /// The weekday in the first column of a calendar, from 0 for Monday, as the region has it.
  package var firstWeekday: Int {
    [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday]
      .firstIndex(of: lazyRegion().firstDayOfWeek) ?? 6
  }

  /// `Fri 20 Nov 2026`, `16–22 Nov 2026 (week 47)`, `November 2026`.
  package func period(_ period: SalesPeriod) -> LocalizedPhrase {
    let (first, last) = (period.days.lowerBound, period.days.upperBound - 1)
    switch period.scale {
    case .day: return "\(Self.weekdays[first.weekday]) \(first.day) \(month(first)) \(first.year)"
    case .month: return Self.month(first.month, of: first.year)
    case .week:
      let week = period.isoWeek.week
      if first.year != last.year {
        return
          "\(first.day) \(month(first)) \(first.year) – \(last.day) \(month(last)) \(last.year) (week \(week))"
      }
      return first.month == last.month
        ? "\(first.day)–\(last.day) \(month(last)) \(last.year) (week \(week))"
        : "\(first.day) \(month(first)) – \(last.day) \(month(last)) \(last.year) (week \(week))"
    }
  }

  private static func month(_ month: Int, of year: Int) -> LocalizedPhrase {
    switch month {
    case 1: "January \(year)"
    case 2: "February \(year)"
    case 3: "March \(year)"
    case 4: "April \(year)"
    case 5: "May \(year)"
    case 6: "June \(year)"
    case 7: "July \(year)"
    case 8: "August \(year)"
    case 9: "September \(year)"
    case 10: "October \(year)"
    case 11: "November \(year)"
    default: "December \(year)"
    }
  }

  private func month(_ day: CalendarDay) -> LocalizedPhrase { Self.months[day.month - 1] }

  /// Tenths as a number: `4.5`.
  package func tenths(_ tenths: Int) -> String {
    (Decimal(tenths) / 10).formatted(.number.precision(.fractionLength(1)).locale(money))
  }

  /// A share in per cent, rounded to one decimal: `5.4%` for 3 of 56. Empty where there is nothing to share.
  package func share(_ part: Decimal, of total: Decimal) -> String {
    guard total > 0 else { return "" }
    // A server may send a part that is more than its total.
    let ratio = min(max(part / total, 0), 1)
    return ratio.formatted(
      .percent.precision(.fractionLength(1)).rounded(rule: .toNearestOrAwayFromZero).locale(money)
    ).replacing(/[\u{A0}\u{202F}]/, with: " ")
  }
}
