package import Foundation

/// A JSON value (RFC 8259). Its functions read and write values of other types.
package enum JSON: Sendable, Equatable {
  case null
  case truth(Bool)
  case string(String)
  /// The digits as they are written, so that decimals stay exact.
  case number(String)
  case array([JSON])
  /// The members in the order in which they are written.
  case object([(key: String, value: JSON)])

  /// The bytes of a value: sorted keys, so that equal values are equal bytes, and unescaped slashes.
  package static func encode(_ value: some Encodable) throws -> Data {
    var writer = JSONWriter()
    writer.value(try encoded(value))
    return writer.takeBytes()
  }

  /// Decodes a value. The text as a whole must be JSON, also in members that the type does not have.
  ///
  /// - Parameter isStrict: Whether members that the type does not have, or that are given twice, are defects.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from text: Data, isStrict: Bool = false
  ) throws(JSONDefect) -> Value {
    try JSONReader.value(of: text, isStrict: isStrict) { reader throws(JSONDefect) in
      let start = reader
      try reader.skip()
      return try ValueDecoder(start).value(type)
    }
  }

  package init(_ reader: inout JSONReader) throws(JSONDefect) {
    switch reader.next() {
    case UInt8(ascii: "{"):
      var members: [(key: String, value: JSON)] = []
      try reader.object { reader, name throws(JSONDefect) in members.append((name, try JSON(&reader))) }
      self = .object(members)
    case UInt8(ascii: "["): self = .array(try reader.array(JSON.init))
    case UInt8(ascii: "\""): self = .string(try reader.text())
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .truth(try reader.truth())
    case UInt8(ascii: "n"):
      try reader.skip()
      self = .null
    default: self = .number(String(decoding: try reader.raw(), as: UTF8.self))
    }
  }

  /// The value on one line, safe on a terminal.
  package var text: String {
    var writer = JSONWriter(escapesInvisible: true)
    writer.value(self)
    return writer.text
  }

  /// The value on one line, for data: only what has to be escaped is.
  package var compact: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }

  /// The text for output that is not JSON, such as a TSV field: a string without quotes, anything else as JSON.
  package var plainText: String {
    switch self {
    case .string(let text), .number(let text): text
    case .null, .truth, .array, .object: text
    }
  }

  /// The shortest digits of a finite number.
  static func digits(_ number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  package static func == (left: JSON, right: JSON) -> Bool { left.text == right.text }
}

/// A value within one of another type.
extension JSON: Codable {
  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else { throw JSONDefect.notExpected }
    self = try decoder.tree()
  }

  package func encode(to encoder: any Encoder) { (encoder as? ValueEncoder)?.set(self) }
}
