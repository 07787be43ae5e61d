import Foundation
import OpenMarket
import Testing

@testable import market

struct ZoneTests {
  /// A market of Seoul with sales at 00:30 and at noon of 2026-11-20, and at 08:00 of the next day.
  private static func home() async throws -> Home {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --currency USD --stock 9")
    for time in ["2026-11-20T00:30", "2026-11-20T12:00", "2026-11-21T08:00"] {
      #expect(await home.pipe.run("sell 1 --at \(time) --quiet").exitCode == .done)
    }
    #expect(await home.pipe.run("return 1 --at 2026-11-21T08:30 --quiet").exitCode == .done)
    return home
  }

  @Test func `a change of the zone moves sales to other days, and the store stays sound`() async throws {
    let home = try await Self.home()
    await home.pipe.run("zone").prints("Asia/Seoul")
    await home.pipe.run("sales").prints("2026-11-20\t2\t10\tUSD")
    await home.pipe.run("zone America/New_York --yes").prints(
      """
      moved\t2026-11-21\t2026-11-20\t2
      moved\t2026-11-20\t2026-11-19\t2
      changed\tAsia/Seoul\tAmerica/New_York
      """)
    await home.pipe.run("zone").prints("America/New_York")
    await home.pipe.run("sales").prints("2026-11-19\t2\t10\tUSD")
    #expect(await home.pipe.run("best --date 2026-11-19").output.contains("\tLamp\t2\t"))
    await home.pipe.run("check").prints("The store is sound: 1 item, 5 movements")
    await home.pipe.run("zone Asia/Seoul --yes").prints(
      """
      moved\t2026-11-20\t2026-11-21\t2
      moved\t2026-11-19\t2026-11-20\t2
      changed\tAmerica/New_York\tAsia/Seoul
      """)
    await home.pipe.run("sales").prints("2026-11-20\t2\t10\tUSD")
    await home.pipe.run("check").prints("The store is sound: 1 item, 5 movements")
  }

  @Test func `a dry run and a pipe without --yes change nothing`() async throws {
    let home = try await Self.home()
    await home.pipe.run("zone Asia/Kolkata --dry-run").prints(
      """
      would move\t2026-11-20\t2026-11-19\t1
      ! Dry run, nothing changed.
      """)
    for terminal in [home.pipe, home.terminal()] {
      await terminal.run("zone Asia/Tokyo --dry-run").prints(
        "! Dry run, nothing changed. No sale moves to another day.")
    }
    await home.pipe.run("zone Asia/Kolkata").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to change the time zone without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    await home.pipe.run("zone").prints("Asia/Seoul")
  }

  @Test func `a terminal shows what moves before it asks`() async throws {
    let home = try await Self.home()
    var terminal = home.terminal()
    terminal.input = ["n"]
    await terminal.run("zone America/New_York").prints(
      """
      ! Sales and returns that move to another day: 4
      ! 2026-11-21 → 2026-11-20  2
      ! 2026-11-20 → 2026-11-19  2
      ! Change the time zone to America/New_York? [y/N] Nothing was changed.
      exit 8
      """)
    terminal.input = ["y"]
    await terminal.run("zone Asia/Tokyo --locale ko").prints(
      """
      시간대를 변경했습니다: Asia/Tokyo
      ! 날짜가 바뀌는 판매가 없습니다.
      ! 시간대를 변경할까요? 새 시간대: Asia/Tokyo [y/N] ⟨no line end⟩
      """)
    await terminal.run("zone asia/tokyo").prints("! The time zone is Asia/Tokyo already")
  }

  @Test func `many days are cut short on a terminal`() async throws {
    let home = try Home()
    _ = await home.pipe.run("add --title Lamp --price 5 --stock 20")
    for day in 1...12 {
      _ = await home.pipe.run("sell 1 --at 2026-11-\(day < 10 ? "0" : "")\(day)T00:30 --quiet")
    }
    let shown = await home.terminal().run("zone UTC --dry-run")
    #expect(shown.error.hasPrefix("Dry run, nothing changed. Would move:\n"))
    #expect(shown.error.contains("another day: 12\n2026-11-12 → 2026-11-11  1\n"))
    #expect(shown.error.hasSuffix("2026-11-03 → 2026-11-02  1\n… and from 2 more days\n"))
  }

  @Test(arguments: [
    ("Seoul", "Did you mean 'Asia/Seoul'?"), ("asia/soul", "Did you mean 'Asia/Seoul'?"),
    ("'New York'", "Did you mean 'America/New_York'?"), ("Berlim", "Did you mean 'Europe/Berlin'?"),
    ("kolkata", "Did you mean 'Asia/Kolkata'?"),
    ("KST", "Use a name of the time zone database, such as 'Asia/Seoul'"),
    ("''", "Use a name of the time zone database, such as 'Asia/Seoul'"),
    ("Asia/Nowhere", "Use a name of the time zone database, such as 'Asia/Seoul'"),
    ("../Asia/Seoul", "Did you mean 'Asia/Seoul'?"),
  ])
  func `an unknown zone is refused with the one that was meant`(name: String, help: String) async throws {
    let home = try Home()
    let outcome = await home.pipe.run("zone \(name) --yes")
    let value = name.replacing("'", with: "")
    #expect(outcome.error == "Error: No such time zone '\(value)'\nHelp:  \(help)\n")
    #expect(outcome.exitCode == .usage)
    #expect(home.files(in: ".local/share/market").isEmpty)
  }

  @Test func `a store is made with a zone, and without one there is none to show`() async throws {
    let home = try Home()
    await home.pipe.run("zone").prints("! No store at '\(home.path)/.local/share/market/market.db' yet")
    await home.pipe.run("zone Pacific/Apia").prints("changed\t\tPacific/Apia")
    await home.pipe.run("zone").prints("Pacific/Apia")
    await home.pipe.run("zone --yes").prints(
      """
      ! Error: Missing <zone>
      ! Help:  Run 'market zone --help' to see the usage
      exit 2
      """)
  }

  @Test func `a sale while the zone changes is counted once, on its day of the new zone`() async throws {
    let home = try await Self.home()
    let location = StoreLocation.file(home.path + "/.local/share/market/market.db")
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    try await withThrowingTaskGroup { group in
      for _ in 1...4 { group.addTask { _ = await home.pipe.run("sell 1 --at 2026-11-20T00:30 --quiet") } }
      group.addTask { _ = try await Marketplace(Store(at: location)).change(SettingsChange(timeZone: zone)) }
      try await group.waitForAll()
    }
    await home.pipe.run("check").prints("The store is sound: 1 item, 9 movements")
    await home.pipe.run("sales --by currency").prints("6\t30\tUSD")
  }
}
