import Console
import Foundation
import TestSupport
import Testing

@testable import market

struct ImageArgumentTests {
  private static let add = "add --title Lamp --price 5 --currency USD --image "

  /// Each with the bytes that a file of that name begins with.
  private static let formats: [(name: String, start: [UInt8], format: String)] = [
    ("photo.heic", [0, 0, 0, 24] + Array("ftypheic".utf8), "HEIC"),
    ("photo.jpg", [0, 0, 0, 24] + Array("ftypmif1".utf8), "HEIC"),
    ("photo.avif", [0, 0, 0, 24] + Array("ftypavif".utf8), "AVIF"),
    ("photo.webp", Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8), "WebP"),
    ("photo.gif", Array("GIF89a".utf8), "GIF"), ("photo.bmp", Array("BM6".utf8), "BMP"),
    ("photo.tiff", Array("II*\0".utf8), "TIFF"), ("photo.pdf", Array("%PDF-1.7".utf8), "PDF"),
  ]

  @Test func `another format is named, with what converts it`() async throws {
    let home = try Home()
    for (name, start, format) in Self.formats {
      let path = try home.write(Data(start) + Data(count: 32), to: "my \(name)")
      let converted = home.path + "/my photo.jpg"
      await home.pipe.run(Self.add + "'\(path)'").prints(
        """
        ! Error: The image '\(path)' is \(format), not PNG or JPEG
        ! Help:  Convert it: magick '\(path)' '\(converted)', or on macOS: sips -s format jpeg '\(path)' --out '\(converted)'
        exit 2
        """)
    }
    #expect(home.files(in: ".local").isEmpty)
  }

  @Test func `each other reason has its own message`() async throws {
    let home = try Home()
    let text = try home.write("Not an image", to: "notes.txt")
    let folder = home.path + "/photos"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let large = try home.write(Pixel.png + Data(count: 10 << 20), to: "large.png")
    let cases = [
      (home.path + "/none.png", "No image file '\(home.path)/none.png'", "Check the path"),
      (folder, "'\(folder)' is a folder, not an image", "Name each file: --image \(folder)/<file>"),
      (text, "Not an image: '\(text)'", "Choose a PNG or JPEG file"),
      (
        large, "The image '\(large)' is larger than 10 MiB",
        "Make it smaller: magick \(large) -resize 2048x2048 smaller.jpg"
      ),
      (
        "https://market.example/lamp.png", "The image 'https://market.example/lamp.png' is a URL, not a file",
        "Pipe it: curl https://market.example/lamp.png | market add … --image -"
      ),
    ]
    for (value, message, hint) in cases {
      await home.pipe.run(Self.add + value).prints("! Error: \(message)\n! Help:  \(hint)\nexit 2")
      await home.pipe.run("edit 1 --image \(value)").prints("! Error: \(message)\n! Help:  \(hint)\nexit 2")
    }
    #expect(home.files(in: ".local").isEmpty)
  }

  /// An input that holds some bytes.
  private struct Bytes: TextInput {
    let data: Data
    let isTerminal = false

    func readAll(limit: Int) throws(ConsoleError) -> Data {
      guard data.count <= limit else { throw ConsoleError.inputTooLong(limit: limit) }
      return data
    }

    func readLine() throws(ConsoleError) -> String? { nil }
    func readSecret(prompt: () throws(ConsoleError) -> Void) throws(ConsoleError) -> String? { nil }
  }

  @Test func `an image is read from standard input`() throws {
    let image = try ImageArgument(value: "-").image(from: Bytes(data: Pixel.png))
    #expect(image.filename == "image.png")
    #expect(try image.bytes() == Pixel.png)
    #expect(throws: ImageArgument(value: "-").failure(.tooLarge)) {
      try ImageArgument(value: "-").image(from: Bytes(data: Pixel.png + Data(count: 10 << 20)))
    }
    #expect(throws: ImageArgument(value: "-").failure(.notAnImage)) {
      try ImageArgument(value: "-").image(from: Bytes(data: Data()))
    }
  }

  @Test func `a broken image is not sent to a server`() async throws {
    let server = try ScriptedServer { _ in [.close] }
    let home = try Home()
    try home.write(Pixel.png.prefix(60), to: "cut.png")
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": "http://\(server.authority)", "MARKET_PASSWORD": "hunter2"]
    await pipe.run("add --title Lamp --price 5 --currency USD --image \(home.path)/cut.png").prints(
      """
      ! Error: Image 'cut.png' is broken: it ends too early
      ! Help:  Pass a different value with '--image'
      exit 2
      """)
    #expect(server.requests.isEmpty)
  }

  @Test func `an image may come through a pipe`() async throws {
    let program = Program(home: try Home())
    try program.home.write(Pixel.png, to: "lamp.png")
    let add = "market add --title Lamp --price 5 --currency USD --porcelain --quiet --image"
    try await program.run("cat lamp.png | \(add) -; \(add) <(cat lamp.png)", shell: "bash").prints("1\n2\n")
    let saved = try await program.run("market images 1 2 --output saved && cmp saved/1-1-Lamp.png lamp.png")
    #expect(saved.error == "")
    #expect(saved.status == 0)
    #expect(program.home.files(in: "saved").count == 2)
  }
}
