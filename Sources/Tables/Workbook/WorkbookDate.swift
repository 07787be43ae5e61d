/// Dates of a workbook: days since the end of 1899 or the beginning of 1904 (ISO/IEC 29500-1, 18.17.4.1).
enum WorkbookDate {
  /// ISO 8601: `2024-05-01`; with a time `2024-05-01T09:30:00`, to the second; a time alone `09:30:00`.
  ///
  /// - Parameter is1904: Whether days count from 1904.
  /// - Returns: Nil for a number that is no date, as 60, the day before March 1900 that never was.
  static func text(_ written: String, is1904: Bool) -> String? {
    guard let value = Double(written), value >= 0, value < 2_958_466 else { return nil }
    var day = Int(value)
    var second = Int(((value - Double(day)) * 86_400).rounded())
    if second == 86_400 { (day, second) = (day + 1, 0) }
    let time = "\(padded(second / 3_600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    if day == 0, !is1904 || second > 0 { return time }
    let days: Int
    if is1904 {
      days = day + daysFrom1970(year: 1904, month: 1, day: 1)
    } else {
      guard day != 60 else { return nil }
      // Before the day that never was, days count from a day later.
      days = day + daysFrom1970(year: 1899, month: 12, day: day < 60 ? 31 : 30)
    }
    let date = date(days)
    return second == 0 ? date : "\(date)T\(time)"
  }

  private static func padded(_ number: Int, _ count: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Days of the Gregorian calendar, with years that begin in March.
  private static func daysFrom1970(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private static func date(_ days: Int) -> String {
    let days = days + 719_468
    let (era, dayOfEra) = (days / 146_097, days % 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month < 10 ? month + 3 : month - 9))-\(padded(day))"
  }
}
