/// The terminal multiplexer that the program runs in, if any.
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

  /// A sequence wrapped for the outer terminal. tmux passes on everything between `ESC P tmux ;` and `ESC \`, with every ESC
  /// in it doubled (tmux FAQ, "What is the passthrough escape sequence").
  func passing(_ sequence: String) -> String {
    guard self == .tmux else { return sequence }
    return "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
