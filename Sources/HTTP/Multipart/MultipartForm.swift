package import Foundation
import SystemSupport

/// The parts of a form with files (`multipart/form-data`, RFC 7578), in order.
///
/// The parser accepts the deviations of clients in use; what implementations could read in two ways is a
/// `MultipartError`.
package struct MultipartForm: Sendable, Equatable {
  /// One field of a form.
  package struct Part: Sendable, Equatable {
    /// The name of the form's field. Several parts may have one name.
    package var name: String
    /// As sent, untrusted: it may contain slashes, quotes and dots. Not a path.
    package var filename: String?
    /// The media type as sent: it may be wrong or malformed. Nil without one.
    package var contentType: String?
    /// The contents: bytes of a parsed form; bytes or a file of a form to encode.
    package var content: HTTPBody.Part

    package init(
      name: String, filename: String? = nil, contentType: String? = nil, content: HTTPBody.Part
    ) {
      self.name = name
      self.filename = filename
      self.contentType = contentType
      self.content = content
    }

    /// A text field.
    package init(name: String, text: String) {
      self.init(name: name, content: .bytes(Data(text.utf8)))
    }

    /// The contents as text, without trailing white space and line ends, which some clients add; nil when they are a
    /// file on disk or not UTF-8.
    package var text: String? {
      guard case .bytes(let data) = content else { return nil }
      let end = data.lastIndex { !$0.isASCIIWhiteSpace }.map { data.index(after: $0) } ?? data.startIndex
      return data[..<end].withUnsafeBytes(UTF8Sequence.text)
    }
  }

  /// In the order in which they were sent.
  package var parts: [Part]

  package init(parts: [Part]) {
    self.parts = parts
  }

  /// The first part with this name.
  package subscript(name: String) -> Part? {
    parts.first { $0.name == name }
  }
}

extension UInt8 {
  /// Space, tab, line feed, vertical tab, form feed, carriage return.
  fileprivate var isASCIIWhiteSpace: Bool {
    self == .space || (UInt8.tab...UInt8.carriageReturn).contains(self)
  }
}

extension MultipartForm {
  /// Most parts of a form.
  package static let partLimit = 1_000
  /// Most bytes of one part's header.
  package static let headerLimit = 8 * 1_024

  /// Parses a form. The parts are slices of the body, not copies.
  ///
  /// Preamble and epilogue are skipped (RFC 2046 §5.1.1). A body that ends with an ordinary delimiter instead of the
  /// closing one is accepted, since clients in use send it. A line that begins with the delimiter and continues is an
  /// error, also inside a part, since implementations disagree on whether it ends the part. Folded header lines are an
  /// error, as in RFC 9112 §5.2.
  ///
  /// - Parameter partLimit: The most parts.
  package init(contentType: String?, body: Data, partLimit: Int = Self.partLimit) throws(MultipartError) {
    var reader = MultipartReader(
      body: body, boundary: try Self.boundary(of: contentType), partLimit: partLimit)
    parts = []
    try reader.skipPreamble()
    while let part = try reader.nextPart(number: parts.count + 1) {
      parts.append(part)
    }
  }

  private static func boundary(of contentType: String?) throws(MultipartError) -> String {
    guard let contentType, let type = ParameterizedValue(contentType),
      type.value.equalsIgnoringCase("multipart/form-data")
    else { throw .notMultipart }
    let boundaries = type["boundary"]
    guard let boundary = boundaries.first, boundaries.count == 1, (1...70).contains(boundary.utf8.count),
      boundary.utf8.allSatisfy({ (UInt8.space..<UInt8.delete).contains($0) }), boundary.utf8.last != .space
    else { throw .badBoundary }
    return boundary
  }
}

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
