import Testing

@testable import Console

struct ImageProtocolTests {
  private typealias Case = (environment: [String: String], implied: ImageProtocol?)

  @Test func `a terminal is recognised by its environment variables`() {
    let cases: [Case] = [
      (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
      (["TERM": "xterm-ghostty", "TERM_PROGRAM": "ghostty"], .kitty),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .kitty),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"], .kitty),
      (["TERM": "xterm-256color", "KONSOLE_VERSION": "211201", "COLORTERM": "truecolor"], .blocks),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .blocks),
    ]
    for (environment, implied) in cases {
      #expect(ImageProtocol.implied(by: environment) == implied, "\(environment)")
    }
  }

  @Test func `an unknown terminal is queried`() {
    let cases: [Case] = [
      (["TERM": "xterm-256color"], nil),
      (["TERM": "xterm"], nil),
      (["TERM": "alacritty"], nil),
      (["TERM": "xterm-256color", "VTE_VERSION": "7600"], nil),
      (["TERM": "xterm-256color", "WT_SESSION": "4"], nil),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"], nil),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "ITERM_SESSION_ID": "1"], nil),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "KITTY_WINDOW_ID": "1"], nil),
      (["TERM": "foot"], nil),
      // Another terminal that was started from kitty.
      (
        ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "XTERM_VERSION": "XTerm(390)"],
        nil
      ),
      (["TERM": "xterm-256color", "ITERM_SESSION_ID": "1", "VTE_VERSION": "7600"], nil),
    ]
    for (environment, implied) in cases {
      #expect(ImageProtocol.implied(by: environment) == implied, "\(environment)")
    }
  }

  @Test func `a terminal that cannot draw is not queried`() {
    let cases: [Case] = [
      ([:], ImageProtocol.none),
      (["TERM": ""], ImageProtocol.none),
      (["TERM": "dumb", "KITTY_WINDOW_ID": "1"], ImageProtocol.none),
      (["TERM": "linux"], ImageProtocol.none),
      (["TERM": "xterm-256color", "INSIDE_EMACS": "29.1,vterm"], ImageProtocol.none),
      (["TERM": "screen", "STY": "1.pts"], ImageProtocol.none),
      (["TERM": "screen.xterm-256color", "STY": "1.pts", "KITTY_WINDOW_ID": "1"], .blocks),
      (["TERM": "xterm-kitty", "STY": "1.pts", "COLORTERM": "truecolor"], .blocks),
    ]
    for (environment, implied) in cases {
      #expect(ImageProtocol.implied(by: environment) == implied, "\(environment)")
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
      ("on\nxterm-256color\niTerm2 3.5.0\n", nil),
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
