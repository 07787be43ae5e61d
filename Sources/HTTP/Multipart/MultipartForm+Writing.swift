import Foundation

extension MultipartForm {
  /// Encodes the form: the body and its Content-Type. Files are not read; they remain parts of the body.
  ///
  /// - Parameter boundary: 1 to 70 ASCII letters, digits and dashes (RFC 2046 §5.1.1) that occur in no part, such as
  ///   `randomBoundary()`.
  package func encoded(boundary: String) -> (contentType: String, body: HTTPBody) {
    var body: [HTTPBody.Part] = []
    var pending = Data()
    for part in parts {
      pending.append(contentsOf: "--\(boundary)\r\n\(part.header)\r\n".utf8)
      switch part.content {
      case .bytes(let data):
        pending.append(data)
      case .file:
        body.append(.bytes(pending))
        body.append(part.content)
        pending = Data()
      }
      pending.append(contentsOf: "\r\n".utf8)
    }
    pending.append(contentsOf: "--\(boundary)--\r\n".utf8)
    body.append(.bytes(pending))
    return ("multipart/form-data; boundary=\(boundary)", HTTPBody(parts: body))
  }

  /// A boundary with 122 random bits, which no file contains by accident.
  package static func randomBoundary() -> String {
    "boundary-" + UUID().uuidString
  }
}

extension MultipartForm.Part {
  /// The header lines, without the empty line behind them.
  fileprivate var header: String {
    var disposition = "Content-Disposition: form-data; name=\"\(name.escapedForQuotes)\""
    if let filename { disposition += "; filename=\"\(filename.escapedForQuotes)\"" }
    guard let contentType else { return disposition + "\r\n" }
    return "\(disposition)\r\nContent-Type: \(contentType.withoutControls)\r\n"
  }
}

extension String {
  /// Percent-encodes the quote, CR and LF, as browsers do (WHATWG HTML, "multipart/form-data encoding algorithm"), and
  /// other control characters, which RFC 9110 §5.5 forbids. Unlike browsers it doubles a backslash, which would
  /// otherwise escape the closing quote (RFC 9110 §5.6.4).
  fileprivate var escapedForQuotes: String {
    var escaped: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case .backslash: escaped += [byte, byte]
      case .quote, ..<UInt8.space, .delete: escaped += String(format: "%%%02X", Int(byte)).utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// The text without control characters, so that it cannot end its line.
  fileprivate var withoutControls: String {
    String(decoding: utf8.filter { $0 >= .space && $0 != .delete }, as: UTF8.self)
  }
}
