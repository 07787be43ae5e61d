import Foundation
import TestSupport
import Testing

/// Tests that need processes: signals, real disks, and several programs that use one store. Serialized, since they
/// measure time.
@Suite(.serialized) struct ProcessTests {
  private static let add = "market add --title Lamp --price 5 --porcelain --quiet"

  @Test func `the program starts, prints its version and ends`() async throws {
    try await Program(home: Home()).run("market --version").prints("market 1.0.0\n")
  }

  @Test func `every printed id is stored once, even after a kill`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var chance = SeededChance(seed: seed)
    let program = Program(home: try Home())
    // Some processes are killed before they write, some during it and some after it.
    let delays = (0..<12).map { _ in Double(Int.random(in: 5...80, using: &chance)) / 1_000 }
    let line = delays.map { delay in
      "\(Self.add) >> printed & id=$!; sleep \(delay); kill -9 $id 2>/dev/null; wait $id 2>/dev/null"
    }.joined(separator: "\n")
    _ = try await program.run(line + "\n\(Self.add) >> printed", shell: "bash")
    let printed = try program.home.text(of: "printed").split(separator: "\n").compactMap { Int($0) }
    let listed = try await program.run("market list --all --json=id")
    let ids = listed.output.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
    #expect(listed.status == 0, "seed \(seed): \(listed.error)")
    #expect(Set(printed).isSubset(of: ids), "seed \(seed)")
    #expect(Set(ids).count == ids.count, "seed \(seed)")
    #expect(Set(printed).count == printed.count, "seed \(seed)")
    #expect(printed.last == ids.last, "seed \(seed)")
    // Opening the store again has removed the journal of a killed process.
    #expect(program.home.files(in: ".local/share/market") == ["market.db"])
  }

  @Test func `an argument that is not UTF-8 is rejected, not repaired`() async throws {
    let program = Program(home: try Home())
    let outcome = try await program.run("market add --price 5 --title \"$(printf 'caf\\351')\"")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.error == """
        Error: The argument 'caf\u{FFFD}' is not UTF-8 text
        Help:  Type it again, or use a UTF-8 terminal

        """)
    try await program.run("market list --quiet").prints("")
  }

  @Test func `two concurrent loops of twenty adds succeed`() async throws {
    let program = Program(home: try Home())
    let loop = "for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do \(Self.add) || exit; done"
    let both = try await program.run("(\(loop)) > one & (\(loop)) > two; status=$?; wait $! && exit $status")
    both.prints("")
    let printed = try ["one", "two"].flatMap {
      try program.home.text(of: $0).split(separator: "\n").compactMap { Int($0) }
    }
    #expect(printed.sorted() == Array(1...40))
    let listed = try await program.run("market list --all | wc -l | tr -d ' '")
    listed.prints("40\n")
  }

  /// A limit on the file size simulates a full disk: a write beyond it fails the same way.
  @Test(.disabled(if: WaitLimit.isSanitized, "the sanitizer's own memory falls under the limit"))
  func `a full disk changes nothing and is reported`() async throws {
    let program = Program(home: try Home())
    _ = try await program.run(Self.add)
    let store = program.home.path + "/.local/share/market/market.db"
    let size = try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int ?? 0
    let blocks = size / 1_024
    let long = String(repeating: "x", count: 60_000)
    let outcome = try await program.run(
      "ulimit -f \(blocks); market add --title Desk --price 80 --description \(long)",
      shell: "bash")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("Error: The "), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 2, "\(outcome.error)")
    try await program.run("market list --json=id,title").prints("{\"id\":1,\"title\":\"Lamp\"}\n")
    try await program.run(Self.add).prints("2\n")
  }

  #if os(Linux)
    @Test(arguments: [
      "list", "list --json", "show 1", "help", "--version", "config",
    ])
    func `output to a full device is a failure`(words: String) async throws {
      let program = Program(home: try Home())
      _ = try await program.run(Self.add)
      try await program.run("market \(words) > /dev/full").prints(
        "", error: "Error: The output could not be written: no space left\n", status: 1)
      try await program.run("market add --title Desk --price 80 --currency USD > /dev/full").prints(
        "",
        error: """
          Error: Recorded, but the output could not be written: no space left
          Help:  Added #2. Do not run the command again

          """, status: 7)
    }
  #endif

  @Test func `a reader that stops early is not an error`() async throws {
    let program = Program(home: try Home())
    for _ in 1...3 { _ = try await program.run(Self.add) }
    try await program.run(
      "set -o pipefail; market list --all --per-page 1 --json=id | head -n 1", shell: "bash"
    )
    .prints("{\"id\":1}\n")
    try await program.run("(market list; echo $? >&2) | true", shell: "bash").prints("", error: "0\n")
  }

  @Test func `closed output is a failure, and is not written into the store`() async throws {
    let program = Program(home: try Home())
    _ = try await program.run(Self.add)
    let outcome = try await program.run("market list >&-")
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("Error: The output could not be written"))
    try await program.run("market list --json=id").prints("{\"id\":1}\n")
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `a signal ends the command with its exit code`(signal: String, status: Int32) async throws {
    let server = try ScriptedServer { _ in [.stall] }
    let program = Program(home: try Home())
    // A background job of a shell without job control ignores SIGINT, so the program runs in the foreground and a
    // background job sends the signal.
    let line = "(sleep 1; kill -\(signal) $$) & exec market list --server http://\(server.authority)"
    let outcome = try await program.run(line)
    #expect(outcome.status == status)
    #expect(outcome.output == "")
  }

  @Test func `the embedded market is private to its owner`() async throws {
    let program = Program(home: try Home())
    _ = try await program.run("umask 000; \(Self.add)")
    #expect(try program.home.mode(of: ".local/share/market") == 0o700)
    #expect(try program.home.mode(of: ".local/share/market/market.db") == 0o600)
  }

  @Test(.enabled(if: curlIsInstalled, "curl is not installed"))
  func `the printed curl command sends the same form`() async throws {
    let server = try ScriptedServer { _ in [.respond("400 Bad Request", body: #"{"reason":"Seen"}"#)] }
    let program = Program(home: try Home())
    try program.home.write(Pixel.png, to: "it's, \"a;b\".png")
    let line =
      "market add --title $'It\\'s 한글\\nbeef' --price 5 --currency USD --image $'it\\'s, \"a;b\".png' --server http://\(server.authority)"
    let outcome = try await program.run("MARKET_PASSWORD='********' \(line)", shell: "bash")
    #expect(outcome.error == "Error: The market rejected the request: Seen\n")
    let command = try await program.run("\(line) --curl", shell: "bash").output
    _ = try await program.run(
      command.replacing("curl ", with: "curl --silent ", maxReplacements: 1), shell: "bash")
    let bodies = server.requests.map { request in
      let boundary = request.field("Content-Type")?.components(separatedBy: "boundary=").last ?? ""
      return String(decoding: request.body, as: UTF8.self)
        .replacing(boundary.trimmingCharacters(in: ["\""]), with: "boundary")
    }
    #expect(bodies.count == 2)
    #expect(bodies.first == bodies.last)
  }
}
