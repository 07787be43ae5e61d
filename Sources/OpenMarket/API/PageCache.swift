import HTTP
import SystemSupport

/// Encoded pages that are valid until the store is written: encoding a page takes much longer than sending it.
final class PageCache: Sendable {
  private struct Contents: Sendable {
    var version: UInt64?
    var responses: [String: HTTPResponse] = [:]
    var bytes = 0
  }

  /// In bytes, of all cached responses. A page can hold many megabytes, and any client can request it under many
  /// targets.
  private let capacity: Int
  /// Copies of the cache, so that connections seldom contend for its lock. Their bytes are shared.
  private static let stripes = 4

  private let contents = StripedMutex(count: stripes, Contents())

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// The cached response to such a request, if nothing has been written since `version`.
  func response(to request: HTTPRequest, version: @autoclosure () -> UInt64?) -> HTTPResponse? {
    guard request.method == .get, let version = version() else { return nil }
    let key = Self.key(request)
    return contents.withAny { $0.version == version ? $0.responses[key] : nil }
  }

  func store(_ response: HTTPResponse, to request: HTTPRequest, version: UInt64?) {
    let key = Self.key(request)
    // Headers take a thousand bytes at most.
    let bytes = response.body.count + key.utf8.count + 1_000
    guard let version, bytes <= capacity else { return }
    contents.forEach { contents in
      if contents.version != version { contents = Contents(version: version) }
      guard contents.responses[key] == nil else { return }
      if contents.bytes + bytes > capacity { contents = Contents(version: version) }
      contents.responses[key] = response
      contents.bytes += bytes
    }
  }

  /// What a page depends on besides the store: the target and the address, with which its URLs begin.
  private static func key(_ request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")\(request.target)"
  }
}
