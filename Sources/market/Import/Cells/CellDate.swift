import Foundation
import OpenMarket

/// A date in a cell, exact to the microsecond, as stores keep it from 1871 to 2104: beyond, a `Date` is not as exact.
struct CellDate: Sendable, Equatable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  let microseconds: Int

  var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1_000_000) }

  init(_ date: Date) { microseconds = Int((date.timeIntervalSince1970 * 1_000_000).rounded()) }

  /// ISO 8601 in UTC with all that the store keeps, `2026-11-21T05:58:00.123456Z`; without decimals where they are zero.
  var text: String {
    let day = 86_400_000_000
    let rest = (microseconds % day + day) % day
    let (seconds, micros) = (rest / 1_000_000, rest % 1_000_000)
    let time = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { Self.digits($0) }.joined(
      separator: ":")
    return "\(CalendarDay((microseconds - rest) / day))T\(time)"
      + (micros == 0 ? "" : "." + Self.digits(micros, 6)) + "Z"
  }

  private static func digits(_ number: Int, _ width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  /// ISO 8601 with the offset of a time zone, `2026-11-21T14:58:00.123456+09:00`; in UTC where the offset is not of whole
  /// minutes, as that of local time before there was a standard.
  func text(in zone: TimeZone) -> String {
    let offset = zone.secondsFromGMT(for: date)
    guard offset != 0, offset % 60 == 0 else { return text }
    let minutes = abs(offset) / 60
    return Self(microseconds: microseconds + offset * 1_000_000).text.dropLast() + (offset < 0 ? "-" : "+")
      + Self.digits(minutes / 60) + ":" + Self.digits(minutes % 60)
  }

  private init(microseconds: Int) { self.microseconds = microseconds }

  /// Parses ISO 8601, `2026-11-21`, `2026-11-21T14:58:00.123456+09:00`, with a space in place of `T` too, and a day with the
  /// year first as Korean spreadsheets have it: `2026/11/21`, `2026. 11. 21.`, `2026년 11월 21일`. Nil for other text, for days that are in
  /// no calendar, and for years outside 1583 to 9999.
  ///
  /// - Parameter zone: The time zone of a date without an offset.
  init?(_ text: String, in zone: TimeZone) {
    var reader = Reader(bytes: Array(Self.withSlashes(text.plainCell).utf8))
    guard let year = reader.number(4...4), (1583...9999).contains(year), let sign = reader.byte,
      [45, 46, 47].contains(sign)
    else { return nil }
    reader.skip(sign)
    if sign == 46 { reader.skip(32) }
    // ISO 8601 has two digits; the other notations one or two.
    let width = sign == 45 ? 2...2 : 1...2
    guard let month = reader.number(width), reader.byte == sign else { return nil }
    reader.skip(sign)
    if sign == 46 { reader.skip(32) }
    guard let day = reader.number(width) else { return nil }
    if sign == 46 { reader.skip(46) }
    guard let days = CalendarDay(year: year, month: month, day: day)?.number else { return nil }
    var (seconds, micros, offset) = (0, 0, Int?.none)
    if let separator = reader.byte {
      guard separator == 84 || separator == 32 else { return nil }
      reader.skip(separator)
      guard let time = reader.time() else { return nil }
      (seconds, micros) = time
      guard let found = reader.offset() else { return nil }
      offset = found.seconds
    }
    guard reader.isAtEnd else { return nil }
    let local = days * 86_400 + seconds
    microseconds = (local - (offset ?? Self.offset(of: zone, atLocal: local))) * 1_000_000 + micros
  }

  /// `2026/11/21` of `2026년 11월 21일`; other text as it is.
  private static func withSlashes(_ text: String) -> String {
    // The first byte of `년`: most dates have none.
    guard text.utf8.contains(0xEB) else { return text }
    return text.replacing(/^([0-9]{4})년 ?([0-9]{1,2})월 ?([0-9]{1,2})일/) { "\($0.1)/\($0.2)/\($0.3)" }
  }

  /// Seconds ahead of UTC at a local time.
  private static func offset(of zone: TimeZone, atLocal seconds: Int) -> Int {
    let guess = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds - guess)))
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }
    var byte: UInt8? { isAtEnd ? nil : bytes[position] }

    mutating func skip(_ expected: UInt8) {
      if byte == expected { position += 1 }
    }

    mutating func number(_ width: ClosedRange<Int>) -> Int? {
      let digits = bytes[position...].prefix(width.upperBound).prefix { (48...57).contains($0) }
      guard width.contains(digits.count) else { return nil }
      position += digits.count
      return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    /// `14:58`, `14:58:00` or `14:58:00.123456`, as seconds and microseconds.
    mutating func time() -> (Int, Int)? {
      guard let hour = number(2...2), hour < 24, byte == 58 else { return nil }
      skip(58)
      guard let minute = number(2...2), minute < 60 else { return nil }
      var (second, micros) = (0, 0)
      if byte == 58 {
        skip(58)
        guard let read = number(2...2), read < 60 else { return nil }
        second = read
        if byte == 46 {
          skip(46)
          let start = position
          guard let fraction = number(1...6) else { return nil }
          micros = (position - start..<6).reduce(fraction) { value, _ in value * 10 }
        }
      }
      return (hour * 3_600 + minute * 60 + second, micros)
    }

    /// `Z`, `+09:00`, `+0900`, or nothing; nil for other text.
    mutating func offset() -> (seconds: Int?, Void)? {
      guard let sign = byte else { return (nil, ()) }
      position += 1
      if sign == 90 { return (0, ()) }
      guard sign == 43 || sign == 45, let hours = number(2...2), hours < 15 else { return nil }
      skip(58)
      guard let minutes = number(2...2), minutes < 60 else { return nil }
      let seconds = hours * 3_600 + minutes * 60
      return (sign == 45 ? -seconds : seconds, ())
    }
  }
}
