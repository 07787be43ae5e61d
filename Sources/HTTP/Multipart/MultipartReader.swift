import Foundation

/// Goes through a body from delimiter to delimiter.
struct MultipartReader {
  private let body: Data
  private let delimiter: Data
  private var position: Int

  init(body: Data, boundary: String) {
    self.body = body
    delimiter = Data("\r\n--\(boundary)".utf8)
    position = body.startIndex
  }

  /// Goes to the end of the first delimiter, whose line may be the first of the body.
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

  /// From behind one delimiter to behind the next; nil when the first was the last.
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

  /// Whether the delimiter just passed is the last one. Blanks after a delimiter are RFC 2046's transport padding.
  private mutating func endsDelimiter(number: Int) throws(MultipartError) -> Bool {
    let isLast = body[position...].starts(with: "--".utf8)
    var rest = body[(isLast ? position + 2 : position)...].drop { $0.isBlank }
    if isLast && rest.isEmpty { return true }
    guard rest.starts(with: "\r\n".utf8) else { throw .badDelimiter(after: number - 1) }
    rest = rest.dropFirst(2)
    position = rest.startIndex
    return isLast
  }

  /// The lines up to the empty one, without their ends.
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
  /// Where the needle first begins, at or after an index. The needle has one CR, at its beginning: candidates
  /// are found at the speed of `memchr`, never overlap, and hostile bytes cannot make the search quadratic.
  fileprivate func offset(of needle: Data, from index: Index) -> Index? {
    self[index...].withUnsafeBytes { bytes in
      needle.withUnsafeBytes { needle in
        guard let start = bytes.baseAddress, let wanted = needle.baseAddress else { return nil }
        var next = 0
        while case let left = bytes.count - next - needle.count + 1, left > 0,
          let candidate = memchr(start + next, 0x0D, left).map({ UnsafeRawPointer($0) })
        {
          if memcmp(candidate, wanted, needle.count) == 0 { return index + (candidate - start) }
          next = candidate - start + 1
        }
        return nil
      }
    }
  }
}
