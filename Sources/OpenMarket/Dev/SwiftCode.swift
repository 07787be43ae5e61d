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
          for line in String(decoding: bytes, as: UTF8.self).split(after: "\r\n") {
            lines.append("body += Data(\(Self.literal(line)).utf8)")
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

extension String {
  /// The pieces that end with a text, each with it, and what follows the last one.
  fileprivate func split(after end: Character) -> [String] {
    var (pieces, piece) = ([String](), "")
    for character in self {
      piece.append(character)
      if character == end { (pieces, piece) = (pieces + [piece], "") }
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
