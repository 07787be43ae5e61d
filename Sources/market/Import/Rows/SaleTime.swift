import Foundation

/// The time of a discounted price, by the cells of its begin and its end.
struct SaleTime {
  private(set) var isNow = true
  /// Until when it runs, or why it does not; nil for one without an end.
  private(set) var defect: RowDefect?
  /// Whether that is said of the cell of the end.
  private(set) var isAboutEnd = false
  private let options: RowOptions
  private let hasMonthFirst: Bool

  /// - Parameter hasMonthFirst: Whether `12/31/26` is a day in December, and the day of the end is written with the time of its begin.
  init(start: String?, end: String?, _ options: RowOptions, hasMonthFirst: Bool = false) {
    (self.options, self.hasMonthFirst) = (options, hasMonthFirst)
    if let start = Self.text(start, 0) {
      let isBegun = verdict(on: start) { $0 <= options.now }
      isNow = isBegun == true
      if !isNow { defect = isBegun == nil ? .saleUnclear : .saleLeftOut }
    }
    guard isNow, let end = Self.text(end, 1) else { return }
    // A day is meant as a whole; Magento writes it with the time of its begin.
    let day: TimeInterval = hasMonthFirst || !end.contains(":") ? 86_400 : 0
    let runs = verdict(on: end) { $0.addingTimeInterval(day) > options.now }
    (isNow, isAboutEnd) = (runs == true, true)
    defect = runs.map { $0 ? .saleEnds : .saleLeftOut } ?? .saleUnclear
  }

  /// A time in a cell; nil for none. PrestaShop writes `0000-00-00` for none, and Google both times in one cell.
  private static func text(_ cell: String?, _ index: Int) -> String? {
    guard let text = cell?.plainCell, !text.isEmpty, !text.hasPrefix("0000-00-00") else { return nil }
    let times = text.split(separator: "/")
    return times.count == 2 ? String(times[index]) : text
  }

  /// Whether a date meets a condition; nil for what is no date, and where its readings disagree.
  private func verdict(on text: String, _ condition: (Date) -> Bool) -> Bool? {
    let verdicts = Set(dates(text).map(condition))
    return verdicts.count == 1 ? verdicts.first : nil
  }

  /// The dates that a text can mean: ISO 8601, a day with its year behind, in the order of this shop or in both, `15/12/2026`,
  /// `12/31/26, 12:00 AM`, `1.12.2026`, one with the English name of its month, or seconds since 1970.
  private func dates(_ text: String) -> [Date] {
    if let date = CellDate(text, in: options.timeZone) { return [date.date] }
    if text.utf8.count == 10, let seconds = Double(text) { return [Date(timeIntervalSince1970: seconds)] }
    func day(_ year: Substring, _ month: some CustomStringConvertible, _ day: Substring) -> Date? {
      CellDate("\(year.count == 2 ? "20" : "")\(year)/\(month)/\(day)", in: options.timeZone)?.date
    }
    if let parts = text.wholeMatch(of: /(\d{1,2})([\/.\-])(\d{1,2})\2(\d{2}|\d{4})(,? \d{1,2}:\d\d.*)?/) {
      let (one, other, year) = (parts.1, parts.3, parts.4)
      let (monthFirst, dayFirst) = (day(year, one, other), day(year, other, one))
      if parts.2 == "." { return [dayFirst].compactMap(\.self) }
      if hasMonthFirst, let monthFirst { return [monthFirst] }
      return [monthFirst, dayFirst].compactMap(\.self)
    }
    let dayFirst = text.replacing(/([A-Za-z]+)\.? (\d{1,2}),? (\d{4})/) { "\($0.2) \($0.1) \($0.3)" }
    if let parts = dayFirst.wholeMatch(of: /(\d{1,2})\.? ([A-Za-z]{3,})\.? (\d{4})/),
      let index = DamagedKey.monthNames.firstIndex(where: { $0.hasPrefix(parts.2.lowercased()) })
    {
      return [day(parts.3, index + 1, parts.1)].compactMap(\.self)
    }
    return []
  }
}
