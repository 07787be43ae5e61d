import Foundation
package import HTTP

extension HTTPRequest {
  /// The request as text, for comparison: request line, fields and body, with LF for CRLF. Files and binary contents
  /// are shown by their length, `⟨523 bytes⟩`.
  package var wire: String {
    let fields = headers.fields.map { "\($0.name): \($0.value)" }
    let contents = body.parts.map(\.shown).joined()
    return (["\(method.rawValue) \(target)"] + fields + ["", contents]).joined(separator: "\n")
  }
}

extension HTTPBody.Part {
  /// The part as text; binary contents are shown by their length.
  fileprivate var shown: String {
    switch self {
    case .file(let path, let count):
      "⟨\(count) bytes of \(URL(filePath: path).lastPathComponent)⟩"
    case .bytes(let data):
      String(validating: data, as: UTF8.self)?.replacing("\r\n", with: "\n")
        ?? data.binaryShown
    }
  }
}

extension Data {
  /// Replaces binary contents of multipart data by their length; the text around them stays.
  fileprivate var binaryShown: String {
    var shown = ""
    var rest = self[...]
    while !rest.isEmpty {
      let end = rest.range(of: Data("\r\n--".utf8))?.lowerBound ?? rest.endIndex
      let block = rest[..<end]
      let header = block.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? block.startIndex
      shown += String(decoding: block[..<header], as: UTF8.self)
      shown += String(validating: block[header...], as: UTF8.self) ?? "⟨\(block[header...].count) bytes⟩"
      rest = rest[end...]
      guard !rest.isEmpty else { break }
      shown += "\r\n--"
      rest = rest.dropFirst(4)
    }
    return shown.replacing("\r\n", with: "\n")
  }
}
