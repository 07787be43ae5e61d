import Foundation

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
      return String(validating: data[..<end], as: UTF8.self)
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
