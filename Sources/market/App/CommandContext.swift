import Console
import Foundation
import OpenMarket

/// What a command may use: the console, the market, the passwords for it, and how to write for this person.
struct CommandContext {
  let console: Console
  let settings: Settings
  let market: NetworkManager
  let passwords: Passwords
  let format: OutputFormat
  /// What images look like on the output; may ask the terminal.
  let images: () throws -> ImageRenderer
  let isQuiet: Bool
  /// Whether a question may be put to the person.
  let canAsk: Bool
  /// Whether a list may wait for the person to want more of it.
  let scrolls: Bool
  /// The present, for those who stay for a while.
  let clock: @Sendable () -> Date
  /// Whether requests are shown in place of being sent.
  let showsCurl: Bool
  /// Whether what is found is told in flat lines.
  let isFlat: Bool

  /// The same by the clock.
  var formatNow: OutputFormat {
    var format = format
    format.now = clock()
    return format
  }

  /// One line for the person, unless they want none.
  /// - Parameter isWhole: Whether it ends in a command to copy, and is not to be broken.
  func note(_ line: LocalizedPhrase, isWhole: Bool = false) {
    if !isQuiet { console.note(line, isWhole: isWhole) }
  }

  /// The same, for what is worth no more than a glance.
  func remark(_ line: LocalizedPhrase, isWhole: Bool = false) {
    note(LocalizedPhrase(verbatim: console.errorStyle.dim(format.text(line))), isWhole: isWhole)
  }

  /// Does one of several things, so that what goes wrong with it does not keep the others from being done.
  func attempt(_ work: () async throws -> Void) async throws -> ExitCode {
    do {
      try await work()
    } catch MarketError.noResponse(_, .notSent) {
      return .done
    } catch let error as MarketError {
      return report(error)
    } catch let error as PasswordError {
      return report(error)
    }
    return .done
  }

  /// Writes an error to stderr and returns its exit code.
  func report(_ error: some ReportableError) -> ExitCode {
    let report = ErrorReport(of: error, settings: settings)
    report.write(to: console)
    return report.exitCode
  }

  /// The code of a command that did several things: theirs where they agree, else "partly done".
  func exitCode(of outcomes: [ExitCode]) -> ExitCode {
    let different = Set(outcomes)
    if let only = different.first, different.count == 1 { return only }
    return different.isEmpty ? .done : different.contains(.done) ? .partial : .failed
  }

  /// An item on its own: as JSON, as a card, or as lines for another program.
  func write(_ item: Item, as fields: JSONFields?, _ fold: ItemCard.Fold? = nil) throws {
    if let fields { return try console.print(fields.line(item, format)) }
    let lines =
      isFlat
      ? item.flatLines(format) : console.output.isTerminal ? card(item, fold) : item.cardLines(format)
    for line in lines { try console.print(line) }
  }

  /// Several items on their own, with an empty line between cards.
  func write(_ item: Item, as fields: JSONFields?, _ fold: ItemCard.Fold?, isFirst: Bool) throws {
    if !isFirst, fields == nil { try console.print("") }
    try write(item, as: fields, fold)
  }

  func card(_ item: Item, _ fold: ItemCard.Fold?) -> [String] {
    ItemCard(item: item, format: format, style: console.style, columns: console.columns, fold: fold)
      .lines
  }
}
