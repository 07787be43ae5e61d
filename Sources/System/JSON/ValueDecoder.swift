import Foundation

/// Decodes a value at its place in a text that is JSON. The names and places of an object's members are found once; a
/// member is read when the type asks for it. A defect gets its path where it leaves a member or an element.
final class ValueDecoder {
  private let reader: JSONReader
  /// The first member of each name; nil until they are found.
  private var members: [String: JSONReader]?
  /// The names that the type has asked for.
  private var asked: Set<String> = []

  /// - Parameter reader: Before the value.
  init(_ reader: JSONReader) {
    self.reader = reader
  }

  /// Decodes the value. Decimals and URLs would decode themselves in the form of Foundation's property lists.
  func value<Value: Decodable>(_ type: Value.Type, at step: String = "") throws(JSONDefect) -> Value {
    do {
      if type == Decimal.self, let number = try read({ try $0.decimal() }) as? Value { return number }
      if type == URL.self {
        guard let url = URL(string: try decode(String.self)) else {
          throw JSONDefect.notValid("", reason: "Invalid URL string.")
        }
        if let url = url as? Value { return url }
      }
      let value = try Value(from: self)
      if reader.isStrict, let unknown = members?.keys.filter({ !asked.contains($0) }).min() {
        throw JSONDefect.unknown(unknown, known: asked.sorted())
      }
      return value
    } catch {
      throw JSONDefect(error).within(step)
    }
  }

  /// The value with all of its members.
  func tree() throws(JSONDefect) -> JSON {
    var reader = reader
    return try JSON(&reader)
  }

  private func read<Value>(_ read: (inout JSONReader) throws -> Value) rethrows -> Value {
    var reader = reader
    return try read(&reader)
  }

  private func foundMembers() throws -> [String: JSONReader] {
    if let members { return members }
    var found: [String: JSONReader] = [:]
    try read { reader in
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
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(members: try foundMembers(), decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    Elements(
      elements: try read { reader in
        try reader.array { reader throws(JSONDefect) in
          let element = reader
          try reader.skip()
          return element
        }
      })
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { read { $0.takeNull() } }
  func decode(_ type: Bool.Type) throws -> Bool { try read { try $0.truth() } }
  func decode(_ type: String.Type) throws -> String { try read { try $0.text() } }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(type) }

  func decode<Number: BinaryFloatingPoint & Decodable>(_ type: Number.Type) throws -> Number {
    Number(try read { try $0.double() })
  }

  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    let whole = try read { try $0.wholeNumber() }
    guard let number = Number(exactly: whole) else {
      throw JSONDefect.notValid("", reason: "'\(whole)' is not a whole number of \(Number.bitWidth) bits")
    }
    return number
  }

  /// The members of an object.
  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSONReader]
    let decoder: ValueDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] {
      decoder.asked.formUnion(members.keys)
      return members.keys.compactMap(Key.init)
    }

    func contains(_ key: Key) -> Bool {
      decoder.asked.insert(key.stringValue)
      return members[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key.stringValue).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try member(key.stringValue).value(type, at: key.stringValue)
    }

    func nestedContainer<Inner>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
      try member(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try member(key.stringValue).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try member("super") }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key.stringValue) }

    private func member(_ name: String) throws(JSONDefect) -> ValueDecoder {
      decoder.asked.insert(name)
      guard let reader = members[name] else { throw .missing(name) }
      return ValueDecoder(reader)
    }
  }

  /// The elements of an array.
  private struct Elements: UnkeyedDecodingContainer {
    let elements: [JSONReader]
    var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, ValueDecoder(elements[currentIndex]).decodeNil() else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let step = "[\(currentIndex)]"
      return try next().value(type, at: step)
    }

    mutating func nestedContainer<Inner>(keyedBy type: Inner.Type) throws -> KeyedDecodingContainer<Inner> {
      try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws(JSONDefect) -> ValueDecoder {
      guard !isAtEnd else { throw .missing("[\(currentIndex)]") }
      currentIndex += 1
      return ValueDecoder(elements[currentIndex - 1])
    }
  }
}
