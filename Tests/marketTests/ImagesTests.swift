import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import market

struct ImagesTests {
  /// A home with an item of two images.
  private func home(title: String = "맥북 프로") async throws -> Home {
    let home = try Home()
    let jpeg = try MockData.bytes("macbook.jpg")
    let images =
      " --image \(try home.write(Pixel.png, to: "a.png")) --image \(try home.write(jpeg, to: "b.jpg"))"
    _ = await home.pipe.run(words: Terminal.words(of: "add --price 5\(images)") + ["--title", title])
    return home
  }

  @Test func `images are saved unchanged, under generated names`() async throws {
    let home = try await home()
    await home.pipe.run("images 1 --output \(home.path)/out").prints(
      """
      \(home.path)/out/1-1-맥북-프로.png\timage/png\t1\t1\t67
      \(home.path)/out/1-2-맥북-프로.jpg\timage/jpeg\t32\t24\t328
      """)
    #expect(try Data(contentsOf: URL(filePath: home.path + "/out/1-1-맥북-프로.png")) == Pixel.png)
    #expect(
      try Data(contentsOf: URL(filePath: home.path + "/out/1-2-맥북-프로.jpg"))
        == (try MockData.bytes("macbook.jpg")))
    #expect(home.files(in: "out") == ["1-1-맥북-프로.png", "1-2-맥북-프로.jpg"])
    await home.terminal(200).run("images 1 --output \(home.path)/new/").prints(
      """
      \(home.path)/new/1-1-맥북-프로.png · a.png · 1×1 · 67 bytes
      \(home.path)/new/1-2-맥북-프로.jpg · b.jpg · 32×24 · 328 bytes
      """)
  }

  @Test func `existing files are kept without --force`() async throws {
    let home = try await home()
    try home.write("mine", to: "out/1-1-맥북-프로.png")
    await home.pipe.run("images 1 -o \(home.path)/out").prints(
      """
      \(home.path)/out/1-2-맥북-프로.jpg\timage/jpeg\t32\t24\t328
      ! Error: '\(home.path)/out/1-1-맥북-프로.png' already exists
      ! Help:  Pass '--force' to replace it, or another folder with '--output'
      exit 7
      """)
    #expect(try home.text(of: "out/1-1-맥북-프로.png") == "mine")
    #expect(home.files(in: "out").count == 2)
    #expect(await home.pipe.run("images 1 -o \(home.path)/out --force").exitCode == .done)
    #expect(try Data(contentsOf: URL(filePath: home.path + "/out/1-1-맥북-프로.png")) == Pixel.png)
    #expect(home.files(in: "out").count == 2)
  }

  @Test func `a dry run writes no files`() async throws {
    let home = try await home()
    await home.pipe.run("images 1 --output \(home.path)/out --dry-run").prints(
      """
      would write\t\(home.path)/out/1-1-맥북-프로.png\timage/png\t1\t1\t67
      would write\t\(home.path)/out/1-2-맥북-프로.jpg\timage/jpeg\t32\t24\t328
      ! Dry run, nothing written.
      """)
    #expect(!FileManager.default.fileExists(atPath: home.path + "/out"))
    try home.write("mine", to: "out/1-1-맥북-프로.png")
    let refused = await home.pipe.run("images 1 -o \(home.path)/out -n")
    #expect(refused.exitCode == .partial)
    #expect(refused.error.contains("1-1-맥북-프로.png' already exists"))
  }

  @Test func `a symbolic link is replaced, its target is not`() async throws {
    let home = try await home()
    try home.write("mine", to: "diary")
    try FileManager.default.createDirectory(atPath: home.path + "/out", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/out/1-1-맥북-프로.png", withDestinationPath: home.path + "/diary")
    #expect(await home.pipe.run("images 1 -o \(home.path)/out").exitCode == .partial)
    #expect(await home.pipe.run("images 1 -o \(home.path)/out -f").exitCode == .done)
    #expect(try home.text(of: "diary") == "mine")
  }

  @Test func `a folder that cannot be written is an error`() async throws {
    let home = try await home()
    try home.write("a file", to: "out")
    await home.pipe.run("images 1 -o \(home.path)/out").prints(
      """
      ! Error: Cannot write '\(home.path)/out/1-1-맥북-프로.png'
      ! Help:  Check the folder and its permissions, or use another folder with '--output'
      ! Error: Cannot write '\(home.path)/out/1-2-맥북-프로.jpg'
      ! Help:  Check the folder and its permissions, or use another folder with '--output'
      exit 1
      """)
  }

  @Test func `items without images, and missing items`() async throws {
    let home = try await home()
    _ = await home.pipe.run("add --title Desk --price 5")
    await home.pipe.run("images 2").prints("! Item 2 has no images")
    await home.pipe.run("images 9").prints(
      "! Error: No item with id '9'\n! Help:  Run 'market list' to see what is for sale\nexit 3")
    let outcome = await home.pipe.run("images 9 1 -o \(home.path)/out")
    #expect(outcome.exitCode == .partial)
    #expect(home.files(in: "out").count == 2)
  }

  @Test func `an image that cannot be fetched is reported, and the others are saved`() async throws {
    let home = try await home()
    let local = home.market(at: .file(home.path + "/.local/share/market/market.db"))
    for (status, exitCode, words) in [
      (404, 7, "cannot be fetched: it does not exist (404)"),
      (503, 7, "cannot be fetched: the server responded with status 503"),
    ] {
      var pipe = home.pipe
      pipe.session = MockSession { request in
        request.target == "/images/\(Pixel.name(1))"
          ? HTTPResponse(status: status) : try await local.response(to: request)
      }
      let outcome = await pipe.run("images 1 -f -o \(home.path)/out")
      #expect(outcome.exitCode.rawValue == Int32(exitCode))
      #expect(
        outcome.error.hasPrefix("Error: The image 'market://embedded/images/\(Pixel.name(1))' \(words)\n"))
      #expect(home.files(in: "out") == ["1-2-맥북-프로.jpg"])
    }
  }

  private func name(_ title: String) throws -> String {
    let item = Item(
      id: 7, title: title, price: Price(5, .usDollar), discountedPrice: nil, stock: 1, thumbnails: [],
      registrationDate: .distantPast, description: nil, images: nil)
    return ImageFile.name(of: item, number: 1, format: .png)
  }

  @Test(arguments: [
    ("macbook", "7-1-macbook.png"),
    ("맥북 프로 14\"", "7-1-맥북-프로-14.png"),
    ("../../etc/passwd", "7-1-etc-passwd.png"),
    ("/", "7-1.png"),
    (".hidden", "7-1-hidden.png"),
    ("-rf *", "7-1-rf.png"),
    ("a\u{1B}[2J\nb\u{0}c", "7-1-a-2J-b-c.png"),
    ("gpj.\u{202E}exe", "7-1-gpj-exe.png"),
    ("\u{3164}\u{115F}\u{200D}", "7-1.png"),
    ("CON", "7-1-CON.png"),
    ("e\u{301}te\u{301}", "7-1-\u{E9}t\u{E9}.png"),
    ("हिन्दी", "7-1-हिन्दी.png"),
    ("💡", "7-1.png"),
    (String(repeating: "a", count: 1_000), "7-1-" + String(repeating: "a", count: 80) + ".png"),
    (String(repeating: "맥", count: 300), "7-1-" + String(repeating: "맥", count: 26) + ".png"),
    (
      String(repeating: "ab ", count: 300),
      "7-1-" + Array(repeating: "ab", count: 27).joined(separator: "-") + ".png"
    ),
  ])
  func `a name is letters and digits, whatever the title`(title: String, expected: String) throws {
    #expect(try name(title) == expected)
  }

  @Test func `an empty folder is no folder`() async throws {
    await (try await home()).pipe.run(words: ["images", "1", "--output", ""]).prints(
      """
      ! Error: Invalid value '' for '--output': it must not be empty
      ! Help:  Run 'market images --help' to see the usage
      exit 2
      """)
  }
}
