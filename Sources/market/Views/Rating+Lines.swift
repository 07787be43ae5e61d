import Console
import OpenMarket
import Wording

extension RatingSummary {
  /// `★★★★½ 4.5 (1.2만)`; nil without ratings. Halves and digits are cut, not rounded.
  func line(_ format: OutputFormat) -> String? {
    tenths.map { "\(Self.stars(tenths: $0)) \(Self.digits($0)) (\(format.compact(count)))" }
  }

  /// Five signs: from half a star on the half one.
  private static func stars(tenths: Int) -> String {
    let (full, rest) = tenths.quotientAndRemainder(dividingBy: 10)
    let half = rest >= 5 ? "½" : ""
    return String(repeating: "★", count: full) + half
      + String(repeating: "☆", count: max(0, 5 - full - half.count))
  }
}

extension Stars {
  /// `★★★★☆`.
  var signs: String {
    String(repeating: "★", count: rawValue) + String(repeating: "☆", count: Self.allCases.count - rawValue)
  }
}

extension Rating {
  private static let widestBar = 30

  /// The ratings by star, the best first: a bar in proportion to all ratings, and their number.
  func histogram(_ format: OutputFormat, _ style: Style, columns: Int) -> [String] {
    let counts = Stars.allCases.reversed().map { ($0, format.compact(count(of: $0))) }
    let room = counts.map(\.1.displayWidth).max() ?? 0
    // "5★ ", the bar, and a space.
    let width = max(1, min(Self.widestBar, columns - room - 4))
    return counts.map { stars, text in
      let halves = count == 0 ? 0 : count(of: stars) * width * 2 / count
      let bar = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
      let padding = String(repeating: " ", count: width - bar.count)
      return "\(stars.rawValue)★ " + style.magenta(bar) + padding + " "
        + style.dim(text.padded(toWidth: room, alignment: .right))
    }
  }

  /// The ratings by star in words, the best first, a line for each number of stars.
  func flatHistogram(_ format: OutputFormat) -> [String] {
    Stars.allCases.reversed().map { stars in
      let number = format.number(count(of: stars))
      return format.text(stars == .one ? "1 star: \(number)" : "\(stars.rawValue) stars: \(number)")
    }
  }
}
