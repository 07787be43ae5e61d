import Foundation
import OpenMarket
import Testing

@testable import market

@Suite struct CopyTests {
  private let home: Home
  private let store: String

  init() async throws {
    home = try Home()
    store = home.path + "/.local/share/market/market.db"
    #expect(await home.pipe.run("add --title Lamp --price 5 --stock 9 --porcelain").output == "1\n")
    #expect(await home.pipe.run("sell 1:2").exitCode == .done)
  }

  @Test func `a copy prints each table with its digest, which is that of the rehearsal`() async throws {
    let target = home.path + "/copy.db"
    let rehearsed = await home.pipe.run("copy sqlite:\(store) sqlite:\(target) --dry-run")
    #expect(rehearsed.exitCode == .done)
    #expect(rehearsed.error == "Dry run, nothing copied.\n")
    #expect(!FileManager.default.fileExists(atPath: target))
    let copied = await home.pipe.run("copy sqlite:\(store) sqlite:\(target)")
    #expect(copied.output == rehearsed.output && copied.error.isEmpty && copied.exitCode == .done)
    #expect(copied.output.contains(/(?m)^movement\t2\t\d+\t[0-9a-f]{64}$/))
    #expect(try home.mode(of: "copy.db") == 0o600)
    await home.pipe.run("check --store sqlite:\(target)").prints("The store is sound: 1 item, 2 movements")
    let json = await home.pipe.run("copy \(store) \(home.path)/more.db --json=table,rows").output
    #expect(json.hasPrefix(#"{"table":"store","rows":1}"# + "\n"))
  }

  @Test func `what cannot be copied is one error`() async throws {
    let target = home.path + "/copy.db"
    #expect(await home.pipe.run("copy \(store) \(target)").exitCode == .done)
    await home.pipe.run("copy \(store) \(target)").prints(
      """
      ! Error: The target '\(target)' has a store already
      ! Help:  Name an empty target: a copy never replaces a store
      exit 6
      """)
    await home.pipe.run("copy \(home.path)/none.db \(home.path)/new.db").prints(
      """
      ! Error: There is no store '\(home.path)/none.db'
      ! Help:  Check the path, or pass another with '--store'
      exit 1
      """)
    #expect(home.files(in: "").filter { $0.hasPrefix("no") || $0.hasPrefix("ne") } == [])
    await home.pipe.run("copy \(store)").prints(
      """
      ! Error: Missing <target>
      ! Help:  Run 'market copy --help' to see the usage
      exit 2
      """)
    await home.pipe.run("copy \(store) postgres://a:secret@localhost/b").prints(
      """
      ! Error: Invalid value 'postgres://***@localhost/b' for <target>: it must not have a password, which other users can see: use a password file (PGPASSFILE)
      ! Help:  For example: 'market copy sqlite:market.db postgres://localhost/market'
      exit 2
      """)
  }

  @Test func `a store of this version needs no migration, and a file is set up well`() async throws {
    await home.pipe.run("migrate --plan").prints("! The schema has version 21 already")
    for option in ["--migrate", "--migrate --dry-run"] {
      await home.pipe.run("check \(option)").prints("! The schema has version 21 already")
    }
    let sound = await home.pipe.run("doctor --json=check,state")
    #expect(sound.exitCode == .done)
    #expect(sound.output.hasPrefix("{\"check\":\"permissions\",\"state\":\"ok\"}\n"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store)
    let exposed = await home.pipe.run("doctor")
    #expect(exposed.exitCode == .failed)
    #expect(
      exposed.output.hasPrefix(
        "fail\tpermissions\tPermissions of the file: 644\tRun 'chmod 600' on the file\n"))
    await home.pipe.run("check").prints(
      """
      fail\tpermissions\tPermissions of the file: 644\tRun 'chmod 600' on the file
      The store is sound: 1 item, 2 movements
      ! Warning: Other users have access to the store '\(store)'
      ! Help:    Make it private: chmod 600 \(store)
      exit 1
      """)
    #expect(await home.pipe.run("check --migrate --repair").exitCode == .usage)
  }
}
