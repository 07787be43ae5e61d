/// The header fields of a message, in order (RFC 9110 §5).
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  /// In the order in which they were added or received.
  package private(set) var fields: [HTTPField] = []

  package init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    fields = elements.map(HTTPField.init)
  }

  package init(_ fields: [HTTPField]) {
    self.fields = fields
  }

  /// The first value of a field. Setting replaces all fields of that name by one, in the place of the first; nil
  /// removes them.
  package subscript(name: HTTPField.Name) -> String? {
    get { fields.first { $0.name == name }?.value }
    set {
      let index = fields.firstIndex { $0.name == name } ?? fields.endIndex
      fields.removeAll { $0.name == name }
      guard let newValue else { return }
      fields.insert(HTTPField(name, newValue), at: min(index, fields.endIndex))
    }
  }

  /// All values of a field, in order.
  package func values(for name: HTTPField.Name) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// The members of a field whose value is a comma-separated list (RFC 9110 §5.6.1), of all its lines. Commas inside
  /// quoted strings also separate.
  func members(of name: HTTPField.Name) -> [String] {
    values(for: name).flatMap { $0.split(separator: ",") }.map(\.trimmingBlanks)
  }

  /// Adds a field at the end, whether or not there are others of that name.
  package mutating func append(_ name: HTTPField.Name, _ value: String) {
    fields.append(HTTPField(name, value))
  }
}

extension HTTPHeaders: Equatable {
  /// Names alike in either case, values byte for byte, in the same order.
  package static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) {
      $0.name == $1.name && $0.value.utf8.elementsEqual($1.value.utf8)
    }
  }
}

extension StringProtocol {
  /// Equality of tokens (RFC 9110 §5.6.2): ASCII letters alike in either case, other bytes as they are, no locale.
  package func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}
