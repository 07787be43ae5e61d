/// A value that is a text in JSON. Decoding a text that is no such value throws: a server's text must not reach a terminal as
/// one.
package protocol TextCodable: Codable, LosslessStringConvertible {
  /// The end of the sentence that refuses a text.
  static var rule: String { get }
}

extension TextCodable {
  package static var rule: String { "is not known" }

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try value.decode(String.self)
    guard let known = Self(text) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "'\(text)' \(Self.rule)")
    }
    self = known
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}
