import Foundation
import HTTP
import TestSupport
import Testing

/// The program at a real server, that is there and then is not, and the files that it keeps of it.
@Suite(.serialized) struct CacheProcessTests {
  private static let add = "market add --title Lamp --price 5 --currency USD --quiet --porcelain"

  private func seen(_ line: String, at server: ServingProgram) async throws -> Program.Result {
    try await Program(home: server.home).run("export MARKET_SERVER=\(server.url)\n\(line)")
  }

  @discardableResult
  private func stop(_ server: ServingProgram) async throws -> ClosedPort {
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
    return try ClosedPort(server.port)
  }

  @Test func `what was seen is there when the server is not`() async throws {
    let server = try await ServingProgram(try Home())
    try await seen("\(Self.add) && market list --json=id,title", at: server).prints(
      "1\n{\"id\":1,\"title\":\"Lamp\"}\n")
    let port = try await stop(server)
    defer { withExtendedLifetime(port) {} }
    let list = try await seen("market list --json=id,title", at: server)
    #expect(list.output == "{\"id\":1,\"title\":\"Lamp\"}\n")
    #expect(
      list.error.hasPrefix("offline · ")
        && list.error.hasSuffix(" · The connection to '\(server.url)' was refused\n"))
    #expect(list.status == 0)
    try await seen("market --complete -- show ''", at: server).prints("1\tLamp\n")
    for line in ["market list --no-cache", "market delete 1"] {
      let result = try await seen(line, at: server)
      #expect(result.status == 5, "\(line): \(result.error)")
    }
  }

  @Test func `the bytes of a list that has not changed are sent once`() async throws {
    let server = try await ServingProgram(try Home())
    _ = try await seen("\(Self.add); market list; market list; market show 1; market show 1", at: server)
    try await stop(server)
    let asked = try server.log().split(separator: "\n").filter { $0.contains(" /item") }.map {
      $0.split(separator: " ").dropFirst(2).prefix(3).joined(separator: " ")
    }
    // The first finds out whether the server's store is that of this machine. The cost of an item is its operator's alone, in no
    // response that is kept.
    #expect(
      asked == [
        "GET /items/1?per_page=1 200", "POST /item 201", "GET /items/1 200", "GET /items/1 304",
        "GET /item/1 200", "POST /items/export 200", "GET /item/1 304", "POST /items/export 200",
      ])
  }

  @Test(arguments: [
    "env -u HOME -u XDG_CACHE_HOME", "XDG_CACHE_HOME=/dev/null", "XDG_CACHE_HOME=/proc",
    "XDG_CACHE_HOME=relative",
    "XDG_CACHE_HOME=$HOME/kept",
  ])
  func `wherever the cache cannot be, the list is there`(place: String) async throws {
    let server = try await ServingProgram(try Home())
    let line =
      "\(Self.add) && \(place.hasPrefix("env") ? place : "env " + place) market list --json=id --server \(server.url)"
    try await seen(line, at: server).prints("1\n{\"id\":1}\n")
  }

  /// A limit on the size of files stands for a full disk: a write beyond it fails as one there does.
  @Test(.disabled(if: WaitLimit.isSanitized, "the sanitizer's own memory falls under the limit"))
  func `a disk without room for it is no trouble`() async throws {
    let server = try await ServingProgram(try Home())
    try await seen("\(Self.add); rm -r $HOME/.cache; (ulimit -f 0; market list --json=id) | cat", at: server)
      .prints("1\n{\"id\":1}\n")
    #expect(server.home.files(in: ".cache/market/responses") == [])
  }

  @Test func `several at once see lists that are whole, and leave nothing behind`() async throws {
    let server = try await ServingProgram(try Home())
    let loop = { (line: String) in "(for n in 1 2 3 4 5 6 7 8; do \(line) || exit; done)" }
    let line = """
      \(Self.add) >/dev/null
      \(loop("market list --json=id")) > one & first=$!
      \(loop("market list --json=id")) > two & second=$!
      \(loop("market edit 1 --stock $n --quiet >/dev/null")) || exit
      wait $first && wait $second
      """
    try await seen(line, at: server).prints("")
    for name in ["one", "two"] {
      #expect(try server.home.text(of: name) == String(repeating: "{\"id\":1}\n", count: 8))
    }
    try await seen("market list --json=id,stock", at: server).prints("{\"id\":1,\"stock\":8}\n")
    // A mark of an edit may stand beside what was fetched at the same moment.
    #expect(
      server.home.files(in: ".cache/market/responses").filter { $0.prefix { $0 != "~" }.count != 27 } == [])
  }

  @Test func `a kill in the middle leaves whole answers or none`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let server = try await ServingProgram(try Home())
    let kills = (0..<12).map { _ in
      let delay = Double(Int.random(in: 5...60, using: &chance)) / 1_000
      return "market list --refresh >/dev/null & id=$!; sleep \(delay); kill -9 $id; wait $id"
    }
    _ = try await seen(
      Self.add + "; market list; { \(kills.joined(separator: "\n")); } 2>/dev/null", at: server)
    try await stop(server)
    let list = try await seen("market list --json=id", at: server)
    #expect(list.output == "{\"id\":1}\n", "seed \(seed)")
    #expect(list.status == 0, "seed \(seed)")
  }
}
