import OpenMarket
import SystemSupport
import Wording

/// A month as a table of weeks, in which each day from the first sale to the present one is a link.
struct MonthTable {
  /// A day of the month.
  let day: CalendarDay
  /// The period that is shown.
  let period: SalesPeriod
  /// The first day with a link, and the last one.
  let first: CalendarDay
  let today: CalendarDay
  /// Days with a ranking.
  let marked: Set<CalendarDay>
  let address: (CalendarDay) -> PageURL
}

extension HTML {
  mutating func calendar(_ table: MonthTable) {
    let month = SalesPeriod(.month, containing: table.day)
    let days = month.days
    element("table", [.class("calendar")]) { html in
      html.element("caption") { html in
        html.turn(to: month.previous, table, "‹", "Month before")
        html.element("span", html.format.period(month))
        html.turn(to: month.next, table, "›", "Month after")
      }
      let first = html.format.firstWeekday
      html.columns((0..<7).map { OutputFormat.weekdays[(first + $0) % 7] })
      html.element("tbody") { html in
        let start = days.lowerBound - (days.lowerBound.weekday - first + 7) % 7
        for week in stride(from: start.number, to: days.upperBound.number, by: 7) {
          html.element("tr") { html in
            for number in week..<week + 7 {
              html.element("td") { html in
                if days.contains(CalendarDay(number)) { html.day(CalendarDay(number), table) }
              }
            }
          }
        }
      }
    }
  }

  /// A link to a period that has days with sales; none to another one.
  mutating func turn(
    to period: SalesPeriod, _ table: MonthTable, _ sign: String, _ words: LocalizedPhrase
  ) {
    let days = period.days
    guard days.lowerBound <= table.today, table.first < days.upperBound else { return }
    element("a", [.href(table.address(max(days.lowerBound, table.first))), .label(words)], text: sign)
  }

  private mutating func day(_ day: CalendarDay, _ table: MonthTable) {
    guard table.first <= day, day <= table.today else { return element("span", text: String(day.day)) }
    let shown = table.period.days
    let isShown = shown.contains(day)
    var attributes: [HTMLAttribute] = [.href(table.address(day))]
    if isShown { attributes.append(.token(.ariaCurrent, "date")) }
    if isShown, day == shown.lowerBound || day + 1 == shown.upperBound {
      attributes.append(.class("end"))
    } else if table.marked.contains(day) {
      attributes.append(.class("sales"))
    }
    element("a", attributes, text: String(day.day))
  }
}
