import Foundation
import HTTP
import OpenMarket

/// The colour of a shop. Links and buttons have it, darker or lighter as far as text in it is readable on every ground of the pages
/// (WCAG 2.2, 1.4.3).
package struct ShopColour: Sendable, Equatable {
  private struct Components: Equatable {
    /// Red, green and blue, from 0 to 1.
    var values: [Double]

    /// Relative luminance, as WCAG 2.2 defines it.
    var luminance: Double {
      let linear = values.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    func contrast(to other: Double) -> Double {
      (max(luminance, other) + 0.05) / (min(luminance, other) + 0.05)
    }

    /// Mixed with white or black until it has the contrast of text.
    func readable(on luminance: Double, towards end: Double) -> Components {
      var mixed = self
      for step in 0...50 where mixed.contrast(to: luminance) < 4.6 {
        mixed.values = values.map { $0 + (end - $0) * Double(step) / 50 }
      }
      return mixed
    }

    var text: String {
      "#"
        + values.map { value in
          let byte = Int((value * 255).rounded())
          return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
  }

  /// Luminances of the grounds with the least contrast, `--tint` of each scheme.
  private static let grounds = (light: 0.85, dark: 0.022)

  /// Six hexadecimal digits in lower case.
  private let digits: String

  /// Nil for a text that is not `#` and six hexadecimal digits.
  package init?(_ text: String) {
    let digits = text.dropFirst().lowercased()
    guard text.hasPrefix("#"), digits.utf8.count == 6,
      digits.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
    else { return nil }
    self.digits = digits
  }

  /// The address of the style sheet of the colour.
  var url: PageURL { PageURL(["assets", "colour.\(digits).css"]) }

  /// The style sheet with a name below `/assets`; nil for the name of another file.
  static func style(named name: String) -> HTTPResponse? {
    guard name.hasPrefix("colour."), name.hasSuffix(".css"),
      let colour = ShopColour("#" + name.dropFirst("colour.".count).dropLast(".css".count)),
      colour.url.text.hasSuffix(name)
    else { return nil }
    return .asset(Data(colour.style.utf8), "text/css; charset=utf-8")
  }

  private var style: String {
    let bytes = stride(from: 0, to: 6, by: 2).map { start in
      Double(Int(digits.dropFirst(start).prefix(2), radix: 16) ?? 0) / 255
    }
    let own = Components(values: bytes)
    let light = own.readable(on: Self.grounds.light, towards: 0)
    let dark = own.readable(on: Self.grounds.dark, towards: 1)
    return """
      :root{--accent:\(light.text);--on-accent:#fff}
      @media (prefers-color-scheme:dark){:root{--accent:\(dark.text);--on-accent:#111}}
      """
  }
}
