/// A way to draw images on a terminal; the values of `--images`.
package enum ImageProtocol: String, CaseIterable, Sendable {
  /// https://sw.kovidgoyal.net/kitty/graphics-protocol/
  case kitty
  /// https://iterm2.com/documentation-images.html
  case iterm
  /// DEC's sixels, as on the VT340 (https://vt100.net/docs/vt3xx-gp/chapter14.html).
  case sixel
  /// Coloured block elements (U+2580 to U+259F).
  case blocks
  /// No images, only captions.
  case none
}

extension ImageProtocol {
  /// The information that the environment has of the terminal: its protocol, or that the terminal has to be queried.
  enum Hint: Equatable {
    case certain(ImageProtocol)
    /// `sixel` is the protocol to use if the terminal reports sixels.
    case query(sixel: ImageProtocol)
  }

  /// Reads the variables that terminals set. `TERM` comes first, because every terminal sets it; a terminal that is started
  /// from another one inherits the rest.
  static func hint(environment: [String: String]) -> Hint {
    if Terminal.isDumb(environment) || environment["INSIDE_EMACS"] != nil { return .certain(.none) }
    // GNU screen neither tells which terminal it runs in nor passes images on.
    if Multiplexer(environment: environment) == .screen { return .certain(.text(environment)) }
    return byTerm(environment["TERM"] ?? "") ?? byProgram(environment) ?? .query(sixel: .sixel)
  }

  /// The protocol of a terminal that draws no images: blocks, if it has at least 256 colours.
  static func text(_ environment: [String: String]) -> ImageProtocol {
    let term = environment["TERM"] ?? ""
    let isColorful = !(environment["COLORTERM"] ?? "").isEmpty || term.contains("256color")
    return isColorful ? .blocks : .none
  }

  private static func byTerm(_ term: String) -> Hint? {
    switch term {
    case "xterm-kitty", "xterm-ghostty": .certain(.kitty)
    case "wezterm", "rio": .certain(.iterm)
    case "foot", "foot-extra", "mlterm", "mlterm-256color", "contour", "yaft-256color": .certain(.sixel)
    // The consoles of Linux and the BSDs print unknown sequences.
    case "linux", "vt100", "vt102", "vt220", "ansi", "cons25", "wsvt25": .certain(.none)
    default: nil
    }
  }

  private static func byProgram(_ environment: [String: String]) -> Hint? {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    switch environment["TERM_PROGRAM"] {
    case "ghostty"?, "kitty"?: return .certain(.kitty)
    case "iTerm.app"?, "WezTerm"?, "mintty"?, "WarpTerminal"?, "rio"?, "Tabby"?: return .certain(.iterm)
    case "Apple_Terminal"?: return .certain(.blocks)
    // In xterm.js both protocols are enabled together, and sixels would need chafa.
    case "vscode"?, "Hyper"?: return .query(sixel: .iterm)
    default: break
    }
    // These terminals may have been started from one of those below.
    if isSet("XTERM_VERSION") || isSet("VTE_VERSION") || isSet("WT_SESSION") { return nil }
    if isSet("KITTY_WINDOW_ID") || isSet("GHOSTTY_RESOURCES_DIR") { return .certain(.kitty) }
    if isSet("WEZTERM_EXECUTABLE") || isSet("ITERM_SESSION_ID") || environment["LC_TERMINAL"] == "iTerm2" {
      return .certain(.iterm)
    }
    // Konsole draws kitty's images since 22.04.
    if let version = environment["KONSOLE_VERSION"].flatMap({ Int($0) }) {
      return version >= 220_400 ? .certain(.kitty) : .certain(.text(environment))
    }
    return nil
  }
}
