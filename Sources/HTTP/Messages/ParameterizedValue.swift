/// A header value with parameters, `form-data; name="a"; filename="b"` (RFC 9110 §5.6.6).
///
/// Quoted values keep a backslash unless a quote or a backslash follows it, since some clients send Windows
/// paths as they are. Unquoted ones may hold anything but `;`. Refuses quotes that do not close and
/// parameters without `=`.
struct ParameterizedValue {
  /// Before the first semicolon.
  let value: String
  private var parameters: [(name: String, value: String)] = []

  init?(_ text: String) {
    var rest = Substring(text).utf8
    value = String(Self.take(until: [.semicolon], from: &rest))
    while rest.popFirst() != nil {
      let name = String(Self.take(until: [.semicolon, .equals], from: &rest))
      guard rest.first == .equals else {
        guard name.isEmpty else { return nil }
        continue
      }
      rest.removeFirst()
      rest = rest.drop { $0.isBlank }
      guard
        let value = rest.first == .quote
          ? Self.takeQuoted(from: &rest) : Self.take(until: [.semicolon], from: &rest)
      else { return nil }
      parameters.append((name, value))
    }
  }

  /// Every value of a parameter, whose name is alike in either case.
  subscript(name: String) -> [String] {
    parameters.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// Everything up to a separator, without blanks around it.
  private static func take(until separators: [UInt8], from rest: inout Substring.UTF8View) -> String {
    let taken = rest.prefix { !separators.contains($0) }
    rest = rest[taken.endIndex...]
    return String(Substring(taken.trimmingBlanks))
  }

  private static func takeQuoted(from rest: inout Substring.UTF8View) -> String? {
    var unquoted: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case .quote:
        rest = rest.drop { $0.isBlank }
        guard rest.isEmpty || rest.first == .semicolon else { return nil }
        return String(decoding: unquoted, as: UTF8.self)
      case .backslash where rest.first == .quote || rest.first == .backslash:
        unquoted.append(rest.removeFirst())
      default:
        unquoted.append(byte)
      }
    }
    return nil
  }
}

extension Substring.UTF8View {
  /// Without spaces and tabs at either end.
  fileprivate var trimmingBlanks: Substring.UTF8View {
    var trimmed = drop { $0.isBlank }
    while trimmed.last?.isBlank == true { trimmed.removeLast() }
    return trimmed
  }
}

extension UInt8 {
  fileprivate static let semicolon = UInt8(ascii: ";")
  fileprivate static let equals = UInt8(ascii: "=")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let backslash = UInt8(ascii: "\\")
}
