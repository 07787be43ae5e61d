import Console
import Foundation
import OpenMarket

extension CommandContext {
  /// Whether a person is there to be asked, if they had not forbidden it.
  var hasTerminal: Bool { console.input.isTerminal && console.error.isTerminal }

  /// The description that is read from standard input, without the line end after it.
  func description() throws -> String {
    let limit = ItemLimits.descriptionBytes
    let data: Data
    do {
      // The line end at the end, which may be two bytes, does not count.
      data = try console.input.readAll(limit: limit + 2)
    } catch ConsoleError.inputTooLong {
      throw ValidationError(.descriptions, .longerThan(bytes: limit))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ValidationError(.descriptions, .notText)
    }
    return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }
}
