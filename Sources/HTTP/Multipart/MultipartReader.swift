import Foundation
import SystemSupport

/// Splits a body at its delimiters.
struct MultipartReader {
  private let body: Data
  private let delimiter: Data
  private let partLimit: Int
  private var position: Int
  /// The header of the last part, and its bytes with the empty line: often that of the next one too.
  private var last: (bytes: Data, header: MultipartHeader)?

  init(body: Data, boundary: String, partLimit: Int) {
    self.body = body
    self.partLimit = partLimit
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
    guard number <= partLimit else { throw .tooManyParts(limit: partLimit) }
    do throws(MultipartError.Problem) {
      let header = try nextHeader()
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

  private mutating func nextHeader() throws(MultipartError.Problem) -> MultipartHeader {
    if let last, body.holds(last.bytes, at: position) {
      position += last.bytes.count
      return last.header
    }
    let start = position
    let header = try MultipartHeader(lines: try headerLines())
    last = (body[start..<position], header)
    return header
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
  /// Whether bytes stand at an index.
  fileprivate func holds(_ other: Data, at index: Index) -> Bool {
    guard endIndex - index >= other.count else { return false }
    return self[index..<index + other.count].withUnsafeBytes { bytes in
      other.withUnsafeBytes { bytes.elementsEqual($0) }
    }
  }

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

/// The header of one part of a form (RFC 7578 §4).
struct MultipartHeader {
  private let name: String
  private let filename: String?
  private let contentType: String?
  private let contentLength: String?

  init(lines: [Data]) throws(MultipartError.Problem) {
    let fields = try Self.fields(of: lines)
    guard
      let disposition = try Self.only(.contentDisposition, of: fields).flatMap({
        // A broken quote in a file name is harmless; one inside the name could hide or add a name.
        ParameterizedValue($0, lenientExceptIn: "name")
      }),
      disposition.value.equalsIgnoringCase("form-data")
    else { throw .noDisposition }

    let names = disposition["name"]
    let filenames = disposition["filename"]
    guard names.count <= 1, filenames.count <= 1 else { throw .noDisposition }
    guard let name = names.first, !name.isEmpty else { throw .noName }
    self.name = name
    filename = filenames.first
    contentType = try Self.only(.contentType, of: fields)
    contentLength = try Self.only(.contentLength, of: fields)

    let encoding = try Self.only(.contentTransferEncoding, of: fields) ?? "binary"
    guard ["binary", "8bit", "7bit"].contains(where: encoding.equalsIgnoringCase) else { throw .encoded }
  }

  /// Makes the part. Throws when the contents contradict the header.
  func part(_ content: Data) throws(MultipartError.Problem) -> MultipartForm.Part {
    // RFC 9110 §8.6 allows digits only, where `Int` also reads "+4".
    if let contentLength, !contentLength.utf8.allSatisfy(\.isDigit) || Int(contentLength) != content.count {
      throw .wrongLength
    }
    return MultipartForm.Part(
      name: name, filename: filename, contentType: contentType, content: .bytes(content))
  }

  private static func fields(of lines: [Data]) throws(MultipartError.Problem) -> HTTPHeaders {
    var fields: HTTPHeaders = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: .colon) else { throw .badHeader }
      let name = line[..<colon]
      guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter),
        line.allSatisfy(\.isFieldCharacter)
      else { throw .badHeader }
      guard let value = line[(colon + 1)...].withUnsafeBytes(UTF8Sequence.text) else {
        throw .headerNotUTF8
      }
      fields.append(
        HTTPField.Name(String(decoding: name, as: UTF8.self)), value.trimmingCharacters(in: [" ", "\t"]))
    }
    return fields
  }

  /// The value of a field that may occur only once: of two, one implementation uses the first and another the last.
  private static func only(_ name: HTTPField.Name, of fields: HTTPHeaders) throws(MultipartError.Problem)
    -> String?
  {
    let values = fields.values(for: name)
    guard values.count <= 1 else { throw .repeatedHeader(name.rawValue) }
    return values.first
  }
}

/// A field value with parameters, `form-data; name="a"; filename="b"` (RFC 9110 §5.6.6).
///
/// In a quoted value a backslash is kept unless a quote or a backslash follows it, since some clients send Windows
/// paths unescaped. An unquoted value may contain anything but `;`.
struct ParameterizedValue {
  /// The text before the first semicolon.
  let value: String
  private var parameters: [(name: String, value: String)] = []

  /// Nil for a quote that does not close, text behind a closing quote, and a parameter without `=`, unless accepted.
  ///
  /// - Parameter strict: Accepts a broken quote in any parameter but this one; nil to accept none. Its value ends at the
  ///   first quote before a semicolon or the end, or at the end: `filename="image"0"` is `image"0`. A parameter without `=`
  ///   is ignored. In the named parameter only the closing quote may be missing: its value then ends at the semicolon or
  ///   the end, and has no other quote.
  init?(_ text: String, lenientExceptIn strict: String? = nil) {
    var rest = Substring(text).utf8
    value = String(Self.take(until: [.semicolon], from: &rest))
    while rest.popFirst() != nil {
      let name = String(Self.take(until: [.semicolon, .equals], from: &rest))
      let isLenient = strict.map { !name.equalsIgnoringCase($0) } ?? false
      guard rest.first == .equals else {
        guard name.isEmpty || isLenient else { return nil }
        continue
      }
      rest.removeFirst()
      rest = rest.drop { $0.isBlank }
      guard
        let value = rest.first == .quote
          ? Self.takeQuoted(from: &rest, isLenient: isLenient)
            ?? (strict == nil ? nil : Self.takeUnclosed(from: &rest))
          : Self.take(until: [.semicolon], from: &rest)
      else { return nil }
      parameters.append((name, value))
    }
  }

  /// All values of a parameter; its name is matched in either case.
  subscript(name: String) -> [String] {
    parameters.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// The text up to a separator, without surrounding blanks.
  private static func take(until separators: [UInt8], from rest: inout Substring.UTF8View) -> String {
    let taken = rest.prefix { !separators.contains($0) }
    rest = rest[taken.endIndex...]
    return Substring(taken).trimmingBlanks
  }

  /// The text behind an opening quote, where no other quote stands before the semicolon or the end.
  private static func takeUnclosed(from rest: inout Substring.UTF8View) -> String? {
    var tail = rest.dropFirst()
    let value = take(until: [.semicolon], from: &tail)
    guard !value.utf8.contains(.quote) else { return nil }
    rest = tail
    return value
  }

  /// Nil for a broken quote, unless accepted; `rest` is then as it was.
  private static func takeQuoted(from text: inout Substring.UTF8View, isLenient: Bool) -> String? {
    var unquoted: [UInt8] = []
    var rest = text.dropFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case .quote:
        let next = rest.drop { $0.isBlank }
        if next.isEmpty || next.first == .semicolon {
          text = next
          return String(decoding: unquoted, as: UTF8.self)
        }
        guard isLenient else { return nil }
        unquoted.append(byte)
      case .backslash where rest.first == .quote || rest.first == .backslash:
        unquoted.append(rest.removeFirst())
      default:
        unquoted.append(byte)
      }
    }
    guard isLenient else { return nil }
    text = rest
    return String(decoding: unquoted, as: UTF8.self)
  }
}
