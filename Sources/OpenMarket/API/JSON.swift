package import Foundation
import HTTP
import SystemSupport

/// JSON as this API writes it: sorted keys, so that equal values are equal bytes, and unescaped slashes.
package enum JSON {
  package static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// Throws a `DecodingError`, also for text that is not JSON in a member that the type does not have.
  package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    guard JSONGrammar.accepts(data) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "The text is not JSON"))
    }
    return try JSONDecoder().decode(type, from: data)
  }
}

extension KeyedDecodingContainer {
  /// A number without a fraction that fits 64 bits. It is decoded as a decimal first: JSONDecoder's own error for a
  /// fraction does not name the key.
  func wholeNumber(forKey key: Key) throws -> Int {
    let number = try decode(Decimal.self, forKey: key)
    guard let whole = Int(number.description) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "'\(number)' is not a whole number of 64 bits")
    }
    return whole
  }

  /// Nil where the key is absent or null.
  func wholeNumberIfPresent(forKey key: Key) throws -> Int? {
    guard try !decodeNilOrAbsent(key) else { return nil }
    return try wholeNumber(forKey: key)
  }
}

/// Numbers of a server's response that can be added, subtracted and shown.
enum PlausibleNumbers {
  static let range = -1 << 53...1 << 53
}

extension KeyedDecodingContainer {
  func decodeNilOrAbsent(_ key: Key) throws -> Bool {
    guard contains(key) else { return true }
    return try decodeNil(forKey: key)
  }

  /// A whole number of a response, far from the ends of 64 bits.
  func plausibleNumber(forKey key: Key) throws -> Int {
    let number = try wholeNumber(forKey: key)
    guard PlausibleNumbers.range.contains(number) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "'\(number)' is out of range")
    }
    return number
  }
}

/// Why JSON could not be decoded: the field, as a path in JavaScript, `items[3].price`, and what is wrong with it.
package enum JSONDefect: Error, Sendable, Equatable {
  case missing(String)
  case null(String)
  case wrongType(String)
  /// The reason is a clause in English, from the decoder.
  case notValid(String, reason: String)
  /// The body has this media type instead.
  case otherType(String)
  case notExpected

  /// - Parameter response: The response with the JSON; nil for a request.
  init(_ error: any Error, in response: HTTPResponse? = nil) {
    self =
      switch error {
      case DecodingError.keyNotFound(let key, let context): .missing(Self.path(context.codingPath + [key]))
      case DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
        .null(Self.path(context.codingPath))
      case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty:
        .wrongType(Self.path(context.codingPath))
      case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
        .notValid(Self.path(context.codingPath), reason: Self.reason(context.debugDescription))
      default:
        if let type = response?.headers[.contentType], !type.contains("json") {
          .otherType(type)
        } else {
          .notExpected
        }
      }
  }

  /// The decoder's own sentence about a value that a key cannot have names a type of the program.
  private static func reason(_ description: String) -> String {
    description.hasPrefix("Cannot initialize ") ? "it is no known value" : description
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }

  /// The key that is wrong, without the path to it; `body` where the whole text is.
  var field: String {
    switch self {
    case .missing(let path), .null(let path), .wrongType(let path), .notValid(let path, _):
      path.split(separator: ".").last.map(String.init) ?? "body"
    case .otherType, .notExpected: "body"
    }
  }

  /// The clause in the body of an error.
  var description: String {
    switch self {
    case .missing(let path): "'\(path)' is missing"
    case .null(let path): "'\(path)' is null"
    case .wrongType(let path): "'\(path)' has the wrong type"
    case .notValid(let path, let reason): "'\(path)' is not valid: \(reason)"
    case .otherType(let type): "it is '\(type)', not JSON"
    case .notExpected: "it is not the JSON that was expected, or ends too early"
    }
  }
}
