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
    await pipe.run("undo --yes").prints(
      """
      ! Error: At a server name the entry: 'market undo <entry>'
      ! Help:  Run 'market undo --help' to see the usage
      exit 2
      """)
    pipe.environment["MARKET_PASSWORD"] = "guess"
    await pipe.run("undo 5 --yes").prints(
      """
      ! Error: The log has no entry '5'
      ! Help:  Run 'market log' to see what can be taken back
      exit 3
      """)
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
      ("log 1", "This market keeps no log of changes"),
      ("undo 1 --yes", "This market keeps no log of changes"),
    ] {
      await pipe.run(line).prints("! Error: \(message)\nexit 6")
    }
  }
}
