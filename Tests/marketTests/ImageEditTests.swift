import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

/// `market images` with a change, at the store itself, through a server, and at a server that replaces all images.
struct ImageEditTests {
  /// An item with two images, in a pipe.
  private func pipe(_ session: (any Session)?) async throws -> Terminal {
    let home = try Home()
    _ = try home.write(MockData.bytes("macbook.png"), to: "front.png")
    _ = try home.write(MockData.bytes("macbook.jpg"), to: "back.jpg")
    _ = try home.write(Pixel.png, to: "dot.png")
    var pipe = home.pipe
    if let session {
      pipe.session = session
      pipe.environment = ["MARKET_SERVER": "https://market.example", "MARKET_PASSWORD": "hunter2"]
    }
    let images = ["front.png", "back.jpg"].map { "--image \(home.path)/\($0)" }.joined(separator: " ")
    _ = await pipe.run("add --title Lamp --price 5 --currency USD \(images)")
    return pipe
  }

  private func paths(_ pipe: Terminal) async -> String {
    let urls = await pipe.run("show 1 --json=images").output.matches(
      of: /images\/([0-9]+)-[0-9a-f]{32}\.(png|jpg)/)
    return urls.map { "\($0.output.1).\($0.output.2)" }.joined(separator: " ")
  }

  @Test func `an item that is named by its SKU takes an image whose path has a space`() async throws {
    let pipe = try await pipe(nil)
    _ = try pipe.home.write(Pixel.png, to: "my dot.png")
    #expect(await pipe.run("edit 1 --sku LMP-7").exitCode == .done)
    await pipe.run("images LMP-7 add '\(pipe.home.path)/my dot.png'").prints("images\t1 2\t1 2 my dot.png")
    #expect(await paths(pipe) == "1.png 2.jpg 3.png")
  }

  @Test func `images are added, removed and moved, and taken back`() async throws {
    let market = try TemporaryMarket()
    for session in [nil, MockSession { try await market.response(to: $0) }] as [(any Session)?] {
      let pipe = try await pipe(session)
      let first = await paths(pipe)
      #expect(first == "1.png 2.jpg")
      await pipe.run("images 1 add \(pipe.home.path)/dot.png").prints("images\t1 2\t1 2 dot.png")
      #expect(await paths(pipe) == "1.png 2.jpg 3.png")
      await pipe.run("images 1 move 3 1").prints("images\t1 2 3\t3 1 2")
      #expect(await paths(pipe) == "3.png 1.png 2.jpg")
      await pipe.run("images 1 remove 2 --dry-run -q").prints("images\t1 2 3\t1 3")
      await pipe.run("images 1 remove 2").prints("images\t1 2 3\t1 3")
      #expect(await paths(pipe) == "3.png 2.jpg")
      await pipe.run("images 1 move 1 1").prints("")
      for expected in ["3.png 1.png 2.jpg", "1.png 2.jpg 3.png", first] {
        let entry = await pipe.run("log 1").output.split(separator: "\n")
          .first { $0.contains("\tedit\t\t") }?.prefix { $0 != "\t" }
        let undone = await pipe.run("undo \(try #require(entry)) --yes")
        #expect(undone.exitCode == .done, "\(undone)")
        #expect(await paths(pipe) == expected)
      }
      await pipe.run("images 1 remove 1 2").prints("images\t1 2\t")
      #expect(await paths(pipe) == "")
    }
  }

  @Test func `a market that replaces all images is sent all of them, said before`() async throws {
    let market = try TemporaryMarket()
    let sent = Locked<[String]>([])
    let pipe = try await pipe(
      MockSession { request in
        if request.target.hasSuffix("/images") { return HTTPResponse(status: 404) }
        if request.method != .get || request.target.hasPrefix("/images") {
          let target = request.target.replacing(/-[0-9a-f]{32}/, with: "")
          sent.withLock { $0.append("\(request.method.rawValue) \(target)") }
        }
        return try await market.response(to: request)
      })
    sent.withLock { $0 = [] }
    await pipe.run("images 1 move 2 1").prints(
      "images\t1 2\t2 1\n! This market replaces all images at once: 2 are fetched and sent again")
    #expect(sent.value == ["GET /images/2.jpg", "GET /images/1.png", "PATCH /item/1"])
    #expect(await paths(pipe) == "3.jpg 4.png")
    await pipe.run("images 1 remove 1").prints(
      "images\t1 2\t2\n! This market replaces all images at once: 1 is fetched and sent again")
  }

  @Test func `a mistake is told before anything is sent`() async throws {
    let pipe = try await pipe(nil)
    await pipe.run("images 1 remove 3").prints(
      "! Error: Item 1 has no image '3': it has 2\n! Help:  Run 'market show 1' to see its images\nexit 3")
    await pipe.run("images 1 move 1").prints(
      """
      ! Error: Invalid value '1' for 'move': give two numbers of images
      ! Help:  Run 'market images --help' to see the usage
      exit 2
      """)
    await pipe.run("images 1 remove two").prints(
      """
      ! Error: Invalid value 'two' for '<image>': give the number of an image
      ! Help:  Run 'market images --help' to see the usage
      exit 2
      """)
    let four = Array(repeating: "\(pipe.home.path)/dot.png", count: 4).joined(separator: " ")
    await pipe.run("images 1 add \(four)").prints(
      """
      ! Error: Too many images: item 1 has 2, and can have at most 5
      ! Help:  Remove one first: 'market images 1 remove <image>'
      exit 2
      """)
    #expect(await paths(pipe) == "1.png 2.jpg")
  }

  @Test func `a person reads the numbers before and after`() async throws {
    let pipe = try await pipe(nil)
    await pipe.home.terminal().run("images 1 move 2 1").prints(
      """
      #1 Lamp
        Images  1 2 → 2 1
      ! Changed #1
      """)
  }

  @Test func `file names are kept and shown, whatever a client sends`() async throws {
    let market = try TemporaryMarket()
    let pipe = try await pipe(MockSession { try await market.response(to: $0) })
    let manager = NetworkManager(session: market)
    let images = ["앞면.png", "image", "back of it.png"].map {
      ItemImage(filename: $0, content: .bytes(Pixel.png))
    }
    let item = try await manager.edit(id: 1, ItemPatch(images: images), password: "hunter2")
    #expect(item.imageNames == ["앞면.png", nil, "back of it.png"])
    #expect(try await manager.item(id: 1) == item)
    await pipe.run("images 1 move 3 1 -q").prints("images\t1 2 3\t3 1 2")
    var terminal = pipe.home.terminal()
    (terminal.session, terminal.environment) = (pipe.session, pipe.environment)
    let shown = await terminal.run("show 1").output.split(separator: "\n")
    #expect(
      shown.prefix(3) == ["#1 Lamp", "USD 5.00", "1 in stock · added 5 years ago · 3 images · no ratings"])
    let captions = ["back of it.png", "앞면.png", "4.png"].map { "\($0) · 1×1 · 67 bytes"[...] }
    #expect(shown.suffix(3) == captions[...])
  }
}
