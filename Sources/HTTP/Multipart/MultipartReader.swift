import Foundation

/// Splits a body at its delimiters.
struct MultipartReader {
  private let body: Data
  private let delimiter: Data
  private var position: Int

  init(body: Data, boundary: String) {
    self.body = body
    delimiter = Data("\r\n--\(boundary)".utf8)
    position = body.startIndex
  }

  /// Advances behind the first delimiter, which may be at the start of the body.
  mutating func skipPreamble() throws(MultipartError) {
    let first = delimiter.dropFirst(2)
    if body.starts(with: first) {
      position += first.count
    } else if let found = body.offset(of: delimiter, from: position) {
      position = found + delimiter.count
    } else {
      throw .noDelimiter
    }
  }

  /// Reads the part behind the last delimiter and advances behind the next one; nil when the last delimiter was the
  /// closing one.
  mutating func nextPart(number: Int) throws(MultipartError) -> MultipartForm.Part? {
    if try endsDelimiter(number: number) { return nil }
    guard number <= MultipartForm.partLimit else { throw .tooManyParts(limit: MultipartForm.partLimit) }
    do throws(MultipartError.Problem) {
      let header = try MultipartHeader(lines: try headerLines())
      guard let end = body.offset(of: delimiter, from: position) else {
        throw MultipartError.Problem.unfinished
      }
      let content = body[position..<end]
      position = end + delimiter.count
      return try header.part(content)
    } catch {
      throw .part(number, error)
    }
  }

  /// Advances to the line behind the delimiter. Returns whether it was the last one: the closing delimiter, or an
  /// ordinary one behind at least one part with nothing after it, which clients in use send. Blanks after a delimiter
  /// are transport padding (RFC 2046 §5.1.1).
  private mutating func endsDelimiter(number: Int) throws(MultipartError) -> Bool {
    let isClosing = body[position...].starts(with: "--".utf8)
    let isBehindPart = number > 1
    var rest = body[(isClosing ? position + 2 : position)...].drop { $0.isBlank }
    if rest.isEmpty && (isClosing || isBehindPart) { return true }
    guard rest.starts(with: "\r\n".utf8) else { throw .badDelimiter(after: number - 1) }
    rest = rest.dropFirst(2)
    position = rest.startIndex
    return isClosing || isBehindPart && rest.isEmpty
  }

  /// Reads the lines up to the empty one, without line ends.
  private mutating func headerLines() throws(MultipartError.Problem) -> [Data] {
    let start = position
    var lines: [Data] = []
    while true {
      let window = body[position...].prefix(MultipartForm.headerLimit + 2 - (position - start))
      guard let end = window.offset(of: Data("\r\n".utf8), from: position) else {
        guard window.endIndex < body.endIndex else { throw .unfinishedHeader }
        throw .headerTooLong(limit: MultipartForm.headerLimit)
      }
      let line = body[position..<end]
      position = end + 2
      if line.isEmpty { return lines }
      lines.append(line)
    }
  }
}

extension Data {
  /// The first occurrence of the needle at or after an index. The needle begins with its only CR: candidates are
  /// found by `memchr` and do not overlap, so that no input makes the search quadratic.
  fileprivate func offset(of needle: Data, from index: Index) -> Index? {
    self[index...].withUnsafeBytes { bytes in
      needle.withUnsafeBytes { needle in
        guard let start = bytes.baseAddress, let wanted = needle.baseAddress else { return nil }
        var next = 0
        while case let left = bytes.count - next - needle.count + 1, left > 0,
          let candidate = memchr(start + next, Int32(UInt8.carriageReturn), left).map({ UnsafeRawPointer($0) }
          )
        {
          if memcmp(candidate, wanted, needle.count) == 0 { return index + (candidate - start) }
          next = candidate - start + 1
        }
        return nil
      }
    }
  }
}
