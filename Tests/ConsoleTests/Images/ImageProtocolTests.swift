import Testing

@testable import Console

struct ImageProtocolTests {
  private typealias Case = (environment: [String: String], hint: ImageProtocol.Hint)

  @Test func `a terminal is recognised by its environment variables`() {
    let cases: [Case] = [
      (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], .certain(.kitty)),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .certain(.kitty)),
      (["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"], .certain(.kitty)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .certain(.kitty)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .certain(.iterm)),
      // Over ssh, which forwards LC_….
      (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .certain(.iterm)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .certain(.iterm)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "mintty"], .certain(.iterm)),
      (["TERM": "foot"], .certain(.sixel)),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], .certain(.kitty)),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "211201", "COLORTERM": "truecolor"], .certain(.blocks)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .certain(.blocks)),
    ]
    for (environment, hint) in cases {
      #expect(ImageProtocol.hint(environment: environment) == hint, "\(environment)")
    }
  }

  @Test func `an unknown terminal is queried`() {
    let cases: [Case] = [
      (["TERM": "xterm-256color"], .query(sixel: .sixel)),
      (["TERM": "xterm"], .query(sixel: .sixel)),
      (["TERM": "alacritty"], .query(sixel: .sixel)),
      (["TERM": "xterm-256color", "VTE_VERSION": "7600"], .query(sixel: .sixel)),
      (["TERM": "xterm-256color", "WT_SESSION": "4"], .query(sixel: .sixel)),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], .query(sixel: .iterm)),
      // Another terminal that was started from kitty.
      (
        ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "XTERM_VERSION": "XTerm(390)"],
        .query(sixel: .sixel)
      ),
      (["TERM": "xterm-256color", "ITERM_SESSION_ID": "1", "VTE_VERSION": "7600"], .query(sixel: .sixel)),
    ]
    for (environment, hint) in cases {
      #expect(ImageProtocol.hint(environment: environment) == hint, "\(environment)")
    }
  }

  @Test func `a terminal that cannot draw is not queried`() {
    let cases: [Case] = [
      ([:], .certain(.none)),
      (["TERM": ""], .certain(.none)),
      (["TERM": "dumb", "KITTY_WINDOW_ID": "1"], .certain(.none)),
      (["TERM": "linux"], .certain(.none)),
      (["TERM": "xterm-256color", "INSIDE_EMACS": "29.1,vterm"], .certain(.none)),
      (["TERM": "screen", "STY": "1.pts"], .certain(.none)),
      (["TERM": "screen.xterm-256color", "STY": "1.pts", "KITTY_WINDOW_ID": "1"], .certain(.blocks)),
      (["TERM": "xterm-kitty", "STY": "1.pts", "COLORTERM": "truecolor"], .certain(.blocks)),
    ]
    for (environment, hint) in cases {
      #expect(ImageProtocol.hint(environment: environment) == hint, "\(environment)")
    }
  }

  @Test func `tmux and screen are distinguished`() {
    #expect(
      Multiplexer(environment: ["TERM": "screen-256color", "TMUX": "/tmp/tmux-0/default,1,0"]) == .tmux)
    #expect(Multiplexer(environment: ["TERM": "tmux-256color", "TMUX": "/t,1,0", "STY": "1.pts"]) == .tmux)
    #expect(Multiplexer(environment: ["TERM": "screen", "STY": "1.pts"]) == .screen)
    #expect(Multiplexer(environment: ["TERM": "screen.xterm-256color"]) == .screen)
    #expect(Multiplexer(environment: ["TERM": "xterm-256color", "TMUX": "", "STY": ""]) == .none)
  }

  @Test func `a sequence for tmux is wrapped, with every ESC doubled`() {
    #expect(
      Multiplexer.tmux.passing("\u{1B}_Gm=0;\u{1B}\\")
        == "\u{1B}Ptmux;\u{1B}\u{1B}_Gm=0;\u{1B}\u{1B}\\\u{1B}\\")
    #expect(Multiplexer.none.passing("\u{1B}_G\u{1B}\\") == "\u{1B}_G\u{1B}\\")
    #expect(Multiplexer.screen.passing("\u{1B}_G\u{1B}\\") == "\u{1B}_G\u{1B}\\")
  }

  @Test func `the protocol is that of the outer terminal that tmux reports`() {
    let cases: [(String, ImageProtocol?)] = [
      ("on\nxterm-kitty\nkitty(0.35.1)\n", .kitty),
      ("all\nxterm-ghostty\nghostty 1.1.0\n", .kitty),
      ("1\nxterm-kitty\n\n", .kitty),
      // Before 3.3 passthrough was always allowed.
      ("\nxterm-kitty\n\n", .kitty),
      ("on\nxterm-256color\niTerm2 3.5.0\n", .iterm),
      ("on\nxterm-256color\nWezTerm 20240203\n", .iterm),
      ("on\nxterm-256color\nXTerm(390)\n", nil),
      ("off\nxterm-kitty\nkitty(0.35.1)\n", nil),
      ("0\nxterm-kitty\n\n", nil),
      ("", nil), ("on", nil), ("no server running on /tmp/tmux-0/default", nil),
    ]
    for (output, expected) in cases {
      #expect(TmuxClient(output: output).imageProtocol == expected, "\(output)")
    }
  }
}
