import Console
import Foundation
import TestSupport
import Testing

@testable import market

/// Files of the program to which other users of the machine have access.
struct ExposedFileTests {
  private static let store = ".local/share/market/market.db"
  private static let config = ".config/market/config"

  private func home() async throws -> Home {
    let home = try Home()
    #expect(await home.pipe.run("add --title Lamp --price 5 --porcelain --quiet").exitCode == .done)
    return home
  }

  private func setMode(_ mode: Int, of name: String, in home: Home) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.path + "/" + name)
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o660, 0o601])
  func `a store to which others have access is warned of, once a command`(mode: Int) async throws {
    let home = try await home()
    try setMode(mode, of: Self.store, in: home)
    let path = home.path + "/" + Self.store
    let warning = """
      Warning: Other users have access to the store '\(path)'
      Help:    Make it private: chmod 600 \(path)

      """
    for line in ["list", "show 1 --json=id", "vendor list", "edit 1 --stock 2"] {
      let outcome = await home.pipe.run(line)
      #expect(outcome.error.hasSuffix(warning), "\(line)")
      #expect(outcome.error.components(separatedBy: "Warning").count == 2, "\(line)")
      #expect(outcome.exitCode == .done, "\(line)")
    }
    #expect(await home.pipe.run("show 1 --json=id --quiet").error == "")
    #expect(await home.pipe.run("list --server http://127.0.0.1:1 --curl").error == "")
    #expect(await home.pipe.run("config").error == "")
    try setMode(0o600, of: Self.store, in: home)
    #expect(await home.pipe.run("show 1 --json=id").error == "")
  }

  @Test(arguments: [0o622, 0o620, 0o602, 0o666])
  func `a config file that others can change is warned of`(mode: Int) async throws {
    let home = try await home()
    try home.write("currency = KRW\n", to: Self.config, mode: mode)
    let path = home.path + "/" + Self.config
    #expect(
      await home.pipe.run("show 1 --json=id --locale ko_KR").error == """
        경고:   다른 사용자가 설정 파일을 변경할 수 있습니다: '\(path)'
        도움말: 본인만 읽을 수 있게 하세요: chmod 600 \(path)

        """)
    #expect(await home.pipe.run("help").error == "")
    try setMode(0o644, of: Self.config, in: home)
    #expect(await home.pipe.run("show 1 --json=id").error == "")
  }

  @Test func `a public server refuses both`() async throws {
    let home = try await home()
    let store = home.path + "/" + Self.store
    try setMode(0o640, of: Self.store, in: home)
    await home.pipe.run("serve --public --host 0.0.0.0 --port 0").prints(
      """
      ! Error: Other users have access to the store '\(store)'
      ! Help:  Make it private: chmod 600 \(store)
      exit 2
      """)
    try setMode(0o600, of: Self.store, in: home)
    let config = try home.write("", to: Self.config, mode: 0o662)
    await home.pipe.run("serve --public --host 0.0.0.0 --port 0").prints(
      """
      ! Error: Other users can change the config file '\(config)'
      ! Help:  Make it private: chmod 600 \(config)
      exit 2
      """)
  }

  @Test func `another server only warns`() async throws {
    let home = try await home()
    try setMode(0o644, of: Self.store, in: home)
    let server = try await ServingProgram(home)
    #expect(try server.log().hasPrefix("Warning: Other users have access to the store '"))
    server.send(SIGTERM)
    #expect(try await server.end() == 0)
  }
}
