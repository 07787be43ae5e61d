import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

extension SecretFile {
  /// The file of the secret that is remembered for a market. Its name begins with the end of the market's, for
  /// people, and ends with a hash of all of it, so that no two markets share one by chance. That two do because somebody
  /// wants them to is seen by what is in it.
  init(for settings: Settings) {
    let name =
      switch settings.place {
      case .server(let url): url.normalized
      case .embedded(.file(let path)): URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
      case .embedded(.memory): StoreLocation.memory.description
      }
    let readable = String(
      name.suffix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
    )
    .drop { $0 == "-" || $0 == "." }
    var hash = FNV1a()
    hash.combine(Data(name.utf8))
    self.init(
      path: settings.directories.secrets + "/\(readable)-\(String(hash.value, radix: 36))",
      market: name.sanitized)
  }
}

extension URL {
  /// The address in the one way of writing that all others mean: scheme and host in lower case (RFC 3986 §6.2.2.1), no
  /// slash at the end.
  fileprivate var normalized: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return absoluteString }
    let host = parts.encodedHost
    parts.scheme = scheme?.lowercased()
    parts.encodedHost = host?.lowercased()
    while parts.path.hasSuffix("/") { parts.path.removeLast() }
    return parts.string ?? absoluteString
  }
}
