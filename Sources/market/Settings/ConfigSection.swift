/// The part of the config file that a line is in.
enum ConfigSection: Equatable {
  /// The lines before the first profile.
  case general
  /// The lines after `[market.shop]`.
  case profile(String)
  /// The lines after another line in brackets.
  case unknown

  /// The section that begins with a line; nil for a line that begins none.
  ///
  /// - Parameter line: Without white space around it.
  init?(_ line: String) {
    guard line.hasPrefix("[") else { return nil }
    let prefix = "[market."
    guard line.hasPrefix(prefix), line.hasSuffix("]") else {
      self = .unknown
      return
    }
    let name = String(line.dropFirst(prefix.count).dropLast())
    self = Self.isName(name) ? .profile(name) : .unknown
  }

  /// The line that begins the section of a profile.
  static func line(of profile: String) -> String { "[market.\(profile)]" }

  /// Whether a profile can have a name: letters and digits of any language, `-` and `_`, up to 40.
  static func isName(_ name: String) -> Bool {
    (1...40).contains(name.count) && name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
  }
}
