import Foundation
import Testing

@testable import market

/// `--cacert`, MARKET_CACERT and `cacert` in the config file: a mistake is an error before anything is sent.
struct CertificateFileTests {
  private static let help = "! Help:  For example: '--cacert ca.pem'\nexit 2"

  @Test func `a file without certificates is an error, wherever it is named`() async throws {
    let home = try Home()
    let path = home.path + "/ca.pem"
    let expected = { (name: String, problem: String) in
      "! Error: Invalid value '\(path)' for '\(name)': \(problem)"
    }
    let list = "list --server http://127.0.0.1:1"
    await home.pipe.run("\(list) --cacert \(path)").prints(
      expected("--cacert", "there is no such file") + "\n" + Self.help)
    await home.pipe.run("\(list) --cacert \(path) --locale ko_KR").prints(
      """
      ! 오류:   잘못된 '--cacert' 값 '\(path)': 파일이 없습니다
      ! 도움말: 예: '--cacert ca.pem'
      exit 2
      """)
    try home.write("no certificate", to: "ca.pem")
    await home.pipe.run("\(list) --cacert \(path)").prints(
      expected("--cacert", "it has no PEM certificate") + "\n" + Self.help)
    await home.pipe.run("\(list) --cacert \(home.path)").prints(
      "! Error: Invalid value '\(home.path)' for '--cacert': it is a folder\n" + Self.help)
    var pipe = home.pipe
    pipe.environment = ["MARKET_CACERT": path]
    await pipe.run(list).prints(
      expected("MARKET_CACERT", "it has no PEM certificate")
        + "\n! Help:  Unset MARKET_CACERT, or set it to a valid value\nexit 2")
    try home.write("cacert = \(path)", to: ".config/market/config")
    await home.pipe.run(list).prints(
      expected("cacert", "it has no PEM certificate")
        + "\n! Help:  Correct line 1 of the config file '\(home.path)/.config/market/config'\nexit 2")
  }

  @Test(arguments: ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"])
  func `a PEM certificate may follow a comment`(label: String) async throws {
    let home = try Home()
    let comment = String(repeating: "# Issuer\n", count: 20_000)
    try home.write(comment + "-----BEGIN \(label)-----\n", to: "ca.pem")
    #expect(CertificateFile.problem(with: home.path + "/ca.pem") == nil)
    try home.write(comment + "-----BEGIN PRIVATE KEY-----\n", to: "ca.pem")
    #expect(CertificateFile.problem(with: home.path + "/ca.pem") != nil)
  }

  @Test(.enabled(if: geteuid() != 0, "root reads every file"))
  func `a file that this user cannot read is an error`() async throws {
    let home = try Home()
    try home.write("-----BEGIN CERTIFICATE-----", to: "ca.pem", mode: 0)
    await home.pipe.run("list --cacert \(home.path)/ca.pem").prints(
      "! Error: Invalid value '\(home.path)/ca.pem' for '--cacert': it cannot be read\n" + Self.help)
  }

  @Test func `a pipe is not read, since it has its contents once`() throws {
    let home = try Home()
    try #require(mkfifo(home.path + "/fifo", 0o600) == 0)
    #expect(CertificateFile.problem(with: home.path + "/fifo") == nil)
  }
}
