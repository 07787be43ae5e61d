extension ImageProtocol {
  /// What the environment says of the terminal: either what it draws, or that it has to be asked.
  enum Hint: Equatable {
    case certain(ImageProtocol)
    /// `sixel` is what to use when it answers that it draws sixels.
    case ask(sixel: ImageProtocol)
  }

  /// Reads the variables that terminals set. `TERM` speaks first, since it is the one that every terminal sets afresh;
  /// the others are inherited by a terminal that is started from another one.
  static func hint(environment: [String: String]) -> Hint {
    if Terminal.isDumb(environment) || environment["INSIDE_EMACS"] != nil { return .certain(.none) }
    // Of GNU screen nobody knows what is around it, and it lets nothing through.
    if Multiplexer(environment: environment) == .screen { return .certain(.text(environment)) }
    return byTerm(environment["TERM"] ?? "") ?? byProgram(environment) ?? .ask(sixel: .sixel)
  }

  /// What there is where no images are drawn: blocks need colours in good number.
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
    // The consoles of Linux and the BSDs print what they do not know.
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
    // Both of xterm.js's kinds of image are on or off together, and sixels take a program more.
    case "vscode"?, "Hyper"?: return .ask(sixel: .iterm)
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
