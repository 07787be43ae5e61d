import HTTP
import SystemSupport

/// Encoded pages that are valid until the store is written: encoding a page takes much longer than sending it.
final class PageCache: Sendable {
  private struct Contents: Sendable {
    var version: UInt64?
    var responses: [String: HTTPResponse] = [:]
    var bytes = 0
  }

  /// Bytes of all responses that are kept. A page can hold many megabytes, and anyone may ask for it under many names.
  private let capacity: Int
  /// Copies of what is kept, so that connections seldom wait for each other to look. Their bytes are shared.
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
    // A thousand bytes at the most for the headers.
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

  /// What a page depends on besides the store: the target, and the address, since its URLs begin with that.
  private static func key(_ request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")\(request.target)"
  }
}
