import Foundation
import SystemSupport

/// The outer terminal that tmux runs in, as tmux reports it.
struct TmuxClient: Equatable {
  /// The protocol that works there through tmux; nil for none.
  let imageProtocol: ImageProtocol?

  /// Runs tmux; nil if it fails or does not respond in time.
  init?(environment: [String: String], timeout: Duration = .milliseconds(250)) {
    guard let path = BoundedProcess.path(of: "tmux", environment), let server = environment["TMUX"] else {
      return nil
    }
    var variables = ["TMUX": server]
    variables["TMUX_PANE"] = environment["TMUX_PANE"]
    let output = BoundedProcess(
      path: path,
      arguments: ["display-message", "-p", "#{allow-passthrough}\n#{client_termname}\n#{client_termtype}"],
      environment: variables, limit: 4_096, timeout: timeout
    ).output(for: Data())
    guard let output else { return nil }
    self.init(output: String(decoding: output, as: UTF8.self))
  }

  /// Parses three lines: the option allow-passthrough (`off`, `on`, `all`; 0 or 1 in 3.3; empty in earlier versions,
  /// which always pass sequences on), the terminal's name (`TERM`), and its response to XTVERSION, such as `kitty(0.35.1)`.
  init(output: String) {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[0] != "off", lines[0] != "0" else {
      imageProtocol = nil
      return
    }
    let kind = lines[2].isEmpty ? lines[1] : lines[2]
    let name = kind.lowercased()
    imageProtocol = name.contains("kitty") || name.contains("ghostty") ? .kitty : nil
  }
}
