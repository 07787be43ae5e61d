package import Foundation

extension Date {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The proleptic Gregorian calendar in GMT, independent of the user's settings.
  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  /// Reads an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7). Nil for any other format or zone, a date
  /// that does not exist, and a weekday that does not match the date.
  package init?(httpDate text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, let month = Self.months.firstIndex(of: String(words[2])) else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3 else { return nil }
    let components = DateComponents(
      year: Int(words[3]), month: month + 1, day: Int(words[1]), hour: time[0], minute: time[1],
      second: time[2])
    guard let date = Self.calendar.date(from: components), date.httpDate == text else { return nil }
    self = date
  }

  /// The date as an IMF-fixdate, in whole seconds: `Sun, 06 Nov 1994 08:49:37 GMT`.
  package var httpDate: String {
    let parts = Self.calendar.dateComponents(
      [.weekday, .day, .month, .year, .hour, .minute, .second], from: self)
    let weekday = Self.weekdays[(parts.weekday ?? 1) - 1]
    let month = Self.months[(parts.month ?? 1) - 1]
    let day = String(format: "%02ld", parts.day ?? 0)
    let time = String(
      format: "%04ld %02ld:%02ld:%02ld", parts.year ?? 0, parts.hour ?? 0, parts.minute ?? 0,
      parts.second ?? 0)
    return "\(weekday), \(day) \(month) \(time) GMT"
  }
}
