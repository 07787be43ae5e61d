import Foundation
import OpenMarket
import Testing

@testable import market

@Suite struct BackupTests {
  private let home: Home

  init() async throws {
    home = try Home()
    #expect(await home.pipe.run("add --title Lamp --price 5 --stock 9 --porcelain").output == "1\n")
    #expect(await home.pipe.run("sell 1:2").exitCode == .done)
  }

  @Test func `a backup has what the store has, and is private`() async throws {
    let path = home.path + "/copy.db"
    let made = await home.pipe.run("backup \(path)")
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    made.prints("\(path)\t1\t2\t\(size)")
    #expect(try home.mode(of: "copy.db") == 0o600)
    #expect(home.files(in: "").filter { $0.hasPrefix("copy") } == ["copy.db"])
    await home.pipe.run("check --store \(path)").prints("The store is sound: 1 item, 2 movements")
    await home.pipe.run("show 1 --json=title,stock --store \(path)").prints(#"{"title":"Lamp","stock":7}"#)
    await home.pipe.run("backup \(home.path)/more.db --json=items,movements").prints(
      #"{"items":1,"movements":2}"#)
  }

  @Test func `a backup never replaces a file`() async throws {
    let path = try home.write("precious", to: "copy.db")
    await home.pipe.run("backup \(path)").prints(
      """
      ! Error: The file '\(path)' already exists
      ! Help:  Choose another path: a backup never replaces a file
      exit 6
      """)
    #expect(try home.text(of: "copy.db") == "precious")
    await home.pipe.run("backup \(home.path)/none/copy.db").prints(
      """
      ! Error: The file '\(home.path)/none/copy.db' cannot be written
      ! Help:  Check the permissions of the folder, and the space on its disk
      exit 1
      """)
  }

  @Test func `nothing is left of a backup of a damaged store`() async throws {
    let store = home.path + "/.local/share/market/market.db"
    var bytes = try Data(contentsOf: URL(filePath: store))
    // A page in the middle of the tables.
    bytes.replaceSubrange(8_192..<12_288, with: Data(repeating: 0xFF, count: 4_096))
    try bytes.write(to: URL(filePath: store))
    #expect(await home.pipe.run("backup \(home.path)/copy.db").exitCode == .failed)
    #expect(home.files(in: "").filter { $0.hasPrefix("copy") } == [])
  }

  @Test(arguments: [
    ("check", "check"), ("backup copy.db", "backup"), ("key", "key"),
  ])
  func `what works at the store itself refuses a server by name`(line: String, command: String) async throws {
    let expected = """
      ! Error: 'market \(command)' works at the store itself, not through the server 'http://market.example'
      ! Help:  Run it where the store is, without MARKET_SERVER: '--store <file>'
      exit 2
      """
    await home.pipe.run("\(line) --server http://market.example").prints(expected)
    var pipe = home.pipe
    pipe.environment = ["MARKET_SERVER": "http://market.example"]
    await pipe.run(line).prints(expected)
  }

  @Test(arguments: [
    "sales", "history 7", "check", "backup copy.db", "zone", "zone UTC --yes", "purge --sales-of 1",
  ])
  func `a named store that is missing is one error`(line: String) async throws {
    let path = home.path + "/missing.db"
    await home.pipe.run("\(line) --store \(path)").prints(
      """
      ! Error: There is no store '\(path)'
      ! Help:  Check the path, or pass another with '--store'
      exit 1
      """)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
