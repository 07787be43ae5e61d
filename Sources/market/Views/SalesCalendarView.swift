import Console
import OpenMarket
import Wording

/// A month of the calendar, in which days with sales and the chosen period are marked.
struct SalesCalendarView {
  /// The day of the cursor, in the month that is shown.
  let day: CalendarDay
  /// The length of the period that is chosen, which contains the day.
  let scale: SalesPeriod.Scale
  /// The first day that can be chosen, and the last one.
  var first = CalendarDay.earliest
  let today: CalendarDay
  let salesDays: [CalendarDay]
  let format: OutputFormat
  let style: Style

  /// The columns of a week.
  private static let columns = 35

  /// The period, the weekdays, a line for each week, and what the sign means: 35 columns, or 22 where there are fewer. On a
  /// small screen there are fewer weeks, with that of the cursor.
  ///
  /// - Parameter rows: The most lines.
  func lines(rows: Int, columns: Int) -> [String] {
    let isNarrow = columns < Self.columns
    let month = SalesPeriod(.month, containing: day)
    let chosen = SalesPeriod(scale, containing: day)
    let (days, selection) = (month.days, chosen.days)
    let marked = Set(salesDays)
    var weeks = [String(repeating: " ", count: (isNarrow ? 3 : 5) * column(of: days.lowerBound))]
    // A narrow cell has the bracket of the one before in front of it.
    var hasEnded = false
    for number in days.lowerBound.number..<days.upperBound.number {
      let day = CalendarDay(number)
      let (isFirst, isLast) = (column(of: day) == 0, column(of: day) == 6)
      if isFirst, day != days.lowerBound { weeks.append("") }
      let isChosen = selection.contains(day)
      let begins = isChosen && (isFirst || day == selection.lowerBound || day == days.lowerBound)
      let ends = isChosen && (isLast || day + 1 == selection.upperBound || day + 1 == days.upperBound)
      if isNarrow {
        let front = begins ? style.bold("[") : hasEnded ? style.bold("]") : marked.contains(day) ? "*" : " "
        weeks[weeks.count - 1] += front + text(of: day, isMarked: marked.contains(day))
        hasEnded = ends && !isLast
        if ends, !hasEnded || day + 1 == days.upperBound { weeks[weeks.count - 1] += style.bold("]") }
      } else {
        weeks[weeks.count - 1] += cell(day, isMarked: marked.contains(day), begins: begins, ends: ends)
      }
    }
    let names = (0..<7).map { index in
      let name = String(format.text(OutputFormat.weekdays[(firstWeekday + index) % 7]).prefix(columns: 2))
      return " " + String(repeating: " ", count: 2 - name.displayWidth) + name + (isNarrow ? "" : "  ")
    }
    // The period, the weekdays and the sign take three lines.
    let surplus = max(0, weeks.count + 3 - rows)
    let week = (day.day - 1 + column(of: days.lowerBound)) / 7
    weeks.removeFirst(min(surplus, week))
    let heading = format.text(format.period(scale == .day ? month : chosen))
    let sign = "* " + format.text(LocalizedPhrase("sales"))
    return [" " + style.bold(heading), names.joined()].map(\.withoutTrailingSpaces)
      + weeks.map(\.withoutTrailingSpaces) + [" " + style.dim(sign)]
  }

  /// Weeks are those of ISO 8601, so a line is one of them where a week is chosen.
  private var firstWeekday: Int { scale == .week ? 0 : format.firstWeekday }

  private func column(of day: CalendarDay) -> Int { (day.weekday - firstWeekday + 7) % 7 }

  /// `[20]*` for a chosen day with sales, five columns wide.
  private func cell(_ day: CalendarDay, isMarked: Bool, begins: Bool, ends: Bool) -> String {
    (begins ? style.bold("[") : " ") + text(of: day, isMarked: isMarked) + (ends ? style.bold("]") : " ")
      + (isMarked ? "*" : " ")
  }

  /// The number of a day, two columns wide.
  private func text(of day: CalendarDay, isMarked: Bool) -> String {
    let number = (day.day < 10 ? " " : "") + String(day.day)
    return day < first || day > today ? style.dim(number) : isMarked ? style.bold(number) : number
  }
}
