import Console
import Foundation

extension Arguments {
  /// Throws where two options would read standard input, which has one content.
  func checkStandardInput(_ settings: Settings) throws(UsageError) {
    var readers: [String] = []
    if self[.description] == "-" { readers.append("--description -") }
    if self[.text] == "-" { readers.append("--text -") }
    for image in self[.image] where image == "-" { readers.append("--image -") }
    if settings[.passwordFile].text == "-" { readers.append("--password-file -") }
    if readers.count > 1 { throw error(.conflictingOptions(readers[0], readers[1])) }
  }
}

extension TextInput {
  /// Everything up to the end.
  ///
  /// - Parameters:
  ///   - limit: The most bytes.
  ///   - tooLong: The error of more.
  func contents(upTo limit: Int, tooLong: any Error) throws -> Data {
    do {
      return try readAll(limit: limit)
    } catch {
      guard case .inputTooLong = error else { throw error }
      throw tooLong
    }
  }
}

extension CommandContext {
  /// Reads text from standard input, without the line end after it.
  ///
  /// - Parameters:
  ///   - limit: The most bytes, apart from that line end.
  ///   - tooLong: The error of a longer text.
  ///   - notText: The error of bytes that are not UTF-8.
  func standardInput(upTo limit: Int, tooLong: any Error, notText: any Error) throws -> String {
    let data = try console.input.contents(upTo: limit + 2, tooLong: tooLong)
    guard let text = String(validating: data, as: UTF8.self) else { throw notText }
    return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }
}
