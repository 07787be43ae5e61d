import Foundation
import SystemSupport

/// The terminal that tmux itself runs on, as tmux tells.
struct TmuxClient: Equatable {
  /// What is drawn there by way of tmux; nil for nothing.
  let draws: ImageProtocol?

  /// Asks tmux; nil when it does not answer in time.
  init?(environment: [String: String]) {
    guard let path = BoundedProcess.path(of: "tmux", environment), let server = environment["TMUX"] else {
      return nil
    }
    var variables = ["TMUX": server]
    variables["TMUX_PANE"] = environment["TMUX_PANE"]
    let output = BoundedProcess(
      path: path,
      arguments: ["display-message", "-p", "#{allow-passthrough}\n#{client_termname}\n#{client_termtype}"],
      environment: variables, limit: 4_096, timeout: .milliseconds(250)
    ).output(for: Data())
    guard let output else { return nil }
    self.init(answer: String(decoding: output, as: UTF8.self))
  }

  /// Reads three lines: whether sequences are passed on (`off`, `on`, `all`; 0 or 1 in 3.3; empty before,
  /// when nobody was asked), the name of the terminal (`TERM`), and what it answered to XTVERSION, such as
  /// `iTerm2 3.5.0`.
  init(answer: String) {
    let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[0] != "off", lines[0] != "0" else {
      draws = nil
      return
    }
    let kind = lines[2].isEmpty ? lines[1] : lines[2]
    let name = kind.lowercased()
    draws =
      if name.contains("kitty") || name.contains("ghostty") {
        .kitty
      } else if name.contains("iterm2") || name.contains("wezterm") {
        .iterm
      } else {
        nil
      }
  }
}
