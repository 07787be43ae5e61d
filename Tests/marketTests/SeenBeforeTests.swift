import Console
import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

/// Cached responses: shown at once on a terminal, and whenever the network fails.
struct SeenBeforeTests {
  private let home: Home
  private let server: Server

  init() throws {
    home = try Home()
    server = Server(home)
  }

  /// A market over a connection that can fail.
  private final class Server: Session {
    private let localMarket: LocalMarket
    private let asked = Locked<[String]>([])
    private let trouble = Locked<HTTPResponse?>(nil)
    private let isBroken = Locked(false)
    private let isCancelled = Locked(false)
    private let failed = Locked(0)
    private let cacheControl = Locked<String?>(nil)

    init(_ home: Home) { localMarket = home.market(at: .file(home.path + "/server.db")) }

    func response(to request: HTTPRequest) async throws -> HTTPResponse {
      if isBroken.value {
        failed.withLock { $0 += 1 }
        throw SessionError.unreachable
      }
      if isCancelled.value { throw CancellationError() }
      if let response = trouble.value { return response }
      var response = try await localMarket.response(to: request)
      asked.withLock { [status = response.status] asked in
        asked.append("\(request.method.rawValue) \(request.target) \(status)")
      }
      if let cacheControl = cacheControl.value { response.headers["Cache-Control"] = cacheControl }
      return response
    }

    /// The requests and their statuses since the last call.
    func requests() -> [String] {
      asked.withLock { asked in
        defer { asked = [] }
        return asked
      }
    }

    var failures: Int { failed.value }

    /// Sets the Cache-Control of all responses.
    func prints(_ cacheControl: String?) { self.cacheControl.withLock { $0 = cacheControl } }
    func breaks() { isBroken.withLock { $0 = true } }
    func cancels() { isCancelled.withLock { $0 = true } }
    func answers(_ response: HTTPResponse) { trouble.withLock { $0 = response } }

    func add(_ title: String, _ amount: Decimal, images count: Int = 0) async throws {
      let draft = ItemDraft(title: title, price: Price(amount, .usDollar))
      let images = Array(repeating: ItemImage(filename: "a.png", content: .bytes(Pixel.png)), count: count)
      _ = try await NetworkManager(session: localMarket).add(draft, images: images, password: "hunter2")
    }

    func edit(_ id: Int, title: String) async throws {
      _ = try await NetworkManager(session: localMarket).edit(
        id: id, ItemPatch(title: title), password: "hunter2")
    }
  }

  private func run(_ line: String, columns: Int? = nil, rows: Int? = nil, password: Bool = false) async
    -> Outcome
  {
    var terminal = Terminal(home: home, columns: columns, rows: rows)
    terminal.environment = ["MARKET_SERVER": "http://market.example"]
    if password { terminal.environment["MARKET_PASSWORD"] = "hunter2" }
    terminal.session = server
    terminal.images = ImageRenderer(.kitty)
    return await terminal.run(line)
  }

  private static let unreachable = "The server 'http://market.example' cannot be reached"

  @Test func `a cached list is shown at once, and the current one is drawn over it with marks`() async throws
  {
    try await server.add("Lamp", 5)
    try await server.add("Desk", 80)
    await run("list", columns: 60, rows: 24).prints(
      """
      ID  TITLE      PRICE  STOCK  ADDED
       1  Lamp    USD 5.00      1  now
       2  Desk   USD 80.00      1  now
      ! 1–2 of 2
      """)
    home.wait(seconds: 180)
    try await server.edit(1, title: "Brass lamp")
    try await server.add("Chair", 20)
    await run("list", columns: 60, rows: 24).prints(
      """
      ID  TITLE      PRICE  STOCK  ADDED
       1  Lamp    USD 5.00      1  3 minutes ago
       2  Desk   USD 80.00      1  3 minutes ago
      ␛[3A   ID  TITLE           PRICE  STOCK  ADDED␛[K
      ~   1  Brass lamp   USD 5.00      1  3 minutes ago␛[K
          2  Desk        USD 80.00      1  3 minutes ago␛[K
      +   3  Chair       USD 20.00      1  now␛[K
      ␛[J⟨no line end⟩
      ! 1–3 of 3 · 1 new · 1 changed
      """.replacing("␛[3A", with: "\r␛[3A"))
    #expect(server.requests() == ["GET /items/1 200", "GET /items/1 200"])
  }

  @Test func `an unchanged list is shown once, and its bytes are not sent again`() async throws {
    try await server.add("Lamp", 5)
    for _ in 1...2 {
      await run("list", columns: 60, rows: 24).prints(
        """
        ID  TITLE     PRICE  STOCK  ADDED
         1  Lamp   USD 5.00      1  now
        ! 1 of 1
        """)
    }
    #expect(server.requests() == ["GET /items/1 200", "GET /items/1 304"])
  }

  @Test(arguments: ["list", "list --all", "show 1"])
  func `a cancelled request is not reported as an outage`(line: String) async throws {
    try await server.add("Lamp", 5)
    _ = await run(line)
    server.cancels()
    let outcome = await run(line, columns: 60, rows: 24)
    #expect(!outcome.error.contains("offline"))
    #expect(outcome.exitCode != .done)
  }

  @Test func `a list that does not fit on the screen stays, and the changes follow`() async throws {
    for title in ["Lamp", "Desk", "Chair"] { try await server.add(title, 5) }
    _ = await run("list", columns: 60, rows: 4)
    try await server.edit(2, title: "Oak desk")
    await run("list", columns: 60, rows: 4).prints(
      """
      ID  TITLE     PRICE  STOCK  ADDED
       1  Lamp   USD 5.00      1  now
       2  Desk   USD 5.00      1  now
       3  Chair  USD 5.00      1  now
      ~   2  Oak desk  USD 5.00      1  now
      ! 1–3 of 3 · 1 changed
      """)
  }

  @Test func `without a network the cached list stays, with its age`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    home.wait(seconds: 180)
    server.breaks()
    let rows = "1\tLamp\tUSD\t5\t\t1\t2026-11-21T14:58:00+09:00"
    await run("list").prints("\(rows)\n! offline · 3 minutes ago · \(Self.unreachable)")
    await run("list --json=id").prints("{\"id\":1}\n! offline · 3 minutes ago · \(Self.unreachable)")
    await run("list --quiet").prints(rows)
    let heard = await run("list --accessible")
    #expect(heard.error == "1 of 1\noffline, 3 minutes ago, \(Self.unreachable)\n")
    for rows in [nil, 24] {
      await run("list --locale ko_KR", columns: 80, rows: rows).prints(
        """
        번호  상품명      가격  재고  등록
           1  Lamp    USD 5.00     1  3분 전
        ! 1개 중 1
        ! 오프라인 · 3분 전 · 'http://market.example' 서버에 접속할 수 없습니다
        """)
    }
  }

  @Test(arguments: [429, 500, 503])
  func `a failing server is treated like no server`(status: Int) async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    server.answers(HTTPResponse(status: status))
    await run("list --json=id").prints(
      """
      {"id":1}
      ! offline · now · The server 'http://market.example' is temporarily unavailable (\(status))
      """)
  }

  @Test func `a malformed response is an error, and the cached one stays`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    server.answers(
      HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Data("Log in!".utf8)))
    #expect(await run("list").exitCode == .failed)
    server.breaks()
    await run("list --json=id").prints("{\"id\":1}\n! offline · now · \(Self.unreachable)")
  }

  @Test func `a page that is not cached cannot be shown offline`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    server.breaks()
    for line in ["list --per-page 5", "show 1", "search lamp"] {
      #expect(await run(line).exitCode == .temporary)
    }
  }

  @Test func `--all shows the cached pages offline, with one request`() async throws {
    for number in 1...3 { try await server.add("Lamp \(number)", 5) }
    let all = "list --all --per-page 2 --json=id"
    _ = await run(all)
    server.breaks()
    await run(all).prints("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n! offline · now · \(Self.unreachable)")
    #expect(server.failures == 1)
    await run("list --all --per-page 2 --page 4").prints(
      """
      ! Error: \(Self.unreachable)
      ! Help:  Check the address and the network, then try again
      exit 5
      """)
  }

  @Test func `a search is cached like a list`() async throws {
    try await server.add("Brass lamp", 5)
    _ = await run("search 'brass lamp' --sort newest --per-page 5")
    server.breaks()
    await run("search brass lamp --per-page 5 --sort newest --json=id").prints(
      "{\"id\":1}\n! offline · now · \(Self.unreachable)")
  }

  @Test func `a cached item is shown at once, and the changed fields are named`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("show 1", columns: 60, rows: 24)
    home.wait(seconds: 60)
    try await server.edit(1, title: "Brass lamp")
    let outcome = await run("show 1", columns: 60, rows: 24)
    #expect(outcome.output.components(separatedBy: "\r\u{1B}[").count == 2)
    #expect(outcome.output.hasPrefix("#1 Lamp\n"))
    #expect(outcome.output.contains("A#1 Brass lamp\u{1B}[K\n"))
    #expect(outcome.error == "Changed since last time: title\n")
    server.breaks()
    let offline = await run("show 1")
    #expect(offline.output.contains("title\tBrass lamp\n"))
    #expect(offline.error == "offline · now · \(Self.unreachable)\n")
    #expect(offline.exitCode == .done)
  }

  @Test func `an item shown again requests no image bytes, and looks the same`() async throws {
    try await server.add("Lamp", 5, images: 2)
    let first = await run("show 1", columns: 80)
    #expect(first.output.contains("\u{1B}_G"))
    let second = await run("show 1", columns: 80)
    #expect(
      server.requests().sorted() == [
        "GET /images/\(Pixel.name(1)) 200", "GET /images/\(Pixel.name(2)) 200", "GET /item/1 200",
        "GET /item/1 304",
      ])
    #expect(second == first)
    server.breaks()
    let offline = await run("show 1", columns: 80)
    #expect(offline.output == first.output)
    #expect(offline.error == "offline · now · \(Self.unreachable)\n")
  }

  @Test func `cached images can be saved offline`() async throws {
    try await server.add("Lamp", 5, images: 1)
    _ = await run("images 1 --output \(home.path)/first")
    server.breaks()
    await run("images 1 --output \(home.path)/second").prints(
      """
      \(home.path)/second/1-1-Lamp.png\timage/png\t1\t1\t67
      ! offline · now · \(Self.unreachable)
      """)
    #expect(try Data(contentsOf: URL(filePath: home.path + "/second/1-1-Lamp.png")) == Pixel.png)
  }

  @Test(arguments: [nil, "max-age=31536000, immutable"])
  func `an item that will be changed never comes from the cache`(cacheControl: String?) async throws {
    try await server.add("Lamp", 5)
    server.prints(cacheControl)
    _ = await run("show 1")
    server.breaks()
    for line in ["delete 1 --dry-run", "edit 1 --stock 2 --dry-run", "edit 1 --stock 2"] {
      #expect(await run(line, password: true).exitCode == .temporary, "\(line)")
    }
  }

  @Test func `an edit is compared with the current item, not with the cached one`() async throws {
    try await server.add("Lamp", 5)
    server.prints("max-age=31536000")
    _ = await run("show 1")
    try await server.edit(1, title: "Brass lamp")
    await run("edit 1 --title 'Oak lamp'", password: true).prints("title\tBrass lamp\tOak lamp")
  }

  @Test func `after an own change all that was seen stays readable offline, with its age`() async throws {
    try await server.add("Lamp", 5)
    try await server.add("Desk", 5)
    let lines = ["list", "list --per-page 5", "show 1", "show 2", "search lamp"]
    var seen: [Outcome] = []
    for line in lines { seen.append(await run(line)) }
    home.wait(seconds: 180)
    #expect(await run("edit 1 --stock 2", password: true).exitCode == .done)
    server.breaks()
    for (line, seen) in zip(lines, seen) {
      let offline = await run(line)
      #expect(offline.output == seen.output, "\(line)")
      // An edit reads its item.
      let age = line == "show 1" ? "now" : "3 minutes ago"
      #expect(offline.error == "offline · \(age) · \(Self.unreachable)\n", "\(line)")
      #expect(offline.exitCode == .done, "\(line)")
    }
    #expect(await run("--complete -- show 1").output == "1\tLamp\n")
  }

  @Test(arguments: [nil, "max-age=31536000"])
  func `after an own change the list is fetched, and the former one is not shown before`(
    cacheControl: String?
  )
    async throws
  {
    try await server.add("Lamp", 5)
    server.prints(cacheControl)
    _ = await run("list")
    _ = await run("show 1")
    #expect(await run("edit 1 --title 'Brass lamp'", password: true).exitCode == .done)
    _ = server.requests()
    for _ in 1...2 {
      await run("list", columns: 60, rows: 24).prints(
        """
        ID  TITLE          PRICE  STOCK  ADDED
         1  Brass lamp  USD 5.00      1  now
        ! 1 of 1
        """)
    }
    #expect(await run("show 1", columns: 60, rows: 24).output.hasPrefix("#1 Brass lamp\n"))
    #expect(server.requests() == ["GET /items/1 200", "GET /items/1 304", "GET /item/1 200"])
  }

  @Test func `a deleted item is gone offline, and the lists stay`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    _ = await run("show 1")
    #expect(await run("delete 1 --yes", password: true).exitCode == .done)
    server.breaks()
    #expect(await run("show 1").exitCode == .temporary)
    #expect(await run("list --json=id").output == "{\"id\":1}\n")
  }

  @Test func `--no-cache neither stores responses nor uses stored ones`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list --no-cache")
    #expect(home.files(in: ".cache/market/responses") == [])
    _ = await run("list")
    _ = await run("list --no-cache")
    #expect(server.requests() == Array(repeating: "GET /items/1 200", count: 3))
    server.breaks()
    #expect(await run("list --no-cache").exitCode == .temporary)
  }

  @Test func `--refresh requests the whole list, and stores it`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    _ = await run("list --refresh", columns: 60, rows: 24)
    _ = await run("list")
    #expect(server.requests() == ["GET /items/1 200", "GET /items/1 200", "GET /items/1 304"])
    server.breaks()
    #expect(await run("list --refresh").exitCode == .temporary)
    #expect(await run("list").exitCode == .done)
  }

  @Test func `--curl and the embedded market do not use the cache`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    let cached = home.files(in: ".cache/market/responses")
    await run("list --curl", columns: 60, rows: 24).prints(
      """
      curl 'http://market.example/items/1' --header 'Cache-Control: max-age=0' \
      --header 'Accept: application/json' --header 'Market-Client: 1'
      """)
    await home.pipe.run("list").prints("! No store at '\(home.path)/.local/share/market/market.db' yet")
    #expect(home.files(in: ".cache/market/responses") == cached)
  }

  @Test func `the cache tells markets apart by origin and path`() async throws {
    try await server.add("Lamp", 5)
    _ = await run("list")
    server.breaks()
    #expect(await run("list --server http://other.example").exitCode == .temporary)
    #expect(await run("list --server http://market.example:8080").exitCode == .temporary)
    #expect(await run("list --server https://market.example").exitCode == .temporary)
    #expect(await run("list --server http://MARKET.example:80/").exitCode == .done)
  }

  @Test func `ids and titles are completed from the cache without a request`() async throws {
    for number in 1...12 { try await server.add("Lamp \(number)", 5) }
    _ = await run("list --per-page 5 --page 2")
    _ = await run("show 12")
    try await server.edit(12, title: "Desk")
    home.wait(seconds: 1)
    _ = await run("list --per-page 5 --page 3")
    _ = server.requests()
    server.breaks()
    await run("--complete -- show 1").prints("12\tDesk\n11\tLamp 11\n10\tLamp 10")
    await run("--complete -- show --server http://other.example ''").prints("")
    #expect(server.requests() == [])
  }
}
