import Foundation

/// The header of one part of a form (RFC 7578 §4).
struct MultipartHeader {
  private let name: String
  private let filename: String?
  private let contentType: String?
  private let contentLength: String?

  init(lines: [Data]) throws(MultipartError.Problem) {
    let fields = try Self.fields(of: lines)
    guard
      let disposition = try Self.only(.contentDisposition, of: fields).flatMap({
        // A broken quote in a file name is harmless; one in the name could hide or add a name.
        ParameterizedValue($0, accepting: .except("name"))
      }),
      disposition.value.equalsIgnoringCase("form-data")
    else { throw .noDisposition }

    let names = disposition["name"]
    let filenames = disposition["filename"]
    guard names.count <= 1, filenames.count <= 1 else { throw .noDisposition }
    guard let name = names.first, !name.isEmpty else { throw .noName }
    self.name = name
    filename = filenames.first
    contentType = try Self.only(.contentType, of: fields)
    contentLength = try Self.only(.contentLength, of: fields)

    let encoding = try Self.only(.contentTransferEncoding, of: fields) ?? "binary"
    guard ["binary", "8bit", "7bit"].contains(where: encoding.equalsIgnoringCase) else { throw .encoded }
  }

  /// Makes the part. Throws when the contents contradict the header.
  func part(_ content: Data) throws(MultipartError.Problem) -> MultipartForm.Part {
    // RFC 9110 §8.6 allows digits only, where `Int` also reads "+4".
    if let contentLength, !contentLength.utf8.allSatisfy(\.isDigit) || Int(contentLength) != content.count {
      throw .wrongLength
    }
    return MultipartForm.Part(
      name: name, filename: filename, contentType: contentType, content: .bytes(content))
  }

  private static func fields(of lines: [Data]) throws(MultipartError.Problem) -> HTTPHeaders {
    var fields: HTTPHeaders = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: .colon) else { throw .badHeader }
      let name = line[..<colon]
      guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter),
        line.allSatisfy(\.isFieldCharacter)
      else { throw .badHeader }
      guard let value = String(validating: line[(colon + 1)...], as: UTF8.self) else {
        throw .headerNotUTF8
      }
      fields.append(
        HTTPField.Name(String(decoding: name, as: UTF8.self)), value.trimmingCharacters(in: [" ", "\t"]))
    }
    return fields
  }

  /// The value of a field that may occur only once: of two, one implementation uses the first and another the last.
  private static func only(_ name: HTTPField.Name, of fields: HTTPHeaders) throws(MultipartError.Problem)
    -> String?
  {
    let values = fields.values(for: name)
    guard values.count <= 1 else { throw .repeatedHeader(name.rawValue) }
    return values.first
  }
}
