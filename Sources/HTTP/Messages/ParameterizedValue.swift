/// A field value with parameters, `form-data; name="a"; filename="b"` (RFC 9110 §5.6.6).
///
/// In a quoted value a backslash is kept unless a quote or a backslash follows it, since some clients send Windows
/// paths unescaped. An unquoted value may contain anything but `;`.
struct ParameterizedValue {
  /// Which malformed parameters are accepted.
  enum Leniency {
    case none
    /// A broken quote in any parameter but this one. Its value ends at the first quote before a semicolon or the end,
    /// or at the end: `filename="image"0"` is `image"0`. A parameter without `=` is ignored.
    case except(String)
  }

  /// The text before the first semicolon.
  let value: String
  private var parameters: [(name: String, value: String)] = []

  /// Nil for a quote that does not close, text behind a closing quote, and a parameter without `=`.
  init?(_ text: String, accepting leniency: Leniency = .none) {
    var rest = Substring(text).utf8
    value = String(Self.take(until: [.semicolon], from: &rest))
    while rest.popFirst() != nil {
      let name = String(Self.take(until: [.semicolon, .equals], from: &rest))
      let isLenient = leniency.accepts(name)
      guard rest.first == .equals else {
        guard name.isEmpty || isLenient else { return nil }
        continue
      }
      rest.removeFirst()
      rest = rest.drop { $0.isBlank }
      guard
        let value = rest.first == .quote
          ? Self.takeQuoted(from: &rest, isLenient: isLenient) : Self.take(until: [.semicolon], from: &rest)
      else { return nil }
      parameters.append((name, value))
    }
  }

  /// All values of a parameter; its name is matched in either case.
  subscript(name: String) -> [String] {
    parameters.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
  }

  /// The text up to a separator, without surrounding blanks.
  private static func take(until separators: [UInt8], from rest: inout Substring.UTF8View) -> String {
    let taken = rest.prefix { !separators.contains($0) }
    rest = rest[taken.endIndex...]
    return Substring(taken).trimmingBlanks
  }

  private static func takeQuoted(from rest: inout Substring.UTF8View, isLenient: Bool) -> String? {
    var unquoted: [UInt8] = []
    rest.removeFirst()
    while let byte = rest.popFirst() {
      switch byte {
      case .quote:
        let next = rest.drop { $0.isBlank }
        if next.isEmpty || next.first == .semicolon {
          rest = next
          return String(decoding: unquoted, as: UTF8.self)
        }
        guard isLenient else { return nil }
        unquoted.append(byte)
      case .backslash where rest.first == .quote || rest.first == .backslash:
        unquoted.append(rest.removeFirst())
      default:
        unquoted.append(byte)
      }
    }
    return isLenient ? String(decoding: unquoted, as: UTF8.self) : nil
  }
}

extension ParameterizedValue.Leniency {
  fileprivate func accepts(_ name: String) -> Bool {
    if case .except(let strict) = self { !name.equalsIgnoringCase(strict) } else { false }
  }
}
