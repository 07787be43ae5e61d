import Foundation

/// The query items of a request: each is written and read back in one place.
struct QueryForm<Value>: Sendable {
  struct Item: Sendable {
    let name: String
    /// The text of the item; nil where it is left out.
    let text: @Sendable (Value) -> String?
    /// Reads the text. Throws the `APIError` that names an invalid one.
    let read: @Sendable (String, inout Value) throws -> Void
  }

  let items: [Item]
  /// Whether the items are read in the order of the form, the first one of each name, instead of all as they were sent.
  var isOrdered = false

  /// The query with its question mark, or nothing. The items are sorted by name, so that one value has one address, and
  /// one entry in a cache.
  func text(of value: Value) -> String {
    let texts = items.compactMap { item in item.text(value).map { "\(item.name)=\($0.percentEncoded)" } }
    return texts.isEmpty ? "" : "?" + texts.sorted().joined(separator: "&")
  }

  /// Reads the items of a request. Items that the form does not have are ignored.
  func read(_ given: [URLQueryItem], into value: inout Value) throws {
    if isOrdered {
      for item in items {
        if let text = given.first(where: { $0.name == item.name })?.value { try item.read(text, &value) }
      }
    } else {
      for item in given { try items.first { $0.name == item.name }?.read(item.value ?? "", &value) }
    }
  }
}

extension QueryForm {
  /// The number of a page, from 1, and its size.
  static func pages(
    _ page: any WritableKeyPath<Value, Int> & Sendable, _ size: any WritableKeyPath<Value, Int> & Sendable
  ) -> Self {
    let numbers: [Item] = [
      .number("page", page, atMost: 1_000_000_000), .number("per_page", size, atMost: PageQuery.largestSize),
    ]
    return Self(items: numbers, isOrdered: true)
  }
}

extension QueryForm.Item {
  /// A whole number from 1.
  ///
  /// - Parameter absent: The number for which the item is left out.
  static func number(
    _ name: String, _ field: any WritableKeyPath<Value, Int> & Sendable, atMost limit: Int? = nil,
    absent: Int? = nil
  ) -> Self {
    Self(name: name, text: { $0[keyPath: field] == absent ? nil : String($0[keyPath: field]) }) {
      text, value in
      value[keyPath: field] = try Int.positive(text, of: name, atMost: limit)
    }
  }

  /// A value in words; nil where the item is left out.
  ///
  /// - Parameters:
  ///   - rule: The end of the sentence that refuses a text.
  ///   - check: Compares the value with those that were read before.
  static func text<Field: Sendable>(
    _ name: String, _ field: any WritableKeyPath<Value, Field?> & Sendable,
    _ text: @escaping @Sendable (Field) -> String, _ make: @escaping @Sendable (String) -> Field?,
    rule: String = "", check: @escaping @Sendable (Value) throws -> Void = { _ in }
  ) -> Self {
    Self(name: name, text: { $0[keyPath: field].map(text) }) { given, value in
      value[keyPath: field] = try make(given).orThrow(
        APIError.malformed("\(name) '\(given)' is not \(rule)", field: name))
      try check(value)
    }
  }

  /// One of several values.
  ///
  /// - Parameter absent: The value for which the item is left out.
  static func choice<Choice: CaseIterable & Equatable & Sendable>(
    _ name: String, _ field: any WritableKeyPath<Value, Choice> & Sendable, absent: Choice,
    named text: @escaping @Sendable (Choice) -> String?
  ) -> Self {
    Self(name: name, text: { $0[keyPath: field] == absent ? nil : text($0[keyPath: field]) }) {
      given, value in
      guard let choice = Choice.allCases.first(where: { text($0) == given }) else {
        let known = Choice.allCases.compactMap(text).joined(separator: ", ")
        throw APIError.malformed("\(name) '\(given)' is none of \(known)", field: name)
      }
      value[keyPath: field] = choice
    }
  }
}

extension Int {
  /// A whole number from 1 in ASCII digits alone, as in paths and queries; `Int("+5")` is 5.
  package static func positive(_ text: String) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), number > 0 else {
      return nil
    }
    return number
  }

  /// Reads such a number. Throws the `APIError` that names the field.
  ///
  /// - Parameter subject: Names the field in the sentence; nil for the field's name.
  static func positive(
    _ text: String, of field: String, called subject: String? = nil, atMost limit: Int? = nil
  ) throws(APIError) -> Int {
    guard let number = positive(text), number <= limit ?? .max else {
      let end = limit.map { " to \($0)" } ?? ""
      throw .malformed("\(subject ?? field) '\(text)' is not a whole number from 1\(end)", field: field)
    }
    return number
  }

  /// Reads an id in a path.
  static func id(_ text: String) throws(APIError) -> Int {
    guard let id = positive(text) else { throw .notFound }
    return id
  }
}

extension String {
  /// Everything but unreserved characters (RFC 3986 §2.3) percent-encoded.
  package var percentEncoded: String {
    utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
        ? String(character) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
