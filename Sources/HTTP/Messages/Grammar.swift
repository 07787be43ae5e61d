package import Foundation

/// The ASCII characters (RFC 20) that the grammars of this module name.
extension UInt8 {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote = UInt8(ascii: "\"")
  static let percent = UInt8(ascii: "%")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let zero = UInt8(ascii: "0")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let equals = UInt8(ascii: "=")
  static let questionMark = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@")
  static let openingBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closingBracket = UInt8(ascii: "]")
  static let delete: UInt8 = 0x7F
}

/// The character classes of HTTP's grammar (RFC 9110 §5.6, RFC 3986 §2).
extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }

  var isHexDigit: Bool { isDigit || (0x41...0x46).contains(self & 0xDF) }

  /// Space or tab: the optional white space of RFC 9110 §5.6.3.
  var isBlank: Bool { self == .space || self == .tab }

  /// `tchar`.
  var isTokenCharacter: Bool { Self.classes[Int(self)] & 1 != 0 }

  /// `pchar`, `/` and `?`, without `%`.
  var isTargetCharacter: Bool { Self.classes[Int(self)] & 2 != 0 }

  /// `field-vchar`, space and tab.
  var isFieldCharacter: Bool { self >= .space && self != .delete || self == .tab }

  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// Bit 0: `tchar`; bit 1: `isTargetCharacter`.
  private static let classes: [UInt8] = {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    var classes = [UInt8](repeating: 0, count: 256)
    for byte in (letters + "!#$%&'*+-.^_`|~").utf8 { classes[Int(byte)] |= 1 }
    for byte in (letters + "-._~!$&'()*+,;=:@/?").utf8 { classes[Int(byte)] |= 2 }
    return classes
  }()
}

extension ArraySlice<UInt8> {
  var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }

  /// A host and an optional port: a registered name, an IPv4 address, or an IPv6 address in brackets without a zone
  /// (RFC 3986 §3.2.2, §3.2.3; RFC 6874). User information is not allowed (RFC 9110 §4.2.4).
  var isAuthority: Bool {
    var host = self
    if host.first == .openingBracket {
      guard let bracket = host.firstIndex(of: .closingBracket), bracket > host.startIndex + 1,
        host[(host.startIndex + 1)..<bracket].allSatisfy({ $0.isHexDigit || $0 == .colon || $0 == .dot })
      else { return false }
      host = host[(bracket + 1)...]
    } else {
      let name = host.prefix { $0 != .colon }
      guard !name.isEmpty, !name.contains(where: { $0 == .slash || $0 == .questionMark || $0 == .at }),
        name.isPercentEncoded
      else { return false }
      host = host[name.endIndex...]
    }
    guard let colon = host.popFirst() else { return true }
    return colon == .colon && host.count <= 5 && host.allSatisfy(\.isDigit)
  }

  /// Whether it holds only `pchar`, `/` and `?` (RFC 3986 §3.3, §3.4), each `%` followed by two hexadecimal digits.
  var isPercentEncoded: Bool {
    var index = startIndex
    while index < endIndex {
      switch self[index] {
      case .percent:
        guard index + 2 < endIndex, self[index + 1].isHexDigit, self[index + 2].isHexDigit else {
          return false
        }
        index += 3
      case let byte where byte.isTargetCharacter: index += 1
      default: return false
      }
    }
    return true
  }

  var trimmingBlanks: ArraySlice<UInt8> {
    let start = firstIndex { !$0.isBlank } ?? endIndex
    let end = (lastIndex { !$0.isBlank }).map { $0 + 1 } ?? start
    return self[start..<end]
  }
}

extension StringProtocol {
  /// The text without leading and trailing spaces and tabs.
  var trimmingBlanks: String {
    String(decoding: Array(utf8)[...].trimmingBlanks, as: UTF8.self)
  }
}

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
