/// A way to draw images on a terminal.
package enum ImageProtocol: String, CaseIterable, Sendable {
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/
  case kitty
  /// Coloured block elements (U+2580 to U+259F).
  case blocks
  /// No images, only captions.
  case none
}

extension ImageProtocol {
  /// The protocol that the variables imply which terminals set; nil if the terminal has to be queried. `TERM` comes first,
  /// because every terminal sets it; a terminal that is started from another one inherits the rest.
  static func implied(by environment: [String: String]) -> ImageProtocol? {
    if Terminal.isDumb(environment) || environment["INSIDE_EMACS"] != nil { return ImageProtocol.none }
    // GNU screen neither tells which terminal it runs in nor passes images on.
    if Multiplexer(environment: environment) == .screen { return .text(environment) }
    return byTerm(environment["TERM"] ?? "") ?? byProgram(environment)
  }

  /// The protocol of a terminal that draws no images: blocks, if it has at least 256 colours.
  static func text(_ environment: [String: String]) -> ImageProtocol {
    let term = environment["TERM"] ?? ""
    let isColorful = !(environment["COLORTERM"] ?? "").isEmpty || term.contains("256color")
    return isColorful ? .blocks : .none
  }

  private static func byTerm(_ term: String) -> ImageProtocol? {
    switch term {
    case "xterm-kitty", "xterm-ghostty": .kitty
    // The consoles of Linux and the BSDs print unknown sequences.
    case "linux", "vt100", "vt102", "vt220", "ansi", "cons25", "wsvt25": ImageProtocol.none
    default: nil
    }
  }

  private static func byProgram(_ environment: [String: String]) -> ImageProtocol? {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    switch environment["TERM_PROGRAM"] {
    case "ghostty"?, "kitty"?: return .kitty
    case "Apple_Terminal"?: return .blocks
    // These terminals may have been started from one of those below.
    case let name? where !name.isEmpty: return nil
    default: break
    }
    if isSet("XTERM_VERSION") || isSet("VTE_VERSION") || isSet("WT_SESSION") { return nil }
    if isSet("KITTY_WINDOW_ID") || isSet("GHOSTTY_RESOURCES_DIR") { return .kitty }
    // Konsole draws kitty's images since 22.04.
    return environment["KONSOLE_VERSION"].flatMap { Int($0) }.map {
      $0 >= 220_400 ? .kitty : .text(environment)
    }
  }
}
