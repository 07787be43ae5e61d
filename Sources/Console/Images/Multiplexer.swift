/// What stands between the program and the terminal, if anything does.
package enum Multiplexer: Sendable, Equatable {
  case none
  case tmux
  /// GNU screen.
  case screen

  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    if environment["TMUX"]?.isEmpty == false {
      self = .tmux
    } else if environment["STY"]?.isEmpty == false || term == "screen" || term.hasPrefix("screen.") {
      self = .screen
    } else {
      self = .none
    }
  }

  /// A sequence for the terminal itself. tmux passes on what stands between `ESC P tmux ;` and `ESC \`, every ESC in it
  /// doubled (tmux FAQ, "What is the passthrough escape sequence").
  func passing(_ sequence: String) -> String {
    guard self == .tmux else { return sequence }
    return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
