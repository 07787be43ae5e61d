import Foundation
import SystemSupport

@testable import OpenMarket

extension JSON {
  /// JSON whose keys are the names of the properties in snake_case.
  static func encodeInSnakeCase(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}
