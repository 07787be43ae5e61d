import Foundation
import OpenMarket
import Testing

@testable import market

/// `market backup --to`.
@Suite struct BackupFolderTests {
  private let home: Home
  private let folder: String
  /// 2026-11-21 14:58 in Seoul.
  private static let first = "market-20261121T055800Z.db"

  init() async throws {
    home = try Home()
    folder = home.path + "/backups"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(await home.pipe.run("add --title Lamp --price 5 --stock 9 --porcelain").output == "1\n")
  }

  @Test func `a backup has the name of its moment in UTC, and is a store`() async throws {
    let made = await home.pipe.run("backup --to \(folder) --json=file,items,movements,removed")
    made.prints(#"{"file":"\#(folder)/\#(Self.first)","items":1,"movements":1,"removed":[]}"#)
    #expect(home.files(in: "backups") == [Self.first])
    #expect(try home.mode(of: "backups/\(Self.first)") == 0o600)
    await home.pipe.run("check --store \(folder)/\(Self.first)").prints(
      "The store is sound: 1 item, 1 movement")
  }

  @Test func `the oldest beyond the number are removed, and nothing else`() async throws {
    let others = [
      "market-20261121T055800Z.db.parts", "market-20261121T055800Z.db-journal", "market-2026-11-23.db",
      "market-20261121T05580٠Z.db", "xmarket-20261121T055800Z.db", "market-20261121T0558000Z.db", "notes.txt",
    ]
    for name in others { try home.write("mine", to: "backups/\(name)") }
    // A link and a folder of such names, both the oldest.
    let target = try home.write("mine", to: "target.db")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/market-20200101T000000Z.db", withDestinationPath: target)
    try home.write("mine", to: "backups/market-20200102T000000Z.db/inside")
    try home.write("old", to: "backups/market-20210101T000000Z.db")
    try home.write("old", to: "backups/market-20220101T000000Z.db")
    home.wait(seconds: 1)
    let second = "market-20261121T055801Z.db"
    let preview = await home.pipe.run("backup --to \(folder)/ --keep 2 --dry-run")
    preview.prints(
      """
      would write\t\(folder)/\(second)
      would remove\t\(folder)/market-20210101T000000Z.db
      ! Dry run, no backup made.
      """)
    let made = await home.pipe.run("backup --to \(folder) --keep 2")
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: folder + "/" + second)[.size] as? Int)
    made.prints("\(folder)/\(second)\t1\t1\t\(size)\nremoved\t\(folder)/market-20210101T000000Z.db")
    #expect(
      home.files(in: "backups")
        == (others + [
          "market-20200101T000000Z.db", "market-20200102T000000Z.db", "market-20220101T000000Z.db", second,
        ]).sorted())
    #expect(try home.text(of: "target.db") == "mine")
    home.wait(seconds: 1)
    await home.terminal(200).run("backup --to \(folder) --keep 1").prints(
      """
      Backed up to '\(folder)/market-20261121T055802Z.db' and read back: 1 item, 1 movement
      Removed '\(folder)/market-20220101T000000Z.db'
      Removed '\(folder)/\(second)'
      """)
  }

  @Test func `a draft that a killed process has left is removed, and one that is written is not`()
    async throws
  {
    let (left, written) = ("market-20260101T000000Z.db.part", "market-20260102T000000Z.db.part")
    for name in [left, left + "-journal", written] { try home.write("half", to: "backups/\(name)") }
    let descriptor = open("\(folder)/\(written)", O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(await home.pipe.run("backup --to \(folder)").exitCode == .done)
    #expect(home.files(in: "backups") == [written, Self.first])
  }

  @Test func `without a number all stay`() async throws {
    for _ in 0..<3 {
      #expect(await home.pipe.run("backup --to \(folder)").exitCode == .done)
      home.wait(seconds: 1)
    }
    #expect(home.files(in: "backups").count == 3)
  }

  @Test func `a clock that was set back removes neither the new backup nor newer ones`() async throws {
    for year in [2027, 2028] { try home.write("newer", to: "backups/market-\(year)0101T000000Z.db") }
    try home.write("older", to: "backups/market-20200101T000000Z.db")
    #expect(await home.pipe.run("backup --to \(folder) --keep 2").exitCode == .done)
    #expect(
      home.files(in: "backups") == [Self.first, "market-20270101T000000Z.db", "market-20280101T000000Z.db"])
  }

  @Test func `a store among the backups is not removed by its own backup`() async throws {
    let store = folder + "/market-20200101T000000Z.db"
    #expect(await home.pipe.run("add --title Lamp --price 5 --store \(store)").exitCode == .done)
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/link.db", withDestinationPath: store)
    #expect(
      await home.pipe.run("backup --to \(folder) --keep 1 --store \(home.path)/link.db").exitCode == .done)
    #expect(home.files(in: "backups") == ["market-20200101T000000Z.db", Self.first])
  }

  @Test func `nothing is removed when the backup fails`() async throws {
    for year in 2020...2023 { try home.write("old", to: "backups/market-\(year)0101T000000Z.db") }
    let before = home.files(in: "backups")
    let store = home.path + "/.local/share/market/market.db"
    var bytes = try Data(contentsOf: URL(filePath: store))
    bytes.replaceSubrange(8_192..<12_288, with: Data(repeating: 0xFF, count: 4_096))
    try bytes.write(to: URL(filePath: store))
    #expect(await home.pipe.run("backup --to \(folder) --keep 1").exitCode == .failed)
    #expect(home.files(in: "backups") == before)
    #expect(
      await home.pipe.run("backup --to \(folder) --keep 1 --store \(home.path)/none.db").exitCode == .failed)
    #expect(home.files(in: "backups") == before)
  }

  @Test func `a second that has its backup already is not given twice`() async throws {
    try home.write("precious", to: "backups/\(Self.first)")
    let outcome = await home.pipe.run("backup --to \(folder) --keep 1")
    // The clock of this home stands still.
    outcome.prints(
      """
      ! Error: The file '\(folder)/\(Self.first)' already exists
      ! Help:  Choose another path: a backup never replaces a file
      exit 6
      """)
    #expect(try home.text(of: "backups/\(Self.first)") == "precious")
    #expect(home.files(in: "backups") == [Self.first])
  }

  @Test func `what cannot be understood is one error, and nothing is written`() async throws {
    await home.pipe.run("backup copy.db --keep 7").prints(
      """
      ! Error: Missing required option: '--to'
      ! Help:  Run 'market backup --help' to see the usage
      exit 2
      """)
    await home.pipe.run("backup copy.db --to \(folder)").prints(
      """
      ! Error: '--to' and '<file>' cannot be used together
      ! Help:  Use only one of them
      exit 2
      """)
    await home.pipe.run("backup --to \(folder) --keep 0").prints(
      """
      ! Error: Invalid value '0' for '--keep': it must be a whole number from 1 to 10,000
      ! Help:  Run 'market backup --help' to see the usage
      exit 2
      """)
    await home.pipe.run("backup --to ''").prints(
      """
      ! Error: Invalid value '' for '--to': it must not be empty
      ! Help:  Run 'market backup --help' to see the usage
      exit 2
      """)
    await home.pipe.run("backup").prints(
      """
      ! Error: Missing <file>
      ! Help:  Run 'market backup --help' to see the usage
      exit 2
      """)
    for options in ["", " --dry-run"] {
      await home.pipe.run("backup --to \(home.path)/none --keep 7" + options).prints(
        """
        ! Error: No such folder '\(home.path)/none'
        ! Help:  Create the folder, or pass another one with '--to'
        exit 1
        """)
    }
    #expect(home.files(in: "backups") == [])
  }

  @Test func `a dry run of a single backup names it, or what is in its way`() async throws {
    await home.terminal(200).run("backup \(home.path)/copy.db --dry-run").prints(
      """
      \(home.path)/copy.db
      ! Dry run, no backup made. Would write:
      """)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/copy.db"))
    try home.write("precious", to: "copy.db")
    #expect(await home.pipe.run("backup \(home.path)/copy.db --dry-run").exitCode == .refused)
  }
}
