import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

/// `market best` without a keyboard.
struct BestTests {
  private let home: Home

  init() throws { home = try Home() }

  /// Three items and a deleted one, and their sales of some days; the clock is at 2026-11-24 14:58 in Seoul.
  private func fill() async throws {
    try await home.fill()
    try await home.sell([
      DaySales("2026-11-02", 3, 1, 12, "USD"),
      DaySales("2026-11-22", 2, 40, 3_560_000), DaySales("2026-11-22", 9, 2, 60_000),
      DaySales("2026-11-22", 1, 1, 1_490_000),
      DaySales("2026-11-23", 1, 1_200, 1_788_000_000), DaySales("2026-11-23", 3, 41, 512, "USD"),
      DaySales("2026-11-23", 9, 41, 1_230_000), DaySales("2026-11-23", 2, 7, 623_000),
      DaySales("2026-11-24", 2, 1, 89_000),
    ])
  }

  private func run(_ line: String, columns: Int, korean: Bool = false, colored: Bool = false) async -> Outcome
  {
    var terminal = home.terminal(columns, colored: colored)
    if korean { terminal.environment = ["LC_MESSAGES": "ko_KR.UTF-8"] }
    return await terminal.run(line)
  }

  @Test func `yesterday's best sellers at 40, 80 and 120 columns`() async throws {
    try await fill()
    await run("best", columns: 40).prints("A1")
    await run("best", columns: 80).prints("A2")
    await run("best", columns: 120).prints("A3")
  }

  @Test func `the same in Korean`() async throws {
    try await fill()
    await run("best", columns: 40, korean: true).prints("B1")
    await run("best", columns: 80, korean: true).prints("B2")
    await run("best", columns: 120, korean: true).prints("B3")
  }

  @Test func `in colour the changes are signs, and an old price is struck through`() async throws {
    try await fill()
    await run("best", columns: 120, colored: true).prints("C1")
  }

  @Test func `a ranking by revenue keeps the revenue on a narrow terminal`() async throws {
    try await fill()
    await run("best --by revenue", columns: 40).prints("D1")
    await run("best --by revenue --currency usd", columns: 80).prints("D2")
  }

  @Test func `a whole week and month, and this one so far`() async throws {
    try await fill()
    await run("best --week", columns: 80).prints("E1")
    await run("best --week 2026-W48 --limit 1", columns: 80).prints("E2")
    await run("best --month=2026-11 --no-headers", columns: 80).prints("E3")
    await run("best --month", columns: 80).prints("E4")
  }

  @Test func `a day without sales says so, and offers the nearest`() async throws {
    try await fill()
    await run("best --date 2026-11-12 --by pieces --limit 5", columns: 80).prints("F1")
    await home.pipe.run("best --date 2026-11-13").prints("F2")
  }

  @Test func `without any sales there is nothing to offer`() async throws {
    try await home.fill()
    await run("best", columns: 80).prints("G1")
  }

  @Test func `in a pipe each line has the fields, separated by tabs`() async throws {
    try await fill()
    await home.pipe.run("best").prints("H1")
    await home.pipe.run("best --date 2026-11-24").prints("H2")
  }

  @Test func `JSON has exact numbers, and null where there was no rank`() async throws {
    try await fill()
    await home.pipe.run("best --json --limit 3").prints("I1")
    await home.pipe.run("best --json=rank,status,change --date 2026-11-24").prints("I2")
  }

  @Test func `for a screen reader there is a name and a value on each line`() async throws {
    try await fill()
    await run("best --accessible --limit 2", columns: 80).prints("J1")
    await run("best --accessible --date 2026-11-24", columns: 80, korean: true).prints("J2")
  }

  @Test func `cards have the rank and the change`() async throws {
    try await fill()
    await run("best --grid", columns: 80).prints("K1")
  }

  @Test(arguments: [
    "best --date 2026-11-25", "best --week 2026-W49", "best --month 2026-12", "best --date 9999-12-31",
  ])
  func `the future is refused`(line: String) async throws {
    try await fill()
    let date = line.split(separator: " ").last ?? ""
    await home.pipe.run(line).prints(
      """
      ! Error: '\(date)' is in the future
      ! Help:  The market's own time zone says which day it is
      exit 2
      """)
  }

  @Test(arguments: [
    ("--date yesterday", "Invalid value 'yesterday' for '--date': it must be a day, such as 2026-11-20"),
    ("--date 2026-02-29", "Invalid value '2026-02-29' for '--date': it must be a day, such as 2026-11-20"),
    ("--date 2026-11", "Invalid value '2026-11' for '--date': it must be a day, such as 2026-11-20"),
    ("--week 2025-W53", "Invalid value '2025-W53' for '--week': it must be an ISO week, such as 2026-W47"),
    ("--month=2026-13", "Invalid value '2026-13' for '--month': it must be a month, such as 2026-11"),
    ("--date 2026-11-20 --week", "'--date' and '--week' cannot be used together"),
    ("--limit 0", "Invalid value '0' for '--limit': it must be a whole number from 1 to 500"),
    ("--limit 501", "Invalid value '501' for '--limit': it must be a whole number from 1 to 500"),
    ("--currency WON", "Invalid value 'WON' for '--currency': it must be a code of ISO 4217, such as KRW"),
    ("--by stars", "Invalid value 'stars' for '--by'"),
    ("7", "Unexpected argument '7'"),
  ])
  func `a mistake in the options is named`(options: String, message: String) async {
    let outcome = await home.pipe.run("best \(options)")
    #expect(outcome.text.hasPrefix("! Error: \(message)\n"), "\(outcome.text)")
    #expect(outcome.exitCode == .usage)
  }

  @Test func `a market without rankings keeps no sales`() async {
    var terminal = home.pipe
    terminal.session = MockSession { _ in
      HTTPResponse(status: 404, body: Data(#"{"error":true,"reason":"Not Found"}"#.utf8))
    }
    await terminal.run("best").prints("! Error: This market keeps no sales\nexit 6")
  }

  @Test func `the request is printed as a curl command`() async {
    await home.pipe.run("best --week 2026-W47 --by revenue --currency KRW --limit 5 --curl").prints("L1")
    await home.pipe.run("best --curl").prints("L2")
  }

  @Test func `a recorded ranking is shown as it was`() async {
    var terminal = home.pipe
    terminal.session = MockSession { try Recording.response(to: $0) }
    await terminal.run("best").prints("M1")
    await terminal.run("best --date 2021-01-21").prints("M2")
  }
}
