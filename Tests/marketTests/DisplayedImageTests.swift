import Console
import Foundation
import HTTP
import TestSupport
import Testing

@testable import market

/// The images of an item on the screen.
struct DisplayedImageTests {
  private static let pixel = Pixel.png.base64EncodedString()

  /// A terminal that draws, and what it shows of `line`.
  private func outcome(
    of line: String, _ screen: ImageRenderer, columns: Int = 80, _ home: Home, session: (any Session)? = nil
  ) async -> Outcome {
    var terminal = home.terminal(columns)
    terminal.images = screen
    terminal.session = session
    return await terminal.run(line)
  }

  private func home(images: Int) async throws -> Home {
    let home = try Home()
    let path = try home.write(Pixel.png, to: "lamp.png")
    let images = String(repeating: " --image \(path)", count: images)
    _ = await home.pipe.run("add --title Lamp --price 5\(images)")
    return home
  }

  @Test func `an image is drawn below the card, over its caption`() async throws {
    let home = try await home(images: 1)
    await outcome(of: "show 1", ImageRenderer(.kitty), home).prints(
      """
      #1 Lamp
      USD 5.00
      1 in stock · added now · 1 image · no ratings













      ␛7␛[12A␛_Ga=T,q=2,f=100,c=24,r=12,C=1,m=0;\(Self.pixel)␛\\␛8lamp.png · 1×1 · 67 byt…
      """)
  }

  @Test func `images are side by side as far as they fit`() async throws {
    let home = try await home(images: 3)
    let image = "␛_Ga=T,q=2,f=100,c=4,r=2,C=1,m=0;\(Self.pixel)␛\\␛8"
    await outcome(of: "show 1", ImageRenderer(.kitty, rows: 4), columns: 52, home).prints(
      """
      #1 Lamp
      USD 5.00
      1 in stock · added now · 3 images · no ratings



      ␛7␛[2A\(image)␛7␛[2A␛[26C\(image)lamp.png · 1×1 · 67 byt…  lamp.png · 1×1 · 67 byt…



      ␛7␛[2A\(image)lamp.png · 1×1 · 67 byt…
      """)
  }

  @Test(arguments: [(4, 2), (12, 6), (24, 12), (50, 12)])
  func `an image has at most half of the screen`(rows: Int, height: Int) {
    #expect(ImageRowLayout.box(columns: 80, screen: ImageRenderer(.kitty, rows: rows)).rows == height)
  }

  @Test func `on a terminal that draws no images there is a line for each`() async throws {
    let home = try await home(images: 2)
    for screen in [ImageRenderer.none, ImageRenderer(.blocks)] {
      await outcome(of: "show 1", screen, home).prints(
        """
        #1 Lamp
        USD 5.00
        1 in stock · added now · 2 images · no ratings

        lamp.png · 1×1 · 67 bytes
        lamp.png · 1×1 · 67 bytes
        """)
    }
  }

  @Test(arguments: ["show 1", "show 1 --json", "list --grid", "list --grid --json", "images 1"])
  func `in a pipe no image is drawn or fetched`(line: String) async throws {
    let home = try await home(images: 1)
    var pipe = home.pipe
    pipe.images = ImageRenderer(.kitty)
    let outcome = await pipe.run(line + (line == "images 1" ? " --output \(home.path)/out" : ""))
    #expect(outcome.exitCode == .done)
    #expect(!outcome.text.contains("␛"))
    #expect(!outcome.text.contains("67 bytes"))
  }

  @Test func `JSON output has no images`() async throws {
    let home = try await home(images: 1)
    for line in ["show 1 --json=id", "list --grid --json=id"] {
      await outcome(of: line, ImageRenderer(.kitty), home).prints(#"{"id":1}"#)
    }
  }

  /// A market with these images.
  private func market(_ images: [(url: String, answer: HTTPResponse?)]) -> MockSession {
    let urls = images.map { "\"\($0.url)\"" }.joined(separator: ",")
    let item = """
      {"id":1,"title":"Lamp","price":5,"currency":"USD","stock":1,"thumbnails":[\(urls)],"images":[\(urls)],\
      "registration_date":1795240680,"descriptions":""}
      """
    return MockSession { request in
      if request.target == "/item/1" { return HTTPResponse(status: 200, body: Data(item.utf8)) }
      // Items cannot be looked up by their SKUs.
      if request.target == "/items/export" { return HTTPResponse(status: 404) }
      let match = images.first {
        $0.url == "\(request.scheme ?? "")://\(request.authority ?? "")\(request.target)"
      }
      guard let answer = match?.answer else { throw SessionError.handshake }
      return answer
    }
  }

  @Test func `an image that cannot be fetched is a line that says why`() async throws {
    let session = market([
      ("market://embedded/gone.png", HTTPResponse(status: 404)),
      ("market://embedded/secret.png", HTTPResponse(status: 403)),
      ("market://embedded/text.png", HTTPResponse(status: 200, body: Data("<html>".utf8))),
      ("market://embedded/cut.png", HTTPResponse(status: 200, body: Pixel.png.prefix(40))),
      ("market://embedded/large.png", HTTPResponse(status: 200, body: Data(count: 10_485_761))),
      ("market://embedded/lost.png", nil),
      ("http://elsewhere.example/x.png", HTTPResponse(status: 200, body: Pixel.png)),
      ("file:///etc/passwd", HTTPResponse(status: 200, body: Pixel.png)),
      ("market://embedded/%1B%5B2J%E2%80%AE.png", HTTPResponse(status: 200, body: Pixel.png)),
    ])
    let outcome = await outcome(of: "show 1", .none, try Home(), session: session)
    #expect(outcome.exitCode == .done)
    #expect(
      outcome.output.components(separatedBy: "9 images\n").last == """

        gone.png · it does not exist (404)
        secret.png · the server responded with status 403
        text.png · it is neither a PNG nor a JPEG image
        cut.png · it ends too early
        large.png · it is larger than 10 MiB
        lost.png · a secure connection cannot be established
        x.png · its address is not supported
        passwd · its address is not supported
        \\u{1B}[2J\\u{202E}.png · 1×1 · 67 bytes

        """)
  }

  @Test func `an image that is too large for a terminal is a line`() async throws {
    // Its header says 20,000 × 20,000, and no terminal has to find out whether that is true.
    var bomb = Pixel.png
    bomb.replaceSubrange(16..<24, with: [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
    let session = market([("market://embedded/bomb.png", HTTPResponse(status: 200, body: bomb))])
    let outcome = await outcome(of: "show 1", ImageRenderer(.kitty), try Home(), session: session)
    #expect(outcome.output.hasSuffix("\n\nbomb.png · 20000×20000 · 67 bytes\n"), "\(outcome.text)")
  }

  /// A market with an item of so many equal images.
  private func market(images count: Int) -> MockSession {
    market(
      (1...count).map {
        ("market://embedded/\($0).png", HTTPResponse(status: 200, body: Pixel.png))
      })
  }

  @Test func `a row is drawn before the images below it are fetched`() async throws {
    let session = market(images: 20)
    var terminal = try Home().terminal(52)
    terminal.images = ImageRenderer(.kitty, rows: 6)
    terminal.session = session
    // It takes the card, and breaks at the first row.
    terminal.capacity = 200
    #expect(await terminal.run("show 1").exitCode == .failed)
    // The look-up of the number, the item, its cost, the three images that told that the row is full, and the three after them.
    #expect(session.requests.count <= 9)
  }

  @Test func `of very many images the first are shown, with the command that saves the others`()
    async throws
  {
    let session = market(images: 1_500)
    let lines = [
      "show 1 --store garage.db": "20.png · 1×1 · 67 bytes",
      "show 1 --accessible --store garage.db": "Image file: 20.png, 1×1, 67 bytes",
    ]
    for (line, last) in lines {
      let asked = session.requests.count
      let outcome = await outcome(of: line, .none, try Home(), session: session)
      let end = ["", last, "… 1,480 more: market images 1 --store garage.db", ""].joined(separator: "\n")
      #expect(outcome.output.hasSuffix(end))
      // The look-up of the number, the item, its cost and its images.
      #expect(session.requests.count == asked + 23)
    }
  }
}
