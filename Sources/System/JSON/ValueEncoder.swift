import Foundation

extension JSON {
  /// A value as JSON, keys in the order of their bytes. Decimals and URLs would encode themselves in the form of
  /// Foundation's property lists.
  static func encoded<Value: Encodable>(_ value: Value) throws -> JSON {
    if Value.self == Decimal.self, let number = value as? Decimal { return .number(number.description) }
    if Value.self == URL.self, let url = value as? URL { return .string(url.absoluteString) }
    let encoder = ValueEncoder()
    try value.encode(to: encoder)
    return encoder.json
  }
}

/// Encodes a value as a tree: types encode their members in any order, and in several containers at the same time.
final class ValueEncoder {
  private var value: JSON?
  private var elements: [ValueEncoder]?
  private var members: [String: ValueEncoder]?

  var json: JSON {
    if let value { return value }
    if let elements { return .array(elements.map(\.json)) }
    let sorted = (members ?? [:]).sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    return .object(sorted.map { ($0.key, $0.value.json) })
  }

  func set(_ json: JSON) { value = json }

  private func member(_ name: String) -> ValueEncoder {
    let member = ValueEncoder()
    members?[name] = member
    return member
  }

  private func element() -> ValueEncoder {
    let element = ValueEncoder()
    elements?.append(element)
    return element
  }
}

extension ValueEncoder: Encoder, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    members = members ?? [:]
    return KeyedEncodingContainer(Members(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return Elements(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { value = .null }
  func encode(_ isTrue: Bool) { value = .truth(isTrue) }
  func encode(_ text: String) { value = .string(text) }
  func encode<Number: FixedWidthInteger & Encodable>(_ number: Number) { value = .number(number.description) }

  func encode<Number: BinaryFloatingPoint & Encodable>(_ number: Number) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, EncodingError.Context(codingPath: [], debugDescription: "JSON has finite numbers only"))
    }
    value = .number(JSON.digits(Double(number)))
  }

  func encode<Value: Encodable>(_ value: Value) throws { self.value = try JSON.encoded(value) }

  /// The members of an object.
  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.member(key.stringValue).encodeNil() }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      encoder.member(key.stringValue).value = try JSON.encoded(value)
    }

    func nestedContainer<Inner>(
      keyedBy type: Inner.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Inner> {
      encoder.member(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.member("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key.stringValue) }
  }

  /// The elements of an array.
  private struct Elements: UnkeyedEncodingContainer {
    let encoder: ValueEncoder

    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.elements?.count ?? 0 }

    func encodeNil() { encoder.element().encodeNil() }

    func encode<Value: Encodable>(_ value: Value) throws {
      encoder.element().value = try JSON.encoded(value)
    }

    func nestedContainer<Inner>(keyedBy type: Inner.Type) -> KeyedEncodingContainer<Inner> {
      encoder.element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.element() }
  }
}
