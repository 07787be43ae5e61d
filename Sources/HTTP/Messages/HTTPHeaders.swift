/// The fields of a message (RFC 9110 §5): in order, with names that differ by more than case.
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable {
    package let name: String
    package let value: String
  }

  package private(set) var fields: [Field] = []

  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }

  package init(_ fields: [Field]) {
    self.fields = fields
  }

  /// The first value of a field; setting replaces every field of that name, nil removes them.
  package subscript(name: String) -> String? {
    get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
    set {
      let index = fields.firstIndex { $0.name.equalsIgnoringCase(name) } ?? fields.endIndex
      fields.removeAll { $0.name.equalsIgnoringCase(name) }
      guard let newValue else { return }
      fields.insert(Field(name: name, value: Self.singleLine(newValue)), at: min(index, fields.endIndex))
    }
  }

  /// Every value of a field, in order.
  package func values(for name: String) -> [String] {
    fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// Adds a field after the others, also when there is one of that name already.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: Self.singleLine(value)))
  }

  /// A value can never end its line and begin another field: CR, LF and NUL become spaces, as RFC 9110 §5.5 asks
  /// of those who pass a field on.
  private static func singleLine(_ value: String) -> String {
    guard value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) else { return value }
    return String(decoding: value.utf8.map { $0 == 13 || $0 == 10 || $0 == 0 ? 32 : $0 }, as: UTF8.self)
  }
}

extension HTTPHeaders: Equatable {
  package static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) {
      $0.name.equalsIgnoringCase($1.name) && $0.value == $1.value
    }
  }
}

extension StringProtocol {
  /// Equality of tokens: ASCII letters alike in either case, everything else byte for byte, no locale.
  package func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 { (65...90).contains(self) ? self | 0x20 : self }
}
