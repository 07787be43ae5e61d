import Foundation
import Testing

@testable import market

/// `market config set`, `get` and `unset`.
struct ConfigWritingTests {
  private static let file = ".config/market/config"

  @Test func `a setting is written where it was, and everything else stays`() async throws {
    let home = try Home()
    try home.write(
      "# mine\r\n\r\ncurrency=USD\r\ncurrency = EUR\r\nper-page = 50", to: Self.file, mode: 0o640)
    #expect(await home.pipe.run("config set currency KRW").exitCode == .done)
    #expect(try home.text(of: Self.file) == "# mine\r\n\r\ncurrency = KRW\r\nper-page = 50")
    #expect(await home.pipe.run("config set timeout 5").exitCode == .done)
    #expect(try home.text(of: Self.file) == "# mine\r\n\r\ncurrency = KRW\r\nper-page = 50\ntimeout = 5\n")
    #expect(try home.mode(of: Self.file) == 0o640)
    await home.pipe.run("config get currency").prints("KRW")
    #expect(await home.pipe.run("config unset currency").exitCode == .done)
    #expect(try home.text(of: Self.file) == "# mine\r\n\r\nper-page = 50\ntimeout = 5\n")
    #expect(home.files(in: ".config/market") == ["config"])
  }

  @Test func `the first setting makes the file`() async throws {
    let home = try Home()
    #expect(await home.pipe.run("config unset sort").exitCode == .done)
    #expect(await home.pipe.run("config set sort -price").exitCode == .usage)
    #expect(await home.pipe.run(words: ["config", "set", "sort", "--", "-price"]).exitCode == .done)
    #expect(try home.text(of: Self.file) == "sort = -price\n")
  }

  @Test func `a link to a file that is kept elsewhere stays a link`() async throws {
    let home = try Home()
    let target = try home.write("# kept\n", to: "dotfiles/market")
    let link = home.path + "/" + Self.file
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/market", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(await home.pipe.run("config set color never").exitCode == .done)
    #expect(try home.text(of: "dotfiles/market") == "# kept\ncolor = never\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
  }

  @Test(arguments: [
    (
      "config set currency WON",
      "Invalid value 'WON' for 'currency': it must be a code that ISO 4217 lists, such as KRW"
    ),
    ("config set locale xx_YY", "Invalid value 'xx_YY' for 'locale': it must be a locale, such as ko_KR"),
    ("config set per-page 0", "Invalid value '0' for 'per-page': it must be a whole number from 1 to 500"),
    ("config set curency KRW", "Invalid value 'curency' for '<setting>'"),
    ("config set currency", "Missing <value>"),
    ("config sort", "No such command 'sort'"),
  ])
  func `an invalid setting is not written`(line: String, message: String) async throws {
    let home = try Home()
    let outcome = await home.pipe.run(line)
    #expect(outcome.error.hasPrefix("Error: \(message)\n"), "\(outcome.error)")
    #expect(outcome.exitCode == .usage)
    #expect(home.files(in: ".config/market") == [])
  }

  @Test func `a file with a mistake can be mended`() async throws {
    let home = try Home()
    try home.write("currency = WON\n", to: Self.file)
    #expect(await home.pipe.run("list").exitCode == .usage)
    #expect(await home.pipe.run("config set currency KRW").exitCode == .done)
    #expect(await home.pipe.run("list").exitCode == .done)
  }
}
