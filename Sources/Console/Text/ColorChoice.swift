/// A value of `--color`.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

extension Style {
  /// Whether to use colour. In order of precedence: the choice; `NO_COLOR` (no-color.org: set and not empty);
  /// `CLICOLOR_FORCE` and `FORCE_COLOR`, unless empty or `0`; `CLICOLOR=0`; whether the stream is a terminal that is not
  /// dumb.
  package static func isColored(
    choice: ColorChoice, environment: [String: String], isTerminal: Bool
  ) -> Bool {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    func forces(_ name: String) -> Bool { isSet(name) && environment[name] != "0" }

    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if isSet("NO_COLOR") { return false }
    if forces("CLICOLOR_FORCE") || forces("FORCE_COLOR") { return true }
    if environment["CLICOLOR"] == "0" { return false }
    return isTerminal && !Terminal.isDumb(environment)
  }
}
