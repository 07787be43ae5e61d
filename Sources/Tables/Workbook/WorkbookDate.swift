import Foundation

/// Dates of a workbook: days since the end of 1899 or the beginning of 1904 (ISO/IEC 29500-1, 18.17.4.1).
enum WorkbookDate {
  /// ISO 8601: `2024-05-01`; with a time `2024-05-01T09:30:00`, to the second; a time alone `09:30:00`.
  ///
  /// - Returns: Nil for a number that is no date, as 60, the day before March 1900 that never was.
  static func text(_ written: String, is1904: Bool) -> String? {
    guard let value = Double(written), value >= 0, value < 2_958_466 else { return nil }
    var day = Int(value)
    var second = Int(((value - Double(day)) * 86_400).rounded())
    if second == 86_400 { (day, second) = (day + 1, 0) }
    let time = "\(padded(second / 3_600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    if day == 0, !is1904 || second > 0 { return time }
    guard is1904 || day != 60 else { return nil }
    // From 1970 back to 1904, and to the end of 1899: before the day that never was, days count from a day later.
    let days = day - (is1904 ? 24_107 : day < 60 ? 25_568 : 25_569)
    let date = Date(timeIntervalSince1970: Double(days) * 86_400).formatted(.iso8601.year().month().day())
    return second == 0 ? date : "\(date)T\(time)"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
