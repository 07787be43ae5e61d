/// A JSON value (RFC 8259), written on one line with keys in the order given.
package enum JSONValue: Sendable, Equatable {
  case null
  case string(String)
  /// The digits as they are written, so that decimals stay exact.
  case number(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The JSON text. Control characters, bidi controls and invisible characters are written as `\u` escapes, so that it is
  /// lossless and safe on a terminal.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The text for output that is not JSON, such as a TSV field: a string without quotes, anything else as JSON.
  package var plainText: String {
    if case .string(let string) = self { string } else { text }
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .string(let string): string.writeJSON(to: &text)
    case .number(let digits): text += digits
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        member.key.writeJSON(to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  package static func == (left: JSONValue, right: JSONValue) -> Bool { left.text == right.text }
}

extension String {
  fileprivate func writeJSON(to text: inout String) {
    text += "\""
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      text += self
    } else {
      for scalar in unicodeScalars { scalar.writeJSON(to: &text) }
    }
    text += "\""
  }
}

extension Unicode.Scalar {
  fileprivate func writeJSON(to text: inout String) {
    switch self {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    default:
      guard needsEscape else { return text.unicodeScalars.append(self) }
      for unit in UTF16.encode(self) ?? .init() { text += unit.escape }
    }
  }

  private var needsEscape: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

extension UInt16 {
  /// `\u200b` (RFC 8259 §7).
  fileprivate var escape: String {
    let digits = String(self, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
