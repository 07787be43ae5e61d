import Console
import Foundation

extension Arguments {
  /// Throws where two options would read standard input, which has one content.
  func checkStandardInput(_ settings: Settings) throws(UsageError) {
    let readers =
      (self[.description] == "-" ? ["--description -"] : []) + (self[.text] == "-" ? ["--text -"] : [])
      + self[.image].filter { $0 == "-" }.map { _ in "--image -" }
      + (settings[.passwordFile].text == "-" ? ["--password-file -"] : [])
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
