import Foundation
package import HTTP

extension HTTPRequest {
  /// The request as text, for tests to compare: request line, fields and contents, with LF for CRLF. What is
  /// not text, or is a file, is shown by its length, `⟨523 bytes⟩`.
  package var wire: String {
    let fields = headers.fields.map { "\($0.name): \($0.value)" }
    let contents = body.parts.map(\.shown).joined()
    return (["\(method.rawValue) \(target)"] + fields + ["", contents]).joined(separator: "\n")
  }
}

extension HTTPBody.Part {
  /// Line by line, so that one image does not hide the text around it.
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
  /// Text around a part's binary contents stays readable: only what lies between empty line and delimiter is folded.
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
