import Console
import Foundation
import OpenMarket

/// What a command works with: the console, the market, its passwords, and the format of output.
struct CommandContext {
  let console: Console
  let settings: Settings
  var market: NetworkManager
  var passwords: Passwords
  let format: OutputFormat
  /// Renders images on the output. The first call may query the terminal.
  let images: () throws -> ImageRenderer
  /// Whether notes are left out.
  var isQuiet: Bool
  /// Whether a prompt can be shown and answered.
  let canPrompt: Bool
  /// Whether lists open in the pager.
  var scrolls: Bool
  /// The current time, for commands that run for longer than a moment.
  let clock: @Sendable () -> Date
  /// Whether items are written in flat lines, one field each, for a screen reader.
  let isFlat: Bool

  /// The format with the current time, for ages such as "3 minutes ago".
  var formatNow: OutputFormat {
    var format = format
    format.now = clock()
    return format
  }

  /// Writes a line to stderr; nothing with `--quiet`.
  ///
  /// - Parameter isWhole: Whether the line is left for the terminal to wrap, since it ends in a command to copy.
  func note(_ line: LocalizedPhrase, isWhole: Bool = false) {
    if !isQuiet { console.note(line, isWhole: isWhole) }
  }

  /// Writes a dimmed line to stderr; nothing with `--quiet`.
  func remark(_ line: LocalizedPhrase, isWhole: Bool = false) {
    note(LocalizedPhrase(verbatim: console.errorStyle.dim(format.text(line))), isWhole: isWhole)
  }

  /// Reports to a person what a command did: `✓ Added #70`, and without colours or signs `Added #70`. Nothing where stderr
  /// is not a terminal: a script has the data on stdout.
  func reportDone(_ line: LocalizedPhrase) {
    guard console.error.isTerminal else { return }
    let hasSigns = console.errorStyle.isColored && !format.isAccessible
    note(LocalizedPhrase(verbatim: (hasSigns ? "✓ " : "") + format.text(line)))
  }

  /// Runs one of several independent pieces of work. An error of the market is reported, and does not prevent the others.
  func attempt(_ work: () async throws -> Void) async throws -> ExitCode {
    do {
      try await work()
    } catch let error as MarketError {
      return report(error)
    } catch let error as PasswordError {
      return report(error)
    }
    return .done
  }

  /// Writes the report of an error to stderr and returns its exit code.
  func report(_ error: some ReportableError) -> ExitCode {
    let report = ErrorReport(of: error, settings: settings)
    report.write(to: console)
    return report.exitCode
  }

  /// The exit code of a command with several outcomes: the one that they share, else "partly done".
  func exitCode(of outcomes: [ExitCode]) -> ExitCode {
    let different = Set(outcomes)
    if let only = different.first, different.count == 1 { return only }
    return different.isEmpty ? .done : different.contains(.done) ? .partial : .failed
  }

  /// Writes one item: as JSON, as a card on a terminal, as flat lines, or as lines of name, tab and value in a pipe.
  func write(_ item: Item, as fields: JSONFields?, _ fold: ItemCard.Fold? = nil) throws {
    if let fields { return try console.print(fields.line(item, format)) }
    let lines =
      isFlat
      ? item.flatLines(format) : console.output.isTerminal ? card(item, fold) : item.cardLines(format)
    for line in lines { try console.print(line) }
  }

  /// Writes one of several items, with an empty line between cards.
  func write(_ item: Item, as fields: JSONFields?, _ fold: ItemCard.Fold?, isFirst: Bool) throws {
    if !isFirst, fields == nil { try console.print("") }
    try write(item, as: fields, fold)
  }

  func card(_ item: Item, _ fold: ItemCard.Fold?) -> [String] {
    ItemCard(item: item, format: format, style: console.style, columns: console.columns, fold: fold)
      .lines
  }
}
