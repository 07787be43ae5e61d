import Console
import OpenMarket

/// A month of the calendar, in which days with sales are marked.
struct SalesCalendarView {
  /// The day of the cursor, in the month that is shown.
  let day: CalendarDay
  /// The last day that can be chosen.
  let today: CalendarDay
  let salesDays: [CalendarDay]
  let format: OutputFormat
  let style: Style

  /// The month, the weekdays, a line for each week, and what the sign means: at most 35 columns. On a small screen there
  /// are fewer weeks, with that of the cursor.
  ///
  /// - Parameter rows: The most lines.
  func lines(rows: Int) -> [String] {
    let month = SalesPeriod(.month, containing: day)
    guard let days = month.days else { return [] }
    let marked = Set(salesDays)
    var weeks = [String(repeating: " ", count: 5 * days.lowerBound.weekday)]
    for number in days.lowerBound.number..<days.upperBound.number {
      let day = CalendarDay(number)
      if day.weekday == 0, day != days.lowerBound { weeks.append("") }
      weeks[weeks.count - 1] += cell(day, isMarked: marked.contains(day))
    }
    let names = OutputFormat.weekdays.map { name in
      let name = format.text(name).truncatedToCell
      return " " + String(repeating: " ", count: 2 - name.displayWidth) + name + "  "
    }
    // The month, the weekdays and the sign take three lines.
    let surplus = max(0, weeks.count + 3 - rows)
    let week = (day.day - 1 + days.lowerBound.weekday) / 7
    weeks.removeFirst(min(surplus, week))
    let sign = "* " + format.text(LocalizedPhrase("sales"))
    return [" " + style.bold(month.description), names.joined()].map(\.withoutTrailingSpaces)
      + weeks.map(\.withoutTrailingSpaces) + [" " + style.dim(sign)]
  }

  /// `[20]*` for the cursor on a day with sales, five columns wide.
  private func cell(_ day: CalendarDay, isMarked: Bool) -> String {
    let number = (day.day < 10 ? " " : "") + String(day.day)
    let shown = day > today ? style.dim(number) : isMarked ? style.bold(number) : number
    let isHere = day == self.day
    return (isHere ? style.bold("[") : " ") + shown + (isHere ? style.bold("]") : " ")
      + (isMarked ? "*" : " ")
  }
}

extension String {
  fileprivate var withoutTrailingSpaces: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }

  /// The first two columns.
  fileprivate var truncatedToCell: String {
    var text = self
    while text.displayWidth > 2 { text.removeLast() }
    return text
  }
}
