/// A day, an ISO 8601 week or a month, over which sales are added up.
package struct SalesPeriod: Sendable, Hashable {
  /// The raw value is that of the API.
  package enum Scale: String, Codable, CaseIterable, Sendable {
    case day, week, month
  }

  package let scale: Scale
  /// The number of the day; of the week's first day; of the month, `year * 12 + month - 1`.
  package let number: Int

  /// The period of a scale that contains a day.
  package init(_ scale: Scale, containing day: CalendarDay) {
    self.scale = scale
    number =
      switch scale {
      case .day: day.number
      case .week: day.number - day.weekday
      case .month: day.year * 12 + day.month - 1
      }
  }

  init(_ scale: Scale, number: Int) {
    self.scale = scale
    self.number = number
  }

  /// Parses `2026-11-20`, `2026-W47` and `2026-11`.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    if let day = CalendarDay(text) {
      self.init(.day, containing: day)
    } else if parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 3, parts[1].first == "W",
      let numbers = CalendarDay.numbers([parts[0], parts[1].dropFirst()])
    {
      self.init(week: numbers[1], of: numbers[0])
    } else if parts.map(\.utf8.count) == [4, 2], let numbers = CalendarDay.numbers(parts),
      let day = CalendarDay(year: numbers[0], month: numbers[1], day: 1)
    {
      self.init(.month, containing: day)
    } else {
      return nil
    }
  }

  /// An ISO 8601 week: the first one of a year contains its first Thursday. Nil for a week that the year does not have.
  private init?(week: Int, of year: Int) {
    guard (1...53).contains(week), let first = CalendarDay(year: year, month: 1, day: 4) else { return nil }
    self.init(.week, number: first.number - first.weekday + 7 * (week - 1))
    guard isoWeek.year == year else { return nil }
  }

  /// The days of the period.
  package var days: Range<CalendarDay> {
    switch scale {
    case .day: CalendarDay(number)..<CalendarDay(number + 1)
    case .week: CalendarDay(number)..<CalendarDay(number + 7)
    case .month: Self.firstDay(ofMonth: number)..<Self.firstDay(ofMonth: number + 1)
    }
  }

  /// The period before it of the same scale.
  package var previous: SalesPeriod { moved(by: -1) }

  /// The period after it of the same scale.
  package var next: SalesPeriod { moved(by: 1) }

  private func moved(by count: Int) -> SalesPeriod {
    switch scale {
    case .day, .month: SalesPeriod(scale, number: number + count)
    case .week: SalesPeriod(scale, number: number + 7 * count)
    }
  }

  private static func firstDay(ofMonth number: Int) -> CalendarDay {
    // Years have four digits: the first month is preceded by one of 31 days, and the last one followed by one that has no name.
    CalendarDay(year: number / 12, month: number % 12 + 1, day: 1)
      ?? (number < 12 ? CalendarDay.earliest - 62 : CalendarDay.latest + 1)
  }

  /// The year and number of the ISO 8601 week that contains the first day of the period: a week is of the year of its
  /// Thursday.
  package var isoWeek: (year: Int, week: Int) {
    let first = days.lowerBound
    let thursday = first - first.weekday + 3
    let dayOfYear = thursday.number - (CalendarDay(year: thursday.year, month: 1, day: 1)?.number ?? 0)
    return (thursday.year, dayOfYear / 7 + 1)
  }
}

extension SalesPeriod: CustomStringConvertible {
  /// `2026-11-20`, `2026-W47`, `2026-11`.
  package var description: String {
    switch scale {
    case .day: CalendarDay(number).description
    case .week: "\(isoWeek.year.padded(to: 4))-W\(isoWeek.week.padded(to: 2))"
    case .month: "\((number / 12).padded(to: 4))-\((number % 12 + 1).padded(to: 2))"
    }
  }
}
