import Foundation

/// A buffer of received bytes, from which lines and plain bytes are taken.
struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Start of the unread bytes.
  private var position = 0
  /// Number of unread bytes that are known to contain no line end.
  private var searched = 0

  var isEmpty: Bool { position == bytes.count }

  /// The next byte; nil when there are none.
  var first: UInt8? { isEmpty ? nil : bytes[position] }

  mutating func append(_ more: some Sequence<UInt8>) {
    if position > 0, isEmpty || position > 1 << 16 {
      bytes.removeSubrange(..<position)
      position = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Takes the next 1 to `count` bytes; nil when there are none.
  mutating func take(atMost count: Int) -> Data? {
    let available = min(count, bytes.count - position)
    guard available > 0 else { return nil }
    defer { advance(to: position + available) }
    return Data(bytes[position..<position + available])
  }

  /// Takes the next line, without its CRLF; nil while it is not complete. Throws `tooLong` as soon as the line is
  /// known to have more than `limit` bytes, and 400 for a bare CR or LF.
  mutating func takeLine(
    atMost limit: Int, else tooLong: @autoclosure () -> HTTPError
  ) throws(HTTPError) -> ArraySlice<UInt8>? {
    let unread = bytes[position...]
    guard let end = unread.dropFirst(searched).firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn })
    else {
      searched = unread.count
      if unread.count > limit { throw tooLong() }
      return nil
    }
    guard end - position <= limit else { throw tooLong() }
    guard bytes[end] == .carriageReturn else {
      throw HTTPError(400, "A line ends with a bare LF", section: "RFC 9112 §2.2")
    }
    guard end + 1 < bytes.count else {
      searched = end - position
      return nil
    }
    guard bytes[end + 1] == .lineFeed else {
      throw HTTPError(400, "A line contains a bare CR", section: "RFC 9112 §2.2")
    }
    defer { advance(to: end + 2) }
    return bytes[position..<end]
  }

  private mutating func advance(to index: Int) {
    position = index
    searched = 0
    // An idle connection holds no memory for what it received before.
    if isEmpty, bytes.capacity > 1 << 14 { (bytes, position) = ([], 0) }
  }
}
