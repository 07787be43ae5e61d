import HTTP
import SystemSupport

/// Encoded pages that are valid until the store is written: encoding a page takes much longer than sending it.
final class PageCache: Sendable {
  private struct Contents: Sendable {
    var version: UInt64?
    var responses: [Key: ReadyResponse] = [:]
    var bytes = 0
  }

  /// In bytes, of all cached responses. A page can hold many megabytes, and any client can request it under many
  /// targets.
  private let capacity: Int
  /// Copies of the cache, so that connections seldom contend for its lock. Their bytes are shared.
  private static let stripes = 4

  private let contents = StripedMutex(count: stripes, Stripe())

  /// A copy of the cache, with what happened at it.
  private struct Stripe: Sendable {
    var contents = Contents()
    var counts = Counts()
  }

  /// How often a page was in the cache, and how often one was made that the cache could have had.
  struct Counts: Sendable, Equatable {
    var hits = 0
    var misses = 0
  }

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Whether there is a response to such a request, of whatever version.
  func mayHave(_ request: HTTPRequest) -> Bool {
    guard request.method == .get else { return false }
    let key = Key(request)
    return contents.withAny { $0.contents.responses[key] != nil }
  }

  /// The cached response to such a request, if nothing has been written since `version`.
  func response(to request: HTTPRequest, version: @autoclosure () -> UInt64?) -> ReadyResponse? {
    guard request.method == .get, let version = version() else { return nil }
    let key = Key(request)
    return contents.withAny { stripe in
      guard stripe.contents.version == version, let response = stripe.contents.responses[key] else {
        return nil
      }
      stripe.counts.hits += 1
      return response
    }
  }

  /// The counts of all copies so far.
  var counts: Counts {
    var sum = Counts()
    contents.forEach {
      sum.hits += $0.counts.hits
      sum.misses += $0.counts.misses
    }
    return sum
  }

  func store(_ response: HTTPResponse, to request: HTTPRequest, version: UInt64?) {
    contents.withAny { $0.counts.misses += 1 }
    let key = Key(request)
    // Headers take a thousand bytes at most.
    let bytes = response.body.count + key.bytes + 1_000
    guard let version, bytes <= capacity, response.body.count <= ReadyResponse.largestContents else { return }
    let response = ReadyResponse(response)
    contents.forEach { stripe in
      if stripe.contents.version != version { stripe.contents = Contents(version: version) }
      guard stripe.contents.responses[key] == nil else { return }
      if stripe.contents.bytes + bytes > capacity { stripe.contents = Contents(version: version) }
      stripe.contents.responses[key] = response
      stripe.contents.bytes += bytes
    }
  }

  /// The parts of a request that a page depends on besides the store: the target, the address, with which its URLs
  /// begin, and the client.
  private struct Key: Hashable {
    let scheme: String?
    let authority: String?
    let basePath: String
    let target: String
    let isFromMarket: Bool

    init(_ request: HTTPRequest) {
      (scheme, authority) = (request.scheme, request.authority)
      (basePath, target) = (request.basePath, request.target)
      isFromMarket = request.isFromMarket
    }

    var bytes: Int {
      (scheme ?? "").utf8.count + (authority ?? "").utf8.count + basePath.utf8.count + target.utf8.count
    }
  }
}
