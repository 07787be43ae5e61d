import Foundation
import HTTP
import OpenMarket
import SystemSupport
import TestSupport
import Testing

@testable import market

/// Writes whose response is lost, at a market behind a connection.
@Suite struct LostOutcomeTests {
  /// A market whose next responses to writes are lost, or whose connections are refused.
  private final class LossyMarket: Session {
    private let localMarket: LocalMarket
    private let failures = Locked<[SessionError]>([])
    private let hasIdentity = Locked(true)

    init(_ localMarket: LocalMarket) { self.localMarket = localMarket }

    func fails(_ errors: SessionError...) { failures.withLock { $0 = errors } }
    func hidesIdentity() { hasIdentity.withLock { $0 = false } }

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      let failure = request.method == .post ? failures.withLock { $0.isEmpty ? nil : $0.removeFirst() } : nil
      if failure == .refused { throw SessionError.refused }
      var response = try await localMarket.response(to: request)
      if let failure { throw failure }
      if !hasIdentity.value { response.headers["Market-Identity"] = nil }
      return response
    }
  }

  private let home: Home
  private let server: LossyMarket
  private let lost = SessionError.connectionLost(.beforeHead)
  private let pending = ".local/state/market/pending"

  /// The writes whose outcome is not known, without the file that says that the folder's parents are on the disk.
  private var pendingFiles: [String] { home.files(in: pending).filter { $0 != ".durable" } }

  init() async throws {
    home = try Home()
    server = LossyMarket(home.market(at: .file(home.path + "/served.db")))
    #expect(await run("add --title Lamp --price 5 --stock 9 --porcelain").text == "1")
  }

  private func run(_ line: String, korean: Bool = false) async -> Outcome {
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": "http://market.example", "MARKET_PASSWORD": "hunter2"]
    if korean { pipe.environment["LC_MESSAGES"] = "ko_KR.UTF-8" }
    pipe.session = server
    return await pipe.run(line)
  }

  private func stock() async -> String { await run("show 1 --json=stock").text }

  private static let unknown = """
    ! Error: The server 'http://market.example' closed the connection without a response
    ! Help:  It may have been recorded; run the same command again to find out
    exit 5
    """

  @Test func `a sale whose response is lost three times is settled by the same command`() async throws {
    server.fails(lost, lost, lost)
    await run("sell 1 --note 'to Kim'").prints(Self.unknown)
    #expect(await stock() == #"{"stock":8}"#)
    home.wait(seconds: 120)
    let settled = await run("sell 1 --note 'to Kim'")
    #expect(
      settled.error
        == "Recorded 2 minutes ago as entry 2 (its response was lost); nothing more was sold. To sell one more: --new\n"
    )
    #expect(settled.exitCode == .done)
    #expect(await stock() == #"{"stock":8}"#)
    #expect(pendingFiles == [])
    // It is settled: the same command is a sale of its own again.
    #expect(await run("sell 1 --note 'to Kim'").error == "")
    #expect(await stock() == #"{"stock":7}"#)
  }

  @Test func `a sale at a time of day is settled after midnight too`() async throws {
    server.fails(lost, lost, lost)
    await run("sell 1 --at 14:58").prints(Self.unknown)
    home.wait(seconds: 10 * 3_600)
    // The time of the new day is in the future.
    let settled = await run("sell 1 --at 14:58")
    #expect(settled.error.hasPrefix("Recorded 10 hours ago as entry 2"), "\(settled.text)")
    #expect(await stock() == #"{"stock":8}"#)
    await run("sell 1 --at 14:58").prints(
      """
      ! Error: The time is in the future
      ! Help:  Pass the time of the sale with '--at', in the market's time zone
      exit 6
      """)
  }

  @Test func `a sale that never arrived is made by the same command`() async throws {
    server.fails(lost, .refused, .refused)
    // The first attempt outweighs the later ones, which have not reached the market.
    await run("sell 1").prints(Self.unknown)
    server.fails(.refused, .refused, .refused)
    #expect(await run("sell 1").exitCode == .temporary)
    #expect(pendingFiles.count == 1)
    #expect(await run("sell 1").exitCode == .done)
    #expect(await stock() == #"{"stock":8}"#)
  }

  @Test func `a refused connection leaves nothing to settle`() async throws {
    server.fails(.refused, .refused, .refused)
    await run("sell 1").prints(
      """
      ! Error: The connection to 'http://market.example' was refused
      ! Help:  Check the port of the address, and whether the server is running
      exit 5
      """)
    #expect(pendingFiles == [])
  }

  @Test func `another command, and --new, are writes of their own`() async throws {
    server.fails(lost, lost, lost)
    _ = await run("restock 1")
    #expect(await run("restock 1 --quantity 2").error == "")
    #expect(await run("restock 1 --new").error == "")
    #expect(await stock() == #"{"stock":13}"#)
    #expect(pendingFiles == [])
  }

  @Test func `what is forgotten after a day is a write of its own`() async throws {
    server.fails(lost, lost, lost)
    _ = await run("write-off 1 --reason broken")
    home.wait(days: 1)
    #expect(await run("write-off 1 --reason broken").error == "")
    #expect(await stock() == #"{"stock":7}"#)
  }

  @Test func `items and reviews are settled too`() async throws {
    server.fails(lost, lost, lost)
    #expect(await run("add --title Desk --price 80").exitCode == .temporary)
    home.wait(seconds: 180)
    #expect(
      await run("add --title Desk --price 80 --porcelain").text
        == "2\n! Added 3 minutes ago as #2 (its response was lost); nothing more was added. To add one more: --new"
    )
    server.fails(lost, lost, lost)
    #expect(await run("review 1 --stars 4 --text Bright").exitCode == .temporary)
    home.wait(seconds: 180)
    #expect(
      await run("review 1 --stars 4 --text Bright", korean: true).error
        == "3분 전 리뷰 1번으로 이미 작성되었습니다(응답이 유실되었습니다). 더 작성하지 않았습니다. 하나 더 작성하려면 --new\n")
    #expect(await run("reviews 1").output.split(separator: "\n").count == 1)
  }

  @Test func `an image is the same while its file is`() async throws {
    let path = try home.write(MockData.bytes("macbook.jpg"), to: "desk.jpg")
    let command = "add --title Desk --price 80 --image \(path) --porcelain"
    server.fails(lost, lost, lost)
    #expect(await run(command).exitCode == .temporary)
    #expect(await run(command).text.hasPrefix("2\n! Added "))
    server.fails(lost, lost, lost)
    #expect(await run(command).exitCode == .temporary)
    // Another image at the same path is another item, and what is unknown of the first stays so.
    try home.write(MockData.bytes("macbook.png"), to: "desk.jpg")
    #expect(await run(command).text == "4")
  }

  @Test func `the record is private, and has no password`() async throws {
    server.fails(lost, lost, lost)
    _ = await run("sell 1")
    let file = try #require(pendingFiles.first)
    #expect(try home.mode(of: pending) == 0o700)
    #expect(try home.mode(of: pending + "/" + file) == 0o600)
    let text = try home.text(of: pending + "/" + file)
    #expect(text.contains(#""key":""#))
    #expect(!text.contains("hunter2"))
  }

  @Test func `a market that keeps no keys is looked at by hand`() async throws {
    server.hidesIdentity()
    server.fails(lost, lost, lost)
    _ = await run("sell 1")
    home.wait(seconds: 120)
    await run("sell 1").prints(
      """
      ! Error: The same command may have been recorded 2 minutes ago, and this market cannot say
      ! Help:  Look with 'market history 1'; if it was not recorded, run the command with '--new'
      exit 1
      """)
    #expect(await stock() == #"{"stock":8}"#)
  }

  @Test func `a wrong password does not settle an earlier command`() async throws {
    server.fails(lost, lost, lost)
    _ = await run("sell 1")
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": "http://market.example", "MARKET_PASSWORD": "wrong"]
    pipe.session = server
    #expect(await pipe.run("sell 1").exitCode == .wrongPassword)
    #expect(pendingFiles.count == 1)
    #expect(await run("sell 1").error.hasPrefix("Recorded now as entry 2 "))
  }

  @Test func `two commands that run at the same time do not settle each other, and records are bounded`()
    throws
  {
    let now = home.now
    let writes = PendingWrites(folder: home.path + "/pending", waitsForDisk: false) { now }
    let running = try #require(writes.begin("a", key: "1"))
    #expect(try writes.earlier("a") == nil)
    withExtendedLifetime(running) {}
    for number in 0..<PendingWrites.most + 5 { _ = writes.begin("b\(number)", key: "2") }
    #expect(home.files(in: "pending").count == PendingWrites.most)
  }
}
