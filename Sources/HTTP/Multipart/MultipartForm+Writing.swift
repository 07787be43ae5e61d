import Foundation

extension MultipartForm {
  /// The form as a body and the Content-Type to send with it. Files stay files, to be read while they are sent.
  ///
  /// The boundary is 1 to 70 ASCII letters, digits and dashes (RFC 2046 §5.1.1) that occur in no part:
  /// `randomBoundary()` gives one.
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

  /// 128 bits of chance, more than any file holds by accident.
  package static func randomBoundary() -> String {
    "boundary-" + UUID().uuidString
  }
}

extension MultipartForm.Part {
  fileprivate var header: String {
    var disposition = "Content-Disposition: form-data; name=\"\(name.escapedForQuotes)\""
    if let filename { disposition += "; filename=\"\(filename.escapedForQuotes)\"" }
    guard let contentType else { return disposition + "\r\n" }
    return "\(disposition)\r\nContent-Type: \(contentType.withoutControls)\r\n"
  }
}

extension String {
  /// Percent-encodes the quote, CR and LF, as browsers do (WHATWG HTML, "multipart/form-data encoding
  /// algorithm"), and the other controls likewise, since RFC 9110 §5.5 has no place for them. Unlike browsers it doubles
  /// a backslash: readers of quoted strings (RFC 9110 §5.6.4) would take the closing quote for an escaped one.
  fileprivate var escapedForQuotes: String {
    var escaped: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "\\"): escaped += [byte, byte]
      case UInt8(ascii: "\""), ..<0x20, 0x7F: escaped += String(format: "%%%02X", Int(byte)).utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Keeps a media type on its own line.
  fileprivate var withoutControls: String {
    String(decoding: utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
  }
}
