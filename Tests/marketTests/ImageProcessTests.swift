import Foundation
import OpenMarket
import TestSupport
import Testing

/// Images at real terminals. One after the other, since each is several processes.
@Suite(.serialized) struct ImageProcessTests {
  @Test func `a terminal that never says what it draws gets words, and is given back as it was`() async throws
  {
    let home = try Home()
    let path = try home.write(Pixel.png, to: "lamp.png")
    _ = await home.pipe.run("add --title Lamp --price 5 --image \(path)")
    let terminal = try TerminalProgram(home, "market show 1; echo exit $?", rows: 10)
    try? await eventually("the screen ends with: exit 0") { terminal.seen.text.hasSuffix("exit 0") }
    // Nothing of the question is left to be seen.
    #expect(
      terminal.seen.text.hasSuffix(" · 1 image · no ratings\n\nlamp.png · 1×1 · 67 bytes\nexit 0"),
      "\(terminal.seen.text)")
    #expect(terminal.seen.text.hasPrefix("#1 Lamp\nUSD 5.00\n1 in stock · added "))
    #expect(terminal.isAsItWas)
  }

  @Test(.enabled("libvips is not installed") { orMissing("libvips", VipsThumbnail.open()) })
  func `a list on a terminal has small copies of images, which are made once`() async throws {
    let home = try Home()
    let path = try home.write(MockData.bytes("macbook.png"), to: "lamp.png")
    _ = await home.pipe.run("add --title Lamp --price 5 --image \(path)")
    let (folder, copies) = (".local/share/market", "market.db.thumbnails")
    // In a pipe there are no images, and nothing is made.
    _ = await home.pipe.run("list")
    #expect(!home.files(in: folder).contains(copies))
    let terminal = try TerminalProgram(
      home, "market list --grid --no-pager --images blocks; echo exit $?", rows: 30)
    try? await eventually("the screen ends with: exit 0") { terminal.seen.text.hasSuffix("exit 0") }
    #expect(terminal.seen.text.contains("Lamp"), "\(terminal.seen.text)")
    let store = try #require(home.files(in: "\(folder)/\(copies)").first)
    #expect(home.files(in: "\(folder)/\(copies)/\(store)/0").map { $0.suffix(8) } == ["-320.jpg"])
  }

  /// Containers may have strace and forbid what it does.
  private static func canTrace() async throws -> Bool {
    guard isInstalled("strace") else { return false }
    return try await Program(home: try Home()).run("strace -f -qq -o calls true").status == 0
  }

  @Test(.enabled("strace is not installed, or not allowed") { try await canTrace() })
  func `images are saved on a disk without hard links, and still nothing is overwritten`() async throws {
    let program = Program(home: try Home())
    let path = try program.home.write(Pixel.png, to: "lamp.png")
    _ = await program.home.pipe.run("add --title Lamp --price 5 --image \(path)")
    let save =
      "strace -f -qq -o calls -e trace=link,linkat -e inject=link,linkat:error=EPERM market images 1 -o out"
    try await program.run(save).prints("out/1-1-Lamp.png\timage/png\t1\t1\t67\n")
    #expect(try Data(contentsOf: URL(filePath: program.home.path + "/out/1-1-Lamp.png")) == Pixel.png)
    #expect(program.home.files(in: "out") == ["1-1-Lamp.png"])
    #expect(try program.home.text(of: "calls").contains("EPERM"))
    try program.home.write("mine", to: "out/1-1-Lamp.png")
    #expect(try await program.run(save).status == 1)
    #expect(try program.home.text(of: "out/1-1-Lamp.png") == "mine")
    #expect(program.home.files(in: "out") == ["1-1-Lamp.png"])
  }
}
