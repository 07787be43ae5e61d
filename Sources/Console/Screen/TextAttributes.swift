/// The attributes of a character on a terminal, as SGR sets them (ECMA-48, 8.3.117, and xterm's colours).
package struct TextAttributes: Equatable, Sendable {
  /// Attributes that are on or off. The raw value has the bit of the number that turns the attribute on.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let bold = Flags(rawValue: 1 << 1)
    package static let dim = Flags(rawValue: 1 << 2)
    package static let italic = Flags(rawValue: 1 << 3)
    package static let underlined = Flags(rawValue: 1 << 4)
    package static let reversed = Flags(rawValue: 1 << 7)
    package static let struckThrough = Flags(rawValue: 1 << 9)
  }

  package static let plain = TextAttributes()

  package var flags: Flags = []
  /// The parameters of a colour, such as `31` or `38;2;200;10;0`; nil for the terminal's own.
  package private(set) var foreground: String?
  package private(set) var background: String?

  package init(_ flags: Flags = []) { self.flags = flags }

  /// Applies the parameters of an SGR sequence, such as `1;31`. Unknown ones are skipped.
  package mutating func apply(sgr parameters: some StringProtocol) {
    var codes = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
    while let code = codes.popFirst() {
      switch code {
      case 0: self = .plain
      case 1, 2, 3, 4, 7, 9: flags.insert(Flags(rawValue: 1 << code))
      case 22: flags.subtract([.bold, .dim])
      case 23, 24, 27, 29: flags.remove(Flags(rawValue: 1 << (code - 20)))
      case 30...37, 90...97: foreground = "\(code)"
      case 39: foreground = nil
      case 40...47, 100...107: background = "\(code)"
      case 49: background = nil
      case 38: foreground = Self.color(38, &codes)
      case 48: background = Self.color(48, &codes)
      default: break
      }
    }
  }

  /// A colour of the palette (`5;n`) or by its parts (`2;r;g;b`).
  private static func color(_ code: Int, _ codes: inout ArraySlice<Int>) -> String? {
    guard let kind = codes.popFirst(), let count = [5: 1, 2: 3][kind], codes.count >= count else {
      return nil
    }
    let parts = codes.prefix(count)
    codes = codes.dropFirst(count)
    return ([code, kind] + parts).map(String.init).joined(separator: ";")
  }

  /// The SGR sequence after which text has these attributes and no others.
  var sequence: String {
    let numbers = (1...9).filter { flags.contains(Flags(rawValue: 1 << UInt16($0))) }.map(String.init)
    let parameters = numbers + [foreground, background].compactMap(\.self)
    return parameters.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(parameters.joined(separator: ";"))m"
  }
}
