import Foundation
import SystemSupport

/// The file format of a stored response:
///
///     response/3 <checksum: 64-bit FNV-1a of all that follows this line, in sixteen hexadecimal digits>
///     GET https://host/things/1
///     200
///     1795240680000000
///     > Accept: application/json
///     ETag: "abc"
///
///     <body>
///
/// The lines are the key, the status, the date in microseconds since 1970, the request's fields (marked by `>`), and
/// the response's fields.
extension StoredResponse {
  private static let form = "response/3 "

  var file: Data {
    let microseconds = Int((date.timeIntervalSince1970 * 1_000_000).rounded())
    var lines = [key.text, String(response.status), String(microseconds)]
    lines += requestHeaders.fields.map { "> \($0.name): \($0.value)" }
    lines += response.headers.fields.map { "\($0.name): \($0.value)" }
    let contents = Data((lines.joined(separator: "\n") + "\n\n").utf8) + response.body
    return Data("\(Self.form)\(Self.checksum(contents))\n".utf8) + contents
  }

  /// Parses `file`; nil for anything else, such as a file damaged by a disk, a crash or another program.
  init?(file: Data) {
    guard let first = file.firstIndex(of: .lineFeed) else { return nil }
    let contents = file[(first + 1)...]
    guard let end = contents.range(of: Data([.lineFeed, .lineFeed])),
      file[..<first].elementsEqual("\(Self.form)\(Self.checksum(contents))".utf8),
      let head = String(validating: contents[..<end.lowerBound], as: UTF8.self)
    else { return nil }
    let lines = head.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, let key = CacheKey(text: lines[0]), let status = Int(lines[1]),
      let microseconds = Int(lines[2])
    else { return nil }
    var (request, response): (HTTPHeaders, HTTPHeaders) = ([:], [:])
    for line in lines.dropFirst(3) {
      let isOfRequest = line.hasPrefix("> ")
      let field = line.dropFirst(isOfRequest ? 2 : 0)
      guard let colon = field.utf8.firstIndex(of: .colon) else { return nil }
      // Only a request whose fields are all safelisted is stored.
      let name = HTTPField.Name(String(field[..<colon]), isSafelisted: isOfRequest)
      let value = String(Substring(field.utf8[colon...].dropFirst(2)))
      if isOfRequest {
        request.append(name, value)
      } else {
        response.append(name, value)
      }
    }
    self.init(
      key: key, requestHeaders: request,
      response: HTTPResponse(status: status, headers: response, body: Data(contents[end.upperBound...])),
      date: Date(timeIntervalSince1970: Double(microseconds) / 1_000_000))
  }

  private static func checksum(_ contents: Data) -> String {
    var hash = FNV1a()
    hash.combine(contents)
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
