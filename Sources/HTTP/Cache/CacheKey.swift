import Foundation
import SystemSupport

/// The key of a stored response (RFC 9111 §2): the absolute URL of a GET request.
///
/// Scheme and host are lower-cased and a default port is removed (RFC 9110 §4.2.3); path and query are kept as they
/// are.
package struct CacheKey: Sendable, Hashable {
  private let scheme: String
  private let authority: String
  private let target: String

  /// Nil if not cacheable: not GET, no authority, a body, or a header field outside the safelist.
  package init?(_ request: HTTPRequest) {
    guard request.method == .get, request.body.count == 0, request.headers.fields.allSatisfy(\.isSafelisted)
    else { return nil }
    self.init(addressOf: request)
  }

  /// The key of the request's URL, whatever its method, body and fields. Nil without scheme and authority.
  init?(addressOf request: HTTPRequest) {
    guard let scheme = request.scheme?.lowercased(), let authority = request.authority?.lowercased(),
      scheme == "http" || scheme == "https", request.target.hasPrefix("/"), !authority.contains("@")
    else { return nil }
    let port = scheme == "https" ? ":443" : ":80"
    self.scheme = scheme
    self.authority = authority.hasSuffix(port) ? String(authority.dropLast(port.count)) : authority
    target = request.target
    // The address is written as one line of a file.
    guard address.utf8.allSatisfy({ $0 > .space && $0 != .delete }) else { return nil }
  }
}

extension CacheKey {
  /// `GET https://host/things/1?b=2&a=1`.
  var text: String { "GET " + address }

  /// Parses `text`.
  init?(text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].hasPrefix("GET ") else { return nil }
    self.init(
      addressOf: HTTPRequest(
        .get, scheme: String(parts[0].dropFirst(4).dropLast()), authority: String(parts[2]),
        target: "/" + parts[3]))
    guard self.text == text else { return nil }
  }

  /// A request with this key.
  func request(_ headers: HTTPHeaders) -> HTTPRequest {
    HTTPRequest(.get, scheme: scheme, authority: authority, target: target, headers: headers)
  }

  /// The URL up to the last slash of its path.
  var folder: Substring {
    let path = address.prefix { $0 != "?" }
    return path.lastIndex(of: "/").map { path[...$0] } ?? path
  }

  private var address: String { "\(scheme)://\(authority)\(target)" }
}

extension CacheKey {
  /// The name of the entry's file. Entries of one folder share a prefix. Two keys with the same name replace each
  /// other; the file contains the key, so neither is mistaken for the other.
  var filename: String { filenamePrefix + Self.hash(text) }

  /// The name of the file when the entry is invalidated: renaming is one step, which no crash divides.
  var invalidatedFilename: String { Self.invalidated(filename: filename) }

  /// The names under which the entry may be, the valid one first.
  var filenames: [String] { [filename, invalidatedFilename] }

  static func invalidated(filename: String) -> String { filename + "~" }
  static func isInvalidated(filename: String) -> Bool { filename.hasSuffix("~") }

  /// The names of the files that may belong to entries of the key's folder.
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
