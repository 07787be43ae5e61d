import Foundation
import HTTP
import TestSupport
import Testing

/// Servers that are slow, that are gone, and whose items change: on a real terminal, to the last line.
@Suite(.serialized) struct SeenOnScreenTests {
  private let home: Home

  init() throws { home = try Home() }

  /// Added in 2100, that is now, so that its age is no matter of the day on which it is looked at.
  private static func item(_ id: Int, _ title: String, _ price: Int = 5_000) -> String {
    """
    {"id":\(id),"title":"\(title)","price":\(price),"currency":"KRW","stock":1,"thumbnails":[],\
    "registration_date":4102444800}
    """
  }

  private static func page(_ items: [String]) -> ScriptedServer.Step {
    .answer(
      "200 OK", ["X-Total-Count: \(items.count)"],
      body: #"{"page":1,"items":[\#(items.joined(separator: ","))]}"#)
  }

  private func visit(
    _ line: String, _ server: ScriptedServer, columns: Int = 60, rows: Int = 24,
    environment: [String: String] = [:]
  ) throws -> Visit {
    try Visit(
      home, line, columns: columns, rows: rows,
      environment: environment.merging(["MARKET_SERVER": "http://\(server.authority)"]) { $1 })
  }

  @Test func `who waits sees for whom, and the list takes that line`() async throws {
    let isReady = Locked(false)
    let server = try ScriptedServer { _ in
      while !isReady.value { Thread.sleep(forTimeInterval: 0.01) }
      return [Self.page([Self.item(1, "Lamp")])]
    }
    let visit = try visit("list", server)
    await visit.shows("Waiting for \(server.authority)")
    isReady.withLock { $0 = true }
    await visit.ends(
      """
      ID  TITLE      PRICE  STOCK  ADDED
       1  Lamp   KRW 5,000      1  ⟨now⟩
      1 of 1
      """)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `who stops waiting leaves a clean line`(signal: Int32) async throws {
    let server = try ScriptedServer { _ in [.stall] }
    let visit = try visit("list", server)
    await visit.shows("Waiting for \(server.authority)")
    if signal == SIGINT { visit.type("\u{03}") } else { visit.send(signal) }
    await visit.ends("", status: 128 + signal)
  }

  @Test(arguments: ["TERM=dumb", "--quiet"])
  func `who does not want to see it does not`(way: String) async throws {
    let isAsked = Locked(false)
    let server = try ScriptedServer { _ in
      isAsked.withLock { $0 = true }
      return [.pause(.milliseconds(600)), Self.page([])]
    }
    let visit =
      try way == "--quiet"
      ? visit("list --quiet", server) : visit("list", server, environment: ["TERM": "dumb"])
    try await eventually { isAsked.value }
    for _ in 0..<50 {
      #expect(!visit.text.contains("Waiting"))
      try await Task.sleep(for: .milliseconds(10))
    }
    await visit.ends(
      way == "--quiet"
        ? "" : "Nothing is for sale yet · the first: market add --title <tit\nle> --price <amount>")
  }

  @Test func `what has changed is drawn over what was seen, in English and Korean`() async throws {
    let items = Locked([Self.item(1, "맥북 프로"), Self.item(2, "Lamp")])
    let isHeld = Locked(false)
    let server = try ScriptedServer { _ in
      while isHeld.value { Thread.sleep(forTimeInterval: 0.01) }
      return [Self.page(items.value)]
    }
    _ = try await Program(home: home).run("market list --server http://\(server.authority)")
    isHeld.withLock { $0 = true }
    let visit = try visit("list", server)
    await visit.shows("refreshing")
    #expect(visit.text.contains("Lamp"))
    items.withLock { $0 = [Self.item(1, "맥북 프로"), Self.item(2, "Lamp", 4_500), Self.item(3, "책상")] }
    isHeld.withLock { $0 = false }
    await visit.ends(
      """
         ID  TITLE          PRICE  STOCK  ADDED
          1  맥북 프로  KRW 5,000      1  ⟨now⟩
      ~   2  Lamp       KRW 4,500      1  ⟨now⟩
      +   3  책상       KRW 5,000      1  ⟨now⟩
      1–3 of 3 · 1 new, 1 changed
      """)
  }

  @Test func `without a server what was seen stays`() async throws {
    let server = try ScriptedServer { _ in [Self.page([Self.item(1, "Lamp")]), .close] }
    let address = "http://\(server.authority)"
    _ = try await Program(home: home).run("market list --server \(address)")
    server.stop()
    try await eventually {
      try await Program(home: home).run("market list --no-cache --server \(address)").status == 5
    }
    let visit = try visit("list", server, columns: 100)
    await visit.ends(
      """
      ID  TITLE      PRICE  STOCK  ADDED
       1  Lamp   KRW 5,000      1  ⟨now⟩
      1 of 1
      offline · ⟨now⟩ · The server '\(address)' cannot be reached
      """)
  }
}
