import Console
import Foundation
import HTTP

/// The URL of a market server, as it is given on the command line or in a setting.
enum ServerAddress {
  /// The URL that a valid address means. A scheme is optional for this machine: `localhost:8080` is understood as
  /// `http://localhost:8080`. The path of a Unix socket, `http+unix:///run/market.sock`, becomes the host;
  /// it may be percent-encoded, as `serve` prints it.
  static func url(_ text: String) -> URL? {
    let unix = "http+unix://"
    if text.hasPrefix(unix + "/") {
      let path = String(text.dropFirst(unix.count))
      return (path.removingPercentEncoding ?? path).addingPercentEncoding(
        withAllowedCharacters: .alphanumerics
      )
      .flatMap { URL(string: unix + $0) }
    }
    return URL(string: isLocal(text) ? "http://" + text : text)
  }

  /// Whether an address without a scheme is of this machine. An expression takes longer to compile than the rest of the
  /// settings to read: the usual addresses are told by their first letter.
  private static func isLocal(_ text: String) -> Bool {
    guard let first = text.first, "lL1[".contains(first) else { return false }
    return text.wholeMatch(of: /(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?(\/.*)?/.ignoresCase())
      != nil
  }

  /// Why an address is invalid, as a clause; nil for a valid one.
  static func problem(with text: String) -> LocalizedPhrase? {
    guard let url = url(text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme) && url.host()?.isEmpty == false || url.unixSocket != nil
    else {
      // Over the network neither scheme can be assumed.
      if text.wholeMatch(of: /[A-Za-z0-9.\-]+\.[A-Za-z0-9\-]+(:[0-9]+)?(\/.*)?/) != nil {
        return "write 'https://\(text)' or 'http://\(text)'"
      }
      return "it must be an address such as https://market.example"
    }
    let limit = MemoryLayout<sockaddr_un>.size - (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) - 1
    if let path = url.unixSocket, path.utf8.count > limit {
      return "the path of a socket can have at most \(limit) bytes"
    }
    if url.user() != nil || url.password() != nil { return "it must not contain a name or password" }
    if url.query() != nil || url.fragment() != nil { return "it must end with the path" }
    return nil
  }
}
