/// Why JSON cannot be read: the value, as a path in JavaScript, `rows[3].price`, and what is wrong with it.
package enum JSONDefect: Error, Sendable, Equatable {
  case missing(String)
  case null(String)
  case wrongType(String)
  /// A member that the value does not have; `known` are the names of those that it has.
  case unknown(String, known: [String])
  case repeated(String)
  /// The reason is a clause in English.
  case notValid(String, reason: String)
  /// The text has this media type instead.
  case otherType(String)
  case notExpected

  static let unknownWord = "it is no known value"

  /// The defect of an initializer of a `Decodable` type.
  init(_ error: any Error) {
    self =
      switch error {
      case let defect as JSONDefect: defect
      case DecodingError.keyNotFound(let key, let context): .missing(Self.path(context.codingPath + [key]))
      case DecodingError.valueNotFound(_, let context): .null(Self.path(context.codingPath))
      case DecodingError.typeMismatch(_, let context): .wrongType(Self.path(context.codingPath))
      case DecodingError.dataCorrupted(let context):
        .notValid(Self.path(context.codingPath), reason: Self.reason(context.debugDescription))
      default: .notExpected
      }
  }

  /// The standard library's sentence about a value that an enumeration does not have names a type of the program.
  private static func reason(_ description: String) -> String {
    description.hasPrefix("Cannot initialize ") ? unknownWord : description
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map(\.stringValue).joined(separator: ".")
  }

  /// The defect with the path from further outside: of an object's member, or of an element, `[3]`.
  func within(_ outer: String) -> JSONDefect {
    func path(_ inner: String) -> String {
      outer.isEmpty || inner.isEmpty || inner.hasPrefix("[") ? outer + inner : outer + "." + inner
    }
    return switch self {
    case .missing(let inner): .missing(path(inner))
    case .null(let inner): .null(path(inner))
    case .wrongType(let inner): .wrongType(path(inner))
    case .unknown(let inner, let known): .unknown(path(inner), known: known)
    case .repeated(let inner): .repeated(path(inner))
    case .notValid(let inner, let reason): .notValid(path(inner), reason: reason)
    case .otherType, .notExpected: self
    }
  }

  /// The path to the value; empty for the whole text.
  var path: String {
    switch self {
    case .missing(let path), .null(let path), .wrongType(let path), .unknown(let path, _),
      .repeated(let path),
      .notValid(let path, _):
      path
    case .otherType, .notExpected: ""
    }
  }

  /// The name of the member that is wrong, without the path to it; `body` where the whole text is.
  package var field: String {
    path.split(separator: ".").last.map { String($0.prefix { $0 != "[" }) } ?? "body"
  }

  /// The defect as a clause, to follow a colon.
  package var clause: LocalizedPhrase {
    switch self {
    case .missing(let path): "'\(path)' is missing"
    case .null(let path): "'\(path)' is null"
    case .wrongType(let path): "'\(path)' has the wrong type"
    case .unknown(let path, let known): "'\(path)' is unknown: the keys are \(known.joined(separator: ", "))"
    case .repeated(let path): "'\(path)' is given twice"
    case .notValid(let path, let reason): "'\(path)' is not valid: \(reason)"
    case .otherType(let type): "it is '\(type)', not JSON"
    case .notExpected: "it is not the JSON that was expected, or ends too early"
    }
  }
}
