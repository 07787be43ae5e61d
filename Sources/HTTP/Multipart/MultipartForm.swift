import Foundation

/// The contents of a form with files (`multipart/form-data`, RFC 7578), in the order in which they are sent.
///
/// It is read strictly, but with every leniency that clients in use need, and refuses with a `MultipartError`
/// what two readers could understand in two ways.
package struct MultipartForm: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    package var name: String
    /// As sent: other people's text, which may hold slashes, quotes and dots. Never a path.
    package var filename: String?
    package var contentType: String?
    package var content: HTTPBody.Part

    package init(
      name: String, filename: String? = nil, contentType: String? = nil, content: HTTPBody.Part
    ) {
      self.name = name
      self.filename = filename
      self.contentType = contentType
      self.content = content
    }

    /// A field of text, as a form without files would send it.
    package init(name: String, text: String) {
      self.init(name: name, content: .bytes(Data(text.utf8)))
    }

    /// The contents as text, without white space and line ends after it, which some clients add; nil when
    /// they are a file on disk or not UTF-8.
    package var text: String? {
      guard case .bytes(let data) = content else { return nil }
      let end = data.lastIndex { !$0.isASCIIWhiteSpace }.map { data.index(after: $0) } ?? data.startIndex
      return String(validating: data[..<end], as: UTF8.self)
    }
  }

  package var parts: [Part]

  package init(parts: [Part]) {
    self.parts = parts
  }

  /// The first part of that name.
  package subscript(name: String) -> Part? {
    parts.first { $0.name == name }
  }
}

extension UInt8 {
  /// Space, tab, line feed, vertical tab, form feed, carriage return.
  fileprivate var isASCIIWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
