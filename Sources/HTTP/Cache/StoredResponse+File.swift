import Foundation
import SystemSupport

/// An entry as a file:
///
///     answer/2 <checksum: 64-bit FNV-1a of all that follows this line, in sixteen hexadecimal digits>
///     GET https://host/things/1
///     200
///     1795240680000000
///     > Accept: application/json
///     ETag: "abc"
///
///     <body>
///
/// After the address come the status and the date in microseconds since 1970; fields of the request are marked, those of
/// the answer follow.
extension StoredResponse {
  private static let form = "answer/2 "

  var file: Data {
    let microseconds = Int((date.timeIntervalSince1970 * 1_000_000).rounded())
    var lines = [key.text, String(response.status), String(microseconds)]
    lines += requestHeaders.fields.map { "> \($0.name): \($0.value)" }
    lines += response.headers.fields.map { "\($0.name): \($0.value)" }
    let contents = Data((lines.joined(separator: "\n") + "\n\n").utf8) + response.body
    return Data("\(Self.form)\(Self.checksum(contents))\n".utf8) + contents
  }

  /// Reads what `file` writes; nil for anything else, such as a file that a disk, a crash or another program has
  /// damaged.
  init?(file: Data) {
    guard let first = file.firstIndex(of: Self.lineEnd) else { return nil }
    let contents = file[(first + 1)...]
    guard let end = contents.range(of: Data([Self.lineEnd, Self.lineEnd])),
      file[..<first].elementsEqual("\(Self.form)\(Self.checksum(contents))".utf8),
      let head = String(validating: contents[..<end.lowerBound], as: UTF8.self)
    else { return nil }
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, let key = CacheKey(text: lines[0]), let status = Int(lines[1]),
      let microseconds = Int(lines[2])
    else { return nil }
    var (request, response): (HTTPHeaders, HTTPHeaders) = ([:], [:])
    for line in lines.dropFirst(3) {
      let isAsked = line.hasPrefix("> ")
      let field = line.dropFirst(isAsked ? 2 : 0)
      guard let colon = field.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let (name, value) = (field[..<colon], field.utf8[colon...].dropFirst(2))
      if isAsked {
        request.append(String(name), String(Substring(value)))
      } else {
        response.append(String(name), String(Substring(value)))
      }
    }
    self.init(
      key: key, requestHeaders: request,
      response: HTTPResponse(status: status, headers: response, body: Data(contents[end.upperBound...])),
      date: Date(timeIntervalSince1970: Double(microseconds) / 1_000_000))
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func checksum(_ contents: Data) -> String {
    var hash = FNV1a()
    hash.combine(contents)
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
