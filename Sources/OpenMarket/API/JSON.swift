package import Foundation

/// JSON as this API writes it: keys in alphabetical order, so that the same value is always the same bytes, and
/// slashes as they are.
package enum JSON {
  /// - Parameter withUnderscores: Whether names are written `like_this`.
  package static func encode(_ value: some Encodable, withUnderscores: Bool = false) throws -> Data {
    let encoder = JSONEncoder()
    if withUnderscores { encoder.keyEncodingStrategy = .convertToSnakeCase }
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try JSONDecoder().decode(type, from: data)
  }
}
