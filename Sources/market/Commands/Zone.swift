import Console
import Foundation
import OpenMarket

/// `market zone`: shows and changes the time zone of the market's days.
struct Zone: Command {
  static let declaration = CommandDeclaration(
    name: "zone", synonyms: ["timezone", "시간대"], parent: "market",
    abstract: "Show or change the time zone of the market's days.",
    discussion: """
      Sales and best sellers are counted by days of the market's time zone, which is this machine's when the store is \
      made. Changing it moves sales near midnight to another day: the command says how many, and which days, and then \
      adds all sales up again in one transaction. A market that is being served waits meanwhile.
      """,
    examples: [
      .init("market zone", "The present time zone."),
      .init("market zone Asia/Seoul", "Change it, after confirming."),
      .init("market zone UTC --dry-run", "Show what would move."),
    ],
    positionals: [
      Positional(
        name: "zone", help: "Name in the time zone database, such as Asia/Seoul.", required: false,
        candidates: .lookup(CompletionReference.zone.rawValue))
    ],
    options: .yes, .dryRun, .markets, .everywhere)

  /// The most days that are shown on a terminal.
  private static let mostDays = 10

  private static let none: LocalizedPhrase = "No sale moves to another day."

  private let zone: TimeZone?
  private let confirmation: Confirmation

  init(_ arguments: Arguments, _ settings: Settings) throws {
    let zone = try arguments.positionals.first.map { name in
      guard let zone = TimeZone(named: name) else {
        throw CommandFailure(
          "No such time zone '\(name.shortened)'", .usage,
          help: timeZone(meantBy: name).map { .didYouMean($0) }
            ?? "Use a name of the time zone database, such as 'Asia/Seoul'")
      }
      return zone
    }
    if zone == nil, arguments[.yes] || arguments[.dryRun] { throw arguments.error(.missingArgument("zone")) }
    self.zone = zone
    confirmation = arguments.confirmation(of: "change the time zone")
  }

  func run(_ context: CommandContext) async throws -> ExitCode {
    try context.settings.requireNamedStore()
    try await context.requireOperator()
    let market = context.market
    guard let zone else {
      guard !context.noteMissingStore() else { return .done }
      try context.console.print(try await market.settings().timeZone.sanitized)
      return .done
    }
    let present = context.hasStore ? try await market.settings().timeZone : nil
    guard zone.name != present else {
      context.note("The time zone is \(zone.name) already")
      return .done
    }
    func moves(isPlan: Bool) async throws -> [MovedSales] {
      try await market.change(SettingsChange(timeZone: zone), isPlan: isPlan).moved ?? []
    }
    let asks = try !context.isDryRun && present != nil && confirmation.asks(in: context)
    if context.isDryRun {
      let moves = try await moves(isPlan: true)
      guard !moves.isEmpty else {
        context.note("\(LocalizedPhrase.dryRun) \(Self.none)")
        return .done
      }
      context.noteDryRun(.dryRun, before: "Would move:")
      return try report(moves, from: present, to: zone, context: context)
    }
    if asks {
      note(try await moves(isPlan: true), context)
      let question: LocalizedPhrase = "Change the time zone to \(zone.name)?"
      guard try confirmation.isGranted(question, declined: .nothingChanged, in: context) else {
        return .declined
      }
    }
    let moves = try await moves(isPlan: false)
    context.noteRecorded("The time zone is \(zone.name) now")
    return try report(moves, from: present, to: zone, context: context)
  }

  /// Says what moves: the number of sales and returns, and a line for each pair of days.
  private func note(_ moves: [MovedSales], _ context: CommandContext) {
    let number = context.format.number
    guard !moves.isEmpty else { return context.console.note(Self.none) }
    context.console.note(
      "Sales and returns that move to another day: \(number(moves.reduce(0) { $0 + $1.count }))")
    for move in moves.prefix(Self.mostDays) {
      context.console.note(
        LocalizedPhrase(verbatim: "\(move.from) → \(move.to)  \(number(move.count))"))
    }
    if moves.count > Self.mostDays {
      context.console.note("… and from \(number(moves.count - Self.mostDays)) more days")
    }
  }

  private func report(
    _ moves: [MovedSales], from present: String?, to zone: TimeZone, context: CommandContext
  ) throws -> ExitCode {
    let console = context.console
    if console.output.isTerminal {
      // Shown before the prompt otherwise.
      if context.isDryRun || confirmation.isGiven { note(moves, context) }
      if !context.isDryRun {
        try console.print(context.format.text("The time zone is \(zone.name) now"))
      }
      return .done
    }
    let verb = context.isDryRun ? "would move" : "moved"
    for move in moves {
      try console.print(
        TSV.line([verb, move.from.description, move.to.description, String(move.count)]))
    }
    if !context.isDryRun { try console.print(TSV.line(["changed", present ?? "", zone.name])) }
    return .done
  }
}

/// The zone that was meant by a name: of the city that was typed, or the one with a similar name.
private func timeZone(meantBy name: String) -> String? {
  let typed = name.lowercased().replacing(" ", with: "_")
  func city(_ zone: String) -> String { zone.split(separator: "/").last.map(String.init) ?? zone }
  if let zone = TimeZone.names.first(where: { city($0).lowercased() == typed }) { return zone }
  if let zone = nearest(to: typed, among: TimeZone.names) { return zone }
  let areas = Set(TimeZone.names.compactMap { $0.lowercased().split(separator: "/").first })
  if typed.contains("/"), typed.split(separator: "/").first.map(areas.contains) ?? true { return nil }
  let nearest = nearest(to: city(typed), among: TimeZone.names.map(city))
  return nearest.flatMap { nearest in TimeZone.names.first { city($0) == nearest } }
}
