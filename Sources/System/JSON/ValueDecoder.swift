import Foundation

/// Decodes a value at its place in a text that is JSON. The names and places of an object's members are found once; a
/// member is read when the type asks for it.
final class ValueDecoder {
  private let reader: JSONReader
  private let parent: ValueDecoder?
  private let step: Step?
  /// The first member of each name; nil until they are found.
  private var members: [String: JSONReader]?

  /// - Parameter reader: Before the value.
  init(_ reader: JSONReader, in parent: ValueDecoder? = nil, at step: Step? = nil) {
    self.reader = reader
    self.parent = parent
    self.step = step
  }

  /// A part of a path.
  enum Step: CodingKey {
    case name(String)
    case index(Int)

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var intValue: Int? { if case .index(let index) = self { index } else { nil } }

    var stringValue: String {
      switch self {
      case .name(let name): name
      case .index(let index): String(index)
      }
    }
  }

  /// Decodes the value. Decimals and URLs would decode themselves in the form of Foundation's property lists.
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Decimal.self,
      let number = try read({ reader throws(JSONDefect) in try reader.decimal() }) as? Value
    {
      return number
    }
    if type == URL.self {
      guard let url = URL(string: try decode(String.self)) else {
        throw defect(.notValid("", reason: "Invalid URL string."))
      }
      if let url = url as? Value { return url }
    }
    return try Value(from: self)
  }

  /// Reads a value; the path of a defect is that from the whole text.
  private func read<Value>(_ read: (inout JSONReader) throws(JSONDefect) -> Value) throws(JSONDefect) -> Value
  {
    var reader = reader
    do {
      return try read(&reader)
    } catch {
      throw defect(error)
    }
  }

  private func defect(_ error: JSONDefect) -> JSONDefect { error.within(JSONDefect.path(codingPath)) }

  private func foundMembers() throws -> [String: JSONReader] {
    if let members { return members }
    var found: [String: JSONReader] = [:]
    try read { reader throws(JSONDefect) in
      try reader.object { reader, name throws(JSONDefect) in
        found[name] = reader
        try reader.skip()
      }
    }
    members = found
    return found
  }
}

extension ValueDecoder: Decoder, SingleValueDecodingContainer {
  var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + (step.map { [$0] } ?? []) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(decoder: self, members: try foundMembers()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let elements = try read { reader throws(JSONDefect) in
      try reader.array { reader throws(JSONDefect) in
        let element = reader
        try reader.skip()
        return element
      }
    }
    return Elements(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool {
    var reader = reader
    return reader.takeNull()
  }

  func decode(_ type: Bool.Type) throws -> Bool {
    try read { reader throws(JSONDefect) in try reader.truth() }
  }

  func decode(_ type: String.Type) throws -> String {
    try read { reader throws(JSONDefect) in try reader.text() }
  }

  func decode<Number: BinaryFloatingPoint & Decodable>(_ type: Number.Type) throws -> Number {
    Number(try read { reader throws(JSONDefect) in try reader.double() })
  }

  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    let whole = try read { reader throws(JSONDefect) in try reader.wholeNumber() }
    guard let number = Number(exactly: whole) else {
      throw defect(.notValid("", reason: "'\(whole)' is not a whole number of \(Number.bitWidth) bits"))
    }
    return number
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  /// The members of an object.
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let members: [String: JSONReader]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try member(key).value(type)
    }

    func nestedContainer<Inner>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
      try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
      guard let key = Key(stringValue: "super") else { return decoder }
      return try member(key)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

    private func member(_ key: Key) throws -> ValueDecoder {
      guard let reader = members[key.stringValue] else { throw decoder.defect(.missing(key.stringValue)) }
      return ValueDecoder(reader, in: decoder, at: .name(key.stringValue))
    }
  }

  /// The elements of an array.
  private struct Elements: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let elements: [JSONReader]
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
      guard try element().decodeNil() else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value = try element().value(type)
      currentIndex += 1
      return value
    }

    mutating func nestedContainer<Inner>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
      try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
      let decoder = try element()
      currentIndex += 1
      return decoder
    }

    private func element() throws -> ValueDecoder {
      guard !isAtEnd else { throw decoder.defect(.missing("[\(currentIndex)]")) }
      return ValueDecoder(elements[currentIndex], in: decoder, at: .index(currentIndex))
    }
  }
}
