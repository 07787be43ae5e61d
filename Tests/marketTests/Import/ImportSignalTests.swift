import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Ctrl-C and SIGTERM in an import: it ends after the batch, or at once, and the same import again, at a server with `--resume`, does
/// exactly the rest.
@Suite(.serialized) struct ImportSignalTests {
  private static let finishing = "Finishing the batch; press Ctrl-C again to stop now."
  /// Rows of all kinds, of which a server takes three batches: with a SKU, without a key, with an image, changed, deleted, and rejected.
  ///
  /// - Parameters:
  ///   - image: The image of the 200th row before the last.
  ///   - large: The image of two rows, of which the second ends a batch.
  private static func table(image: String = "", large: String = "") -> (before: String, rows: String) {
    var (before, rows) = ("sku,title,price\n", "command,sku,title,price,images\n")
    let count = 1_200
    for number in 1...count {
      switch number {
      case 502, 503: rows += ",S\(number),Large,\(number),\(large)\n"
      case count - 200: rows += ",S\(number),Held,\(number),\(image)\n"
      case _ where number.isMultiple(of: 100):
        before += "S\(number),Gone,1\n"
        rows += "delete,S\(number),,,\n"
      case _ where number % 50 == 1:
        before += "S\(number),Old,\(number)\n"
        rows += ",S\(number),New,,\(number % 100 == 1 ? "pixel.png" : "")\n"
      case _ where number % 90 == 3: rows += ",S\(number),,1,\n"
      case _ where number % 10 == 4: rows += ",,Equal,\(number % 20),\n"
      default: rows += ",S\(number),Item,\(number),\n"
      }
    }
    return (before, rows)
  }

  /// The items, the rejected rows and the counts of an import that nothing disturbs.
  private static func undisturbed(_ table: (before: String, rows: String)) async throws -> (
    items: [String], rejects: String, output: String
  ) {
    let market = try ImportMarket()
    try writeImages(to: market)
    _ = try await market.importing(table.before)
    let output = try await market.importing(table.rows).output
    return (try await market.items(), try market.text(of: "items.csv.rejects.csv"), output)
  }

  /// Imports what is there before, and writes the table.
  private static func prepare(
    _ market: ImportMarket, _ table: (before: String, rows: String)
  ) async throws -> String {
    try writeImages(to: market)
    #expect(try await market.importing(table.before, as: "before.csv").exitCode == .done)
    return try market.home.write(table.rows, to: "items.csv")
  }

  /// Two large images are more than one batch takes; what follows the pixels is not stored.
  private static func writeImages(to market: ImportMarket) throws {
    try market.home.write(Pixel.png, to: "pixel.png")
    try market.home.write(Pixel.png + Data(count: 9 << 20), to: "large.png")
  }

  /// Sends a signal as a key of the terminal or a service manager does.
  private static func send(_ signal: Int32, to program: TerminalProgram) {
    if signal == SIGINT { program.type("\u{3}") } else { program.send(signal) }
  }

  private static func text(_ program: TerminalProgram) -> String {
    program.seen.text.replacing("\n", with: "")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an import into a store ends when it is stopped, and goes on where it was`(signal: Int32) async throws
  {
    let isHeld = Locked(true)
    // The proxy through which the image would be fetched.
    let proxy = try ScriptedServer { _ in isHeld.value ? [.stall] : [.respond("403 Forbidden")] }
    let table = Self.table(image: "https://images.example/1.png", large: "large.png")
    let market = try ImportMarket()
    let path = try await Self.prepare(market, table)
    let line = "import \(path) --currency KRW --yes"
    let program = try TerminalProgram(
      market.home, "exec market \(line)", columns: 200,
      environment: ["HTTPS_PROXY": "http://\(proxy.authority)", "LANG": "C.UTF-8"])
    try await eventually("the server has a request") { !proxy.requests.isEmpty }
    Self.send(signal, to: program)
    #expect(try await program.end() == 128 + signal)
    let text = Self.text(program)
    #expect(text.contains(Self.finishing))
    #expect(text.contains("The import was stopped. Go on with 'market \(line)'"))
    #expect(program.isAsItWas)
    let stopped = try await market.items()
    #expect(stopped.contains { $0.contains("\"S499\"") } && !stopped.contains { $0.contains("\"S999\"") })
    #expect(market.home.files(in: ".local/state/market/imports") == [])

    isHeld.withLock { $0 = false }
    let again = try await Program(home: market.home).run(
      "HTTPS_PROXY=http://\(proxy.authority) market \(line)")
    #expect(again.status == 7)
    // The row of the image that cannot be fetched comes in without it.
    let expected = try await Self.undisturbed(Self.table(large: "large.png"))
    #expect(try await market.items() == expected.items)
    #expect(try market.text(of: "items.csv.rejects.csv") == expected.rejects)
  }

  @Test func `what is added to stocks in a store is added as a whole, or not at all`() async throws {
    let isHeld = Locked(true)
    let proxy = try ScriptedServer { _ in isHeld.value ? [.stall] : [.respond("403 Forbidden")] }
    let market = try ImportMarket()
    try Self.writeImages(to: market)
    _ = try await market.importing("sku,title,price,stock\nA,Lamp,1,10\nB,Desk,1,10\nC,Bed,1,10\n")
    // Two large images are more than a batch takes.
    let path = try market.home.write(
      "sku,stock,images\nA,3,large.png\nB,3,large.png\nC,3,https://images.example/1.png\n", to: "more.csv")
    let line = "import \(path) --stock add --yes"
    let program = try TerminalProgram(
      market.home, "exec market \(line)", columns: 200,
      environment: ["HTTPS_PROXY": "http://\(proxy.authority)", "LANG": "C.UTF-8"])
    try await eventually("the server has a request") { !proxy.requests.isEmpty }
    program.type("\u{3}")
    #expect(try await program.end() == 130)
    let text = Self.text(program)
    #expect(text.contains("Interrupted; nothing was changed") && !text.contains(Self.finishing))
    #expect(await market.run("list --json=stock").output == String(repeating: "{\"stock\":10}\n", count: 3))

    isHeld.withLock { $0 = false }
    _ = try await Program(home: market.home).run("HTTPS_PROXY=http://\(proxy.authority) market \(line)")
    #expect(await market.run("list --json=stock").output == String(repeating: "{\"stock\":13}\n", count: 3))
  }

  /// A served market that holds the second batch, before or after it is done.
  private static func market(holding gate: Gate, isDone: Bool) throws -> ImportMarket {
    let batches = Locked(0)
    return try ImportMarket(
      isServed: true,
      behind: { market in
        MockSession { request in
          guard request.method == .post, request.target == "/items" else {
            return try await market.response(to: request)
          }
          let number = batches.withLock { batches in
            batches += 1
            return batches
          }
          // The first one is that of the items before.
          let isHeld = number == 3
          if isHeld, !isDone { try await gate.wait() }
          let response = try await market.response(to: request)
          if isHeld, isDone { try await gate.wait() }
          return response
        }
      })
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an import to a server ends after the batch, and goes on where it was`(signal: Int32) async throws {
    let gate = Gate()
    let market = try Self.market(holding: gate, isDone: false)
    let path = try await Self.prepare(market, Self.table())
    let program = try TerminalProgram(
      market.home, "exec market import \(path) --currency KRW --yes --timeout \(patientSeconds)",
      columns: 200,
      environment: ["MARKET_SERVER": market.url ?? ""])
    try await gate.isReached()
    Self.send(signal, to: program)
    try await eventually("the program says that it finishes a piece") {
      Self.text(program).contains(Self.finishing)
    }
    gate.open()
    #expect(try await program.end() == 128 + signal)
    #expect(
      Self.text(program).contains("The import was stopped. Go on with 'market import \(path) --resume'"))
    // Two batches are done, with what is between their rows.
    let stopped = try await market.items()
    #expect(stopped.contains { $0.contains("\"S998\"") } && !stopped.contains { $0.contains("\"S1199\"") })
    try await Self.expectRest(of: market, path)
  }

  @Test(arguments: [false, true])
  func `a second signal ends an import whose batch hangs at a server; the batch is not done twice`(
    isDone: Bool
  ) async throws {
    let gate = Gate()
    let market = try Self.market(holding: gate, isDone: isDone)
    let path = try await Self.prepare(market, Self.table())
    let program = try TerminalProgram(
      market.home, "exec market import \(path) --currency KRW --yes --timeout \(patientSeconds)",
      columns: 200,
      environment: ["MARKET_SERVER": market.url ?? ""])
    try await gate.isReached()
    program.type("\u{3}")
    try await eventually("the program says that it finishes a piece") {
      Self.text(program).contains(Self.finishing)
    }
    // A signal within a second is the same one.
    try await Task.sleep(for: .milliseconds(1_100))
    program.type("\u{3}")
    #expect(try await program.end() == 130)
    #expect(
      Self.text(program).contains("The import was stopped. Go on with 'market import \(path) --resume'"))
    #expect(program.isAsItWas)
    gate.open()
    try await Self.expectRest(of: market, path)
  }

  /// `--resume` ends with what an undisturbed import has, and there is nothing to resume then.
  private static func expectRest(of market: ImportMarket, _ path: String) async throws {
    let resumed = await market.run("import \(path) --resume")
    let expected = try await undisturbed(table())
    #expect(resumed.output == expected.output)
    #expect(resumed.exitCode == .partial)
    #expect(try await market.items() == expected.items)
    #expect(try market.text(of: "items.csv.rejects.csv") == expected.rejects)
    #expect(await market.run("import \(path) --resume").exitCode == .usage)
  }

  #if os(Linux)
    @Test func `an import whose outcome cannot be printed says so, and has added its stock`() async throws {
      let home = try Home()
      let program = Program(home: home)
      try home.write("hunter2", to: "password")
      try home.write("sku,title,price,currency,stock\nS1,Lamp,5,USD,10\n", to: "before.csv")
      try home.write("sku,stock\nS1,3\n", to: "more.csv")
      chmod(home.path + "/password", 0o600)
      let command = "market import --yes --quiet --stock add --password-file password"
      #expect(try await program.run("\(command) before.csv").status == 0)
      try await program.run("\(command) more.csv > /dev/full").prints(
        "",
        error: """
          Error: Recorded, but the output could not be written: no space left
          Help:  1 updated. Do not run the command again

          """, status: 7)
      #expect(try await program.run("\(command) more.csv --resume").status == 2)
      try await program.run("market list --json=stock").prints("{\"stock\":13}\n")
      // A reader that has left wants no more of it.
      #expect(try await program.run("\(command) more.csv | true").status == 0)
      try await program.run("market list --json=stock").prints("{\"stock\":16}\n")
    }
  #endif
}
