import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// The trash, the log and undo at a server, and at one that lacks them.
@Suite(.serialized) struct RemoteWayBackTests {
  /// A server without the extension: its unknown paths are not found.
  private static func old(_ market: any Session) -> MockSession {
    MockSession { request in
      let path = request.target
      guard !["/trash", "/undo", "/log"].contains(where: path.contains) else {
        return HTTPResponse(status: 404)
      }
      var response = try await market.response(to: request)
      response.headers["Trash-Expires"] = nil
      return response
    }
  }

  @Test func `a server without room in the trash says so before and after a deletion`() async throws {
    let home = try Home()
    let market = try TemporaryMarket()
    try await TrashRegistry(at: market.location).set(days: 0)
    var terminal = home.terminal()
    terminal.session = MockSession { try await market.response(to: $0) }
    terminal.environment["MARKET_SERVER"] = "https://market.example"
    terminal.environment["MARKET_PASSWORD"] = "hunter2"
    _ = await terminal.run("add --title Lamp --price 5 --currency USD")
    terminal.input = ["y"]
    await terminal.run("delete 1").prints(
      """
      Deleted #1 Lamp
      ! #1 Lamp · USD 5.00
      ! The history goes too; sales stay in the totals.
      ! Delete this item for good? [y/N] Item 1 was deleted for good: the trash is turned off, or has no room
      """)
  }

  @Test func `a seller takes back at a server what the password is for`() async throws {
    let home = try Home()
    let market = try TemporaryMarket()
    var pipe = home.pipe
    pipe.session = MockSession { try await market.response(to: $0) }
    pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_PASSWORD": "hunter2"]
    _ = await pipe.run("add --title Lamp --price 5 --currency USD")
    _ = await pipe.run("edit 1 --title 'Lamp 2'")
    _ = await pipe.run("delete 1")
    await pipe.run("trash --json").prints(
      #"{"id":1,"title":"Lamp 2","vendor_name":"market","deleted_at":"2021-01-25T06:26:03+09:00","#
        + #""expires_at":"2021-02-24T06:26:03+09:00"}"#)
    await pipe.run("undo 3 --yes").prints("undone\t3\trestored\t1\tLamp 2")
    await pipe.run("undo 2 --dry-run -q").prints("would undo\t2\tedited\t1\tLamp\ttitle\tLamp 2\tLamp")
    await pipe.run("undo 2 --yes").prints("undone\t2\tedited\t1\tLamp\ttitle\tLamp 2\tLamp")
    await pipe.run("log 1").prints(
      """
      5\t2021-01-25T06:26:03+09:00\tundo\t\tedited\t1\tLamp\ttitle\tLamp 2\tLamp
      4\t2021-01-25T06:26:03+09:00\tundo\t\trestored\t1\tLamp 2
      3\t2021-01-25T06:26:03+09:00\tdelete\t4\tdeleted\t1\tLamp 2
      2\t2021-01-25T06:26:03+09:00\tedit\t5\tedited\t1\tLamp 2\ttitle\tLamp\tLamp 2
      1\t2021-01-25T06:26:03+09:00\tadd\t\tadded\t1\tLamp
      """)
    await pipe.run("undo 2 --yes").prints(
      """
      ! Error: Entry 2 was taken back already, by entry 5
      ! Help:  Take that back: 'market undo 5'
      exit 6
      """)
    await pipe.run("undo --yes").prints("undone\t5\tedited\t1\tLamp 2\ttitle\tLamp\tLamp 2")
    pipe.environment["MARKET_PASSWORD"] = "guess"
    await pipe.run("undo 6 --yes").prints(
      """
      ! Error: The log has no entry '6'
      ! Help:  Run 'market log' to see what can be taken back
      exit 3
      """)
  }

  @Test func `a server has the log of a seller, and of no other`() async throws {
    let market = try TemporaryMarket()
    func seller(_ password: String?) throws -> (Home, Terminal) {
      let home = try Home()
      var pipe = home.pipe
      pipe.session = MockSession { try await market.response(to: $0) }
      pipe.environment = ["MARKET_SERVER": "https://market.example"]
      if let password { pipe.environment["MARKET_PASSWORD"] = password }
      return (home, pipe)
    }
    let (first, second, stranger) = (try seller("hunter2"), try seller("hunter3"), try seller(nil))
    _ = await first.1.run("add --title Lamp --price 5 --currency USD")
    _ = await second.1.run("add --title Vase --price 6 --currency USD")
    _ = await first.1.run("edit 1 --price 4")
    _ = await first.1.run("delete 1")
    await first.1.run("log").prints(
      """
      4\t2021-01-25T06:26:03+09:00\tdelete\t\tdeleted\t1\tLamp
      3\t2021-01-25T06:26:03+09:00\tedit\t\tedited\t1\tLamp\tprice\t5\t4
      1\t2021-01-25T06:26:03+09:00\tadd\t\tadded\t1\tLamp
      """)
    await first.1.run("log --per-page 1 --page 3").prints(
      "1\t2021-01-25T06:26:03+09:00\tadd\t\tadded\t1\tLamp")
    await second.1.run("log").prints("2\t2021-01-25T06:26:03+09:00\tadd\t\tadded\t2\tVase")
    await second.1.run("undo --yes").prints("undone\t2\tdeleted\t2\tVase")
    for command in ["log", "undo --yes"] {
      let refused = await stranger.1.run(command)
      #expect(refused.exitCode == .wrongPassword && refused.output.isEmpty, "\(refused)")
    }
  }

  @Test func `a server without a trash deletes for good, and says so before`() async throws {
    let home = try Home()
    let market = try TemporaryMarket()
    var pipe = home.pipe
    pipe.session = Self.old(market)
    pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_PASSWORD": "hunter2"]
    _ = await pipe.run("add --title Lamp --price 5 --currency USD")
    var terminal = home.terminal()
    (terminal.session, terminal.environment) = (pipe.session, pipe.environment)
    terminal.input = ["n"]
    await terminal.run("delete 1").prints(
      """
      ! #1 Lamp · USD 5.00
      ! The history goes too; sales stay in the totals.
      ! Delete this item for good? [y/N] Nothing was deleted.
      exit 8
      """)
    for (line, message) in [
      ("trash", "This market has no trash: what is deleted there is gone"),
      ("restore 1", "This market has no trash: what is deleted there is gone"),
    ] {
      await pipe.run(line).prints("! Error: \(message)\nexit 6")
    }
  }

  /// A machine with a server that keeps no log, on which an item was added and edited.
  private func oldServer() async throws -> (Home, Terminal) {
    let home = try Home()
    let market = try TemporaryMarket()
    var pipe = home.pipe
    pipe.session = Self.old(market)
    pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_PASSWORD": "hunter2"]
    _ = await pipe.run("add --title Lamp --price 50000 --currency KRW --description Old")
    _ = await pipe.run("edit 1 --price 45000 --description New")
    return (home, pipe)
  }

  private static let noLog = "! This market keeps no log:"

  @Test func `at a server without a log the inverse request is sent, said before, and taken back`()
    async throws
  {
    let (home, pipe) = try await oldServer()
    var terminal = home.terminal()
    (terminal.session, terminal.environment) = (pipe.session, pipe.environment)
    terminal.input = ["y"]
    await terminal.run("undo").prints(
      """
      Undid entry 2 (entry 3)
      ! This market keeps no log: 'PATCH /item/1' takes the change back
      ! Entry 2, 'edit', would be taken back:
      ! #1 Lamp · Price KRW 45,000 → KRW 50,000 · Description New → Old
      ! Take this back? [y/N] ⟨no line end⟩
      """)
    await pipe.run("show 1 --json=price,descriptions").prints(#"{"price":50000,"descriptions":"Old"}"#)
    await pipe.run("undo").prints(
      """
      ! Error: Confirmation is required; pass '--yes' to take it back without a prompt
      ! Help:  Run it in an interactive terminal to be prompted
      exit 2
      """)
    await pipe.run("undo 2 --yes").prints(
      """
      ! Error: Entry 2 was taken back already, by entry 3
      ! Help:  Take that back: 'market undo 3'
      exit 6
      """)
    await pipe.run("undo --yes").prints(
      """
      undone\t3\tedited\t1\tLamp\tprice\t50000\t45000
      undone\t3\tedited\t1\tLamp\tdescription\tOld\tNew
      \(Self.noLog) 'PATCH /item/1' takes the change back
      """)
    await terminal.run("log").prints(
      """
      ENTRY  WHEN  COMMAND  CHANGE
          4  now   undo     takes back 3 · #1 Lamp · Price KRW 50,000 → KRW 45,000 · …
          3  now   undo     taken back by 4 · #1 Lamp · Price KRW 45,000 → KRW 50,000…
          2  now   edit     #1 Lamp · Price KRW 50,000 → KRW 45,000 · Description Old…
          1  now   add      #1 Lamp · added
      \(Self.noLog) these are the changes that were sent from this machine
      ! 1–4 of 4
      """)
  }

  @Test func `the inverse is refused where the item has changed since, or nothing takes the write back`()
    async throws
  {
    let (home, pipe) = try await oldServer()
    let other = try Home()
    var elsewhere = other.pipe
    (elsewhere.session, elsewhere.environment) = (pipe.session, pipe.environment)
    _ = await elsewhere.run("edit 1 --price 40000")
    await pipe.run("undo --yes").prints(
      """
      ! Error: Item 1, 'Lamp', has changed since
      ! Help:  Look with 'market log 1', or take it back all the same with '--force'
      exit 6
      """)
    await pipe.run("undo --yes --force -q").prints(
      """
      undone\t2\tedited\t1\tLamp\tprice\t45000\t50000
      undone\t2\tedited\t1\tLamp\tdescription\tNew\tOld
      """)
    await elsewhere.run("undo 9 --yes").prints(
      """
      ! Error: The log has no entry '9'
      ! Help:  Run 'market log' to see what can be taken back
      exit 3
      """)
    await pipe.run("undo 1 --dry-run -q").prints("would undo\t1\tdeleted_for_good\t1\tLamp")
    await pipe.run("undo 1 --yes").prints(
      "undone\t1\tdeleted_for_good\t1\tLamp\n\(Self.noLog) 'DELETE /item/1' takes the change back")
    await pipe.run("undo --yes").prints(
      """
      ! Error: Item 1 was deleted, and this market does not bring it back
      ! Help:  Add it again with 'market add'
      exit 6
      """)
    let journals = home.path + "/.local/state/market/journals"
    let files = try FileManager.default.contentsOfDirectory(atPath: journals)
    #expect(files.count == 1)
    for file in files {
      let path = journals + "/" + file
      let attributes: [FileAttributeKey: Any] = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("hunter2"))
    }
  }
}
