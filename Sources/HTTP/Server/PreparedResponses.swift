/// The finished responses of one event loop, by the heads that they answered.
///
/// A parsed head depends on its bytes alone, and a ready response on the request and the version of
/// the session's data. While the version is the same, equal bytes have an equal response but for its date, and need not be
/// parsed. Only what arrives as one whole head is looked up, of a connection that has sent nothing else since its last
/// response and that no proxy shares; all else goes through the parser.
struct PreparedResponses {
  /// The bytes of a response, and what they were made from.
  struct Response {
    let head: HTTPRequestHead
    let response: HTTPResponse
    fileprivate(set) var bytes: [UInt8]
    fileprivate let received: [UInt8]
    fileprivate let dateStart: Int
    fileprivate var second: Int

    /// The bytes in memory, with the allocator's and the table's. The contents are counted once more, since the
    /// cache of the session may have dropped them.
    fileprivate var size: Int { 2 * received.count + bytes.count + response.body.count + 2_000 }
  }

  /// Most bytes of all responses. When they are reached all are dropped, since any client can request pages by many heads.
  static let capacity = 8 << 20
  static let longestHead = 2_048

  private var version: UInt64?
  private var indices: [Int: Int] = [:]
  private var responses: [Response] = []
  private(set) var size = 0

  /// Whether received bytes may be one whole head of a GET without contents. Only the parser knows.
  static func mayContain(_ received: UnsafeRawBufferPointer) -> Bool {
    received.count <= longestHead && received.starts(with: get) && received.suffix(4).elementsEqual(headEnd)
  }

  private static let get = Array("GET ".utf8)
  private static let headEnd = Array("\r\n\r\n".utf8)

  /// The index of the response to equal bytes, if it was made at this version of the session's data.
  func index(of received: UnsafeRawBufferPointer, version: UInt64) -> Int? {
    guard version == self.version, let index = indices[Self.hash(received)],
      responses[index].received.elementsEqual(received)
    else { return nil }
    return index
  }

  /// The response with the date of the present second.
  mutating func response(at index: Int, date: (second: Int, text: [UInt8])) -> Response {
    if responses[index].second != date.second {
      let start = responses[index].dateStart
      responses[index].bytes.replaceSubrange(start..<start + date.text.count, with: date.text)
      responses[index].second = date.second
    }
    return responses[index]
  }

  /// Keeps a response that was made at this version.
  ///
  /// - Parameters:
  ///   - bytes: All of the response, with a date at `dateStart`.
  ///   - second: That of the date.
  ///   - received: All bytes of the request.
  mutating func add(
    _ response: HTTPResponse, _ bytes: [UInt8], dateStart: Int, second: Int, to head: HTTPRequestHead,
    _ received: UnsafeRawBufferPointer, version: UInt64
  ) {
    let added = Response(
      head: head, response: response, bytes: bytes, received: Array(received), dateStart: dateStart,
      second: second)
    if version != self.version || size + added.size > Self.capacity {
      self = PreparedResponses()
      self.version = version
    }
    // The first of two heads with one hash is kept.
    let hash = Self.hash(received)
    guard indices[hash] == nil, added.size <= Self.capacity else { return }
    indices[hash] = responses.count
    responses.append(added)
    size += added.size
  }

  /// With a key of the process, so that no client can choose heads with equal hashes.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: bytes)
    return hasher.finalize()
  }
}
