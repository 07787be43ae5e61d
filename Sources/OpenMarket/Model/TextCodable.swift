/// A value that is a text in JSON. Decoding a text that is no such value throws: a server's text must not reach a terminal as
/// one.
package protocol TextCodable: Codable, LosslessStringConvertible {}

extension TextCodable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try value.decode(String.self)
    guard let known = Self(text) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "'\(text)' is not known")
    }
    self = known
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}
