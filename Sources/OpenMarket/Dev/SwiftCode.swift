import Foundation
package import HTTP

/// A request as Swift code with URLSession, as an app may send it.
package struct SwiftCode {
  package let text: String

  package init(_ request: HTTPRequest) {
    let address = request.url?.absoluteString ?? request.target
    var lines = ["var request = URLRequest(url: URL(string: \(Self.literal(address)))!)"]
    if request.method != .get {
      lines.append("request.httpMethod = \(Self.literal(request.method.rawValue))")
    }
    for field in request.headers.fields {
      let name = Self.literal(field.name.rawValue)
      lines.append("request.setValue(\(Self.literal(field.value)), forHTTPHeaderField: \(name))")
    }
    if request.body.count > 0 {
      lines.append("var body = Data()")
      for part in request.body.parts {
        switch part {
        case .bytes(let bytes):
          // A line of the form in each line of the code.
          let rows = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
          for row in rows.dropLast().map({ $0 + "\r\n" }) + rows.suffix(1) where !row.isEmpty {
            lines.append("body += Data(\(Self.literal(row)).utf8)")
          }
        case .file(let path, _):
          lines.append("body += try Data(contentsOf: URL(filePath: \(Self.literal(path))))")
        }
      }
      lines.append("request.httpBody = body")
    }
    lines.append("let (data, response) = try await URLSession.shared.data(for: request)")
    text = lines.joined(separator: "\n")
  }

  /// A string literal of Swift.
  private static func literal(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\\", "\"": "\\\(scalar)"
        case "\r": "\\r"
        case "\n": "\\n"
        case "\t": "\\t"
        case "\u{0}"..<" ", "\u{7F}": "\\u{\(String(scalar.value, radix: 16))}"
        default: String(scalar)
        }
      }.joined() + "\""
  }
}
