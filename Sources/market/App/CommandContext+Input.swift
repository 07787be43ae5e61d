import Console
import Foundation
import OpenMarket

extension CommandContext {
  /// Reads a description from standard input, without the line end after it.
  ///
  /// Throws a `ValidationError` for one that is too long or not UTF-8.
  func description() throws -> String {
    let limit = ItemLimits.descriptionBytes
    let data: Data
    do {
      // The final line end, up to two bytes, does not count.
      data = try console.input.readAll(limit: limit + 2)
    } catch ConsoleError.inputTooLong {
      throw ValidationError(.descriptions, .longerThan(bytes: limit))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ValidationError(.descriptions, .notText)
    }
    return text.last == "\n" || text.last == "\r\n" ? String(text.dropLast()) : text
  }

  /// Runs `work` with the item's password: the one that is given or stored, and where there is none or it is wrong, one
  /// typed at a prompt.
  ///
  /// Throws `NoPassword` where there is none and no prompt can be shown.
  func withPassword<Result>(
    forItem id: Int, _ work: (String) async throws -> Result
  ) async throws -> Result {
    guard let password = try passwords.forChanging() else {
      guard canAsk else { throw NoPassword(id: id) }
      return try await work(passwords.ask(forItem: id))
    }
    do {
      return try await work(password)
    } catch MarketError.wrongPassword where canAsk {
      console.note("Wrong password for item \(id).")
      return try await work(passwords.ask(forItem: id))
    }
  }
}
