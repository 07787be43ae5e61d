import Foundation

/// Bytes that have come and are not read yet, taken off in lines or as they are.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Where those begin that have not been read yet.
  private var position = 0
  /// How many of these are known to hold no line end.
  private var searched = 0

  var isEmpty: Bool { position == bytes.count }

  mutating func append(_ more: some Sequence<UInt8>) {
    if position > 0, isEmpty || position > 1 << 16 {
      bytes.removeSubrange(..<position)
      position = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next bytes, at least one of them; nil when there are none.
  mutating func take(atMost count: Int) -> Data? {
    let available = min(count, bytes.count - position)
    guard available > 0 else { return nil }
    defer { advance(to: position + available) }
    return Data(bytes[position..<position + available])
  }

  /// The next line without its CRLF; nil while it is not whole. Throws `tooLong` as soon as it is clear that the line
  /// has more than `limit` bytes, and refuses CR and LF that are not each other's.
  mutating func takeLine(
    atMost limit: Int, else tooLong: HTTPError
  ) throws(HTTPError) -> ArraySlice<UInt8>? {
    let unread = bytes[position...]
    guard let end = unread.dropFirst(searched).firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      searched = unread.count
      if unread.count > limit { throw tooLong }
      return nil
    }
    guard end - position <= limit else { throw tooLong }
    guard bytes[end] == 0x0D else { throw HTTPError(400, "A line ends in LF alone", "RFC 9112 §2.2") }
    guard end + 1 < bytes.count else {
      searched = end - position
      return nil
    }
    guard bytes[end + 1] == 0x0A else { throw HTTPError(400, "A line holds a bare CR", "RFC 9112 §2.2") }
    defer { advance(to: end + 2) }
    return bytes[position..<end]
  }

  private mutating func advance(to index: Int) {
    position = index
    searched = 0
  }
}
