import Foundation
import HTTP
import TestSupport
import Testing

/// Servers that are slow or gone, and items that change, on a real terminal.
@Suite(.serialized) struct SeenOnScreenTests {
  private let home: Home

  init() throws { home = try Home() }

  /// Added in 2100, so that its age is `now` on any day.
  private static func item(_ id: Int, _ title: String, _ price: Int = 5_000) -> String {
    """
    {"id":\(id),"title":"\(title)","price":\(price),"currency":"KRW","stock":1,"thumbnails":[],\
    "registration_date":4102444800}
    """
  }

  private static func page(_ items: [String]) -> ScriptedServer.Step {
    .respond(
      "200 OK", ["X-Total-Count: \(items.count)"],
      body: #"{"page":1,"items":[\#(items.joined(separator: ","))]}"#)
  }

  /// The client waits as long as the test does: a busy machine may keep the test from its next step for longer than 30 s.
  private func visit(
    _ line: String, _ server: ScriptedServer, columns: Int = 60, environment: [String: String] = [:]
  ) throws -> TerminalProgram {
    try TerminalProgram(
      home, "exec market \(line) --timeout \(patientSeconds)", columns: columns,
      environment: environment.merging(["MARKET_SERVER": "http://\(server.authority)"]) { $1 })
  }

  /// Waits for the end, and compares the whole screen, apart from ages in seconds and minutes.
  private func expect(
    _ visit: TerminalProgram, ends expected: String, status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(try await visit.end() == status, sourceLocation: sourceLocation)
    try? await eventually("the screen is as expected") { Self.timeless(visit.seen.text) == expected }
    #expect(Self.timeless(visit.seen.text) == expected, sourceLocation: sourceLocation)
  }

  private static func timeless(_ text: String) -> String {
    text.replacing(#/now|\d+ (?:second|minute)s? ago/#, with: "⟨now⟩").replacing(
      #/지금|\d+[초분] 전/#, with: "⟨지금⟩")
  }

  /// Waits until the screen shows these words.
  private func expect(
    _ visit: TerminalProgram, shows words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try? await eventually("the screen shows: \(words)") { visit.seen.text.contains(words) }
    try #require(visit.seen.text.contains(words), sourceLocation: sourceLocation)
  }

  @Test func `while a server is slow, a line names it; then the list takes that line`() async throws {
    let isReady = Locked(false)
    let server = try ScriptedServer { _ in
      while !isReady.value { Thread.sleep(forTimeInterval: 0.01) }
      return [Self.page([Self.item(1, "Lamp")])]
    }
    let visit = try visit("list", server)
    try await expect(visit, shows: "Waiting for \(server.authority)")
    isReady.withLock { $0 = true }
    try await expect(
      visit,
      ends: """
        ID  TITLE      PRICE  STOCK  ADDED
         1  Lamp   KRW 5,000      1  ⟨now⟩
        1 of 1
        """)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal while waiting leaves an empty line`(signal: Int32) async throws {
    let server = try ScriptedServer { _ in [.stall] }
    let visit = try visit("list", server)
    try await expect(visit, shows: "Waiting for \(server.authority)")
    if signal == SIGINT { visit.type("\u{03}") } else { visit.send(signal) }
    try await expect(visit, ends: "", status: 128 + signal)
  }

  @Test(arguments: [("C.UTF-8", "Trying again in "), ("ko_KR.UTF-8", "초 뒤 다시 시도")])
  func `the delay before a retry is shown`(locale: String, words: String) async throws {
    let server = try ScriptedServer { _ in [.respond("503 Service Unavailable", ["Retry-After: 30"])] }
    let visit = try visit("list", server, environment: ["LC_ALL": locale])
    try await expect(visit, shows: words)
    visit.type("\u{03}")
    try await expect(visit, ends: "", status: 130)
  }

  @Test func `a background job that waits is not stopped`() async throws {
    let isReady = Locked(false)
    let server = try ScriptedServer { _ in
      while !isReady.value { Thread.sleep(forTimeInterval: 0.01) }
      return [Self.page([Self.item(1, "Lamp")])]
    }
    let visit = try TerminalProgram(
      home, "set -m; market list --json=title --timeout \(patientSeconds) </dev/null & wait; echo exit $?",
      environment: ["MARKET_SERVER": "http://\(server.authority)"])
    try await expect(visit, shows: "Waiting for \(server.authority)")
    isReady.withLock { $0 = true }
    try await expect(visit, ends: "{\"title\":\"Lamp\"}\nexit 0")
  }

  @Test(arguments: ["TERM=dumb", "--quiet"])
  func `TERM=dumb and --quiet show no line while waiting`(way: String) async throws {
    let isAsked = Locked(false)
    let server = try ScriptedServer { _ in
      isAsked.withLock { $0 = true }
      return [.pause(.milliseconds(600)), Self.page([])]
    }
    let visit =
      try way == "--quiet"
      ? visit("list --quiet", server) : visit("list", server, environment: ["TERM": "dumb"])
    try await eventually("the server has the request") { isAsked.value }
    for _ in 0..<50 {
      #expect(!visit.seen.text.contains("Waiting"))
      try await Task.sleep(for: .milliseconds(10))
    }
    try await expect(
      visit,
      ends: way == "--quiet"
        ? "" : "No items for sale yet · add one: market add --title <title>\n--price <amount>")
  }

  @Test func `the current list is drawn over the cached one`() async throws {
    let items = Locked([Self.item(1, "맥북 프로"), Self.item(2, "Lamp")])
    let isHeld = Locked(false)
    let server = try ScriptedServer { _ in
      while isHeld.value { Thread.sleep(forTimeInterval: 0.01) }
      return [Self.page(items.value)]
    }
    _ = try await Program(home: home).run("market list --server http://\(server.authority)")
    isHeld.withLock { $0 = true }
    let visit = try visit("list", server)
    try await expect(visit, shows: "refreshing")
    #expect(visit.seen.text.contains("Lamp"))
    items.withLock { $0 = [Self.item(1, "맥북 프로"), Self.item(2, "Lamp", 4_500), Self.item(3, "책상")] }
    isHeld.withLock { $0 = false }
    try await expect(
      visit,
      ends: """
           ID  TITLE          PRICE  STOCK  ADDED
            1  맥북 프로  KRW 5,000      1  ⟨now⟩
        ~   2  Lamp       KRW 4,500      1  ⟨now⟩
        +   3  책상       KRW 5,000      1  ⟨now⟩
        1–3 of 3 · 1 new · 1 changed
        """)
  }

  @Test(arguments: ["C.UTF-8", "ko_KR.UTF-8"])
  func `without a server the cached list stays`(locale: String) async throws {
    let server = try ScriptedServer { _ in [Self.page([Self.item(1, "Lamp")]), .close] }
    let address = "http://\(server.authority)"
    _ = try await Program(home: home).run("market list --server \(address)")
    server.stop()
    try await eventually("connections are refused") {
      try await Program(home: home).run("market list --no-cache --server \(address)").status == 5
    }
    let visit = try visit("list", server, columns: 100, environment: ["LC_ALL": locale])
    try await expect(
      visit,
      ends: locale == "C.UTF-8"
        ? """
        ID  TITLE      PRICE  STOCK  ADDED
         1  Lamp   KRW 5,000      1  ⟨now⟩
        1 of 1
        offline · ⟨now⟩ · The connection to '\(address)' was refused
        """
        : """
        번호  상품명     가격  재고  등록
           1  Lamp    5,000원     1  ⟨지금⟩
        1개 중 1
        오프라인 · ⟨지금⟩ · '\(address)' 서버가 연결을 거부했습니다
        """)
  }

  @Test(arguments: [("C.UTF-8", "Uploading "), ("ko_KR.UTF-8", "올리는 중 ")])
  func `an upload shows its progress, and then removes that line`(locale: String, title: String) async throws
  {
    // A valid image of which most is a comment, which checks skip.
    let comment = Data([0, 0x90, 0, 0] + "tEXt".utf8) + Data(count: 0x90_0000 + 4)
    let image = try home.write(Pixel.png.prefix(33) + comment + Pixel.png.dropFirst(33), to: "image.png")
    let isSeen = Locked(false)
    let server = try ScriptedServer(greeting: [.until { isSeen.value }]) { _ in
      [.respond("201 Created", body: Self.item(7, "Lamp"))]
    }
    let images = Array(repeating: "--image \(image)", count: 5).joined(separator: " ")
    let visit = try visit(
      "add --title Lamp --price 5000 --currency KRW \(images) --porcelain", server,
      environment: ["LC_ALL": locale, "MARKET_PASSWORD": "hunter22"])
    try await expect(visit, shows: title)
    try await expect(visit, shows: "47.2 MB")
    isSeen.withLock { $0 = true }
    try await expect(visit, ends: "7")
  }
}
