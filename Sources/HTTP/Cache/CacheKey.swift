import Foundation
import SystemSupport

/// What an answer is kept under (RFC 9111 §2): the absolute URL that was asked with GET. Path and query are the server's
/// and stay as they are, since only it knows what they mean; scheme, host and port mean the same in any case, with the
/// scheme's own port and without (RFC 9110 §4.2.3).
package struct CacheKey: Sendable, Hashable {
  private let scheme: String
  private let authority: String
  private let target: String

  /// Nil for what is not kept: what was asked otherwise than with GET, of nobody in particular, with contents, or with a
  /// field that may hold a secret or ask for a part.
  package init?(_ request: HTTPRequest) {
    guard request.method == .get, request.body.count == 0, request.headers.fields.allSatisfy(\.isSafelisted)
    else { return nil }
    self.init(addressOf: request)
  }

  /// The key of whatever has been asked at this address, by whatever method.
  init?(addressOf request: HTTPRequest) {
    guard let scheme = request.scheme?.lowercased(), let authority = request.authority?.lowercased(),
      scheme == "http" || scheme == "https", request.target.hasPrefix("/"), !authority.contains("@")
    else { return nil }
    let port = scheme == "https" ? ":443" : ":80"
    self.scheme = scheme
    self.authority = authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
    target = request.target
    // It becomes a line of a file.
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
  }
}

extension CacheKey {
  /// `GET https://host/things/1?b=2&a=1`.
  var text: String { "GET " + address }

  /// Reads what `text` says.
  init?(text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].hasPrefix("GET ") else { return nil }
    self.init(
      addressOf: HTTPRequest(
        .get, scheme: String(parts[0].dropFirst(4).dropLast()), authority: String(parts[2]),
        target: "/" + parts[3]))
    guard self.text == text else { return nil }
  }

  /// A request that has this key.
  func request(_ headers: HTTPHeaders) -> HTTPRequest {
    HTTPRequest(.get, scheme: scheme, authority: authority, target: target, headers: headers)
  }

  /// The address up to the last slash of its path.
  var folder: Substring {
    let path = address.prefix { $0 != "?" }
    return path.lastIndex(of: "/").map { path[...$0] } ?? path
  }

  private var address: String { "\(scheme)://\(authority)\(target)" }
}

extension CacheKey {
  /// The name of the entry's file. All entries of one folder begin alike. A name that two keys share costs one of them
  /// its entry, nothing else: the file says whose it is.
  var filename: String { filenamePrefix + Self.hash(text) }

  /// The names of those files that may be of the folder's entries.
  func folderFilenames(among names: [String]) -> [String] {
    let prefix = filenamePrefix
    return names.filter { $0.hasPrefix(prefix) }
  }

  private var filenamePrefix: String { Self.hash(folder) + "-" }

  private static func hash(_ text: some StringProtocol) -> String {
    var hash = FNV1a()
    hash.combine(Data(text.utf8))
    let digits = String(hash.value, radix: 36)
    return String(repeating: "0", count: 13 - digits.count) + digits
  }
}
