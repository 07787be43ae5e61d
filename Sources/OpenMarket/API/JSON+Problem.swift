import Foundation
import HTTP

extension JSON {
  /// Why JSON could not be read, for a person: which field, and what is wrong with it.
  static func problem(_ error: any Error, in response: HTTPResponse? = nil) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "'\(path(context.codingPath + [key]))' is missing"
    case DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
      "'\(path(context.codingPath))' is null"
    case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty:
      "'\(path(context.codingPath))' is of the wrong type"
    case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
      "'\(path(context.codingPath))' is not valid: \(context.debugDescription)"
    default:
      if let type = response?.headers["Content-Type"], !type.contains("json") {
        "it is '\(type)', not JSON"
      } else {
        "it is not the JSON that was expected, or ends too early"
      }
    }
  }

  /// A path as it is written in JavaScript: `items[3].price`.
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
