import Console
import Foundation
import HTTP
import Testing

@testable import market

/// `market serve` with invalid options: it reports them and opens no port.
@Suite(.serialized) struct ServeTests {
  private static let proxies = "use addresses, networks such as 10.0.0.0/8, or 'unix'"
  private static let codes =
    "ISO 4217 lists no such code; use codes with commas between them, such as KRW,USD,JPY"
  private static let largest = "a whole number from 1 to 1,000,000,000"

  @Test(arguments: [
    ("--port 65536", "Invalid value '65536' for '--port': it must be a whole number from 0 to 65535"),
    ("--port -1", "Invalid value '-1' for '--port': it must be a whole number from 0 to 65535"),
    ("--port http", "Invalid value 'http' for '--port': it must be a whole number from 0 to 65535"),
    ("--port ''", "Invalid value '' for '--port': it must be a whole number from 0 to 65535"),
    (
      "--host 0.0.0.0",
      "Invalid value '0.0.0.0' for '--host': other machines can reach it; add '--public' to allow that"
    ),
    (
      "--host ::",
      "Invalid value '::' for '--host': other machines can reach it; add '--public' to allow that"
    ),
    ("--host ''", "Invalid value '' for '--host': other machines can reach it; add '--public' to allow that"),
    (
      "--host 127.example",
      "Invalid value '127.example' for '--host': other machines can reach it; add '--public' to allow that"
    ),
    (
      "--public-url market.example",
      "Invalid value 'market.example' for '--public-url': write 'https://market.example' or 'http://market.example'"
    ),
    (
      "--public-url https://m.example/?a=b",
      "Invalid value 'https://m.example/?a=***' for '--public-url': it must end with the path"
    ),
    (
      "--public-url https://m.example --public-url old.example",
      "Invalid value 'old.example' for '--public-url': write 'https://old.example' or 'http://old.example'"
    ),
    (
      "--currencies KRW,WON", "Invalid value 'WON' for '--currencies': \(codes)"
    ),
    ("--currencies ''", "Invalid value '' for '--currencies': \(codes)"),
    ("--currencies KRW,", "Invalid value '' for '--currencies': \(codes)"),
    (
      "--allow-origin shop.example",
      "Invalid value 'shop.example' for '--allow-origin': use the form https://shop.example, or '*'"
    ),
    (
      "--allow-origin https://shop.example/",
      "Invalid value 'https://shop.example/' for '--allow-origin': use the form https://shop.example, or '*'"
    ),
    (
      "--allow-origin https://Shop.example",
      "Invalid value 'https://Shop.example' for '--allow-origin': use the form https://shop.example, or '*'"
    ),
    (
      "--allow-origin ''", "Invalid value '' for '--allow-origin': use the form https://shop.example, or '*'"
    ),
    ("--trusted-proxy=", "Invalid value '' for '--trusted-proxy': \(proxies)"),
    ("--trusted-proxy=proxy.example", "Invalid value 'proxy.example' for '--trusted-proxy': \(proxies)"),
    ("--trusted-proxy=10.0.0.1/8", "Invalid value '10.0.0.1/8' for '--trusted-proxy': \(proxies)"),
    ("--limit body", "Invalid value 'body' for '--limit': use 'body=<number>' with \(largest)"),
    (
      "--limit-store 0", "Invalid value '0' for '--limit-store': it must be a size such as 500M or 10G"
    ),
    (
      "--limit-uploads 1.5G",
      "Invalid value '1.5G' for '--limit-uploads': it must be a size such as 500M or 10G"
    ),
    ("--limit body=", "Invalid value 'body=' for '--limit': use 'body=<number>' with \(largest)"),
    ("--limit body=0", "Invalid value 'body=0' for '--limit': use 'body=<number>' with \(largest)"),
    ("--limit body=1k", "Invalid value 'body=1k' for '--limit': use 'body=<number>' with \(largest)"),
    (
      "--limit stop-seconds=9223372036854775807",
      "Invalid value 'stop-seconds=9223372036854775807' for '--limit': use 'stop-seconds=<number>' with \(largest)"
    ),
  ])
  func `an invalid value is an error that names its option`(words: String, message: String) async throws {
    let home = try Home()
    let outcome = await home.pipe.run("serve " + words)
    #expect(outcome.error == "Error: \(message)\nHelp:  Run 'market serve --help' to see the usage\n")
    #expect(outcome.output == "")
    #expect(outcome.exitCode == .usage)
    #expect(home.files(in: ".local/share/market").isEmpty)
  }

  @Test(arguments: [
    ("--api v1", "Invalid value 'v1' for '--api'", "Choose from v2a, v2b"),
    ("--log xml", "Invalid value 'xml' for '--log'", "Choose from text, json"),
    (
      "--limit bodys=5", "Invalid value 'bodys' for '--limit'",
      "Did you mean 'body'? Choose from \(ServerLimits.named.map(\.key).joined(separator: ", "))"
    ),
  ])
  func `an unknown choice is an error that lists the choices`(words: String, message: String, hint: String)
    async throws
  {
    await (try Home()).pipe.run("serve " + words).prints("! Error: \(message)\n! Help:  \(hint)\nexit 2")
  }

  @Test(arguments: [
    ("--currencies=KRW", "--all-currencies"),
    ("--storefront-selling", "--no-storefront"), ("--storefront-selling", "--read-only"),
  ])
  func `options that exclude each other are an error`(one: String, other: String) async throws {
    for words in ["\(one) \(other)", "\(other) \(one)"] {
      let outcome = await (try Home()).pipe.run("serve " + words)
      let name = one.prefix { $0 != "=" }
      #expect(
        outcome.error
          == "Error: '\(name)' and '\(other)' cannot be used together\nHelp:  Use only one of them\n")
      #expect(outcome.exitCode == .usage)
    }
  }

  @Test(arguments: ["read-only", "public", "exact-prices", "all-currencies"])
  func `a flag takes no value`(flag: String) async throws {
    let outcome = await (try Home()).pipe.run("serve --\(flag)=yes")
    #expect(outcome.error.hasPrefix("Error: The option '--\(flag)' takes no value, but 'yes' was given\n"))
    #expect(outcome.exitCode == .usage)
  }

  @Test(
    arguments: [
      ("1", 1), ("1023", 1_023), ("4k", 4_096), ("500M", 500 << 20), ("10G", 10 << 30), ("10GiB", 10 << 30),
      ("10gb", 10 << 30), ("2T", 2 << 40), ("4611686018427387904", 1 << 62), ("4194304T", 1 << 62),
      ("4194305T", nil), ("9223372036854775808", nil), ("", nil), ("G", nil), ("0", nil), ("-1", nil),
      ("+1", nil),
      ("1.5G", nil), ("1 G", nil), ("1P", nil), ("1GG", nil), ("１G", nil), ("B", nil), ("ib", nil),
    ] as [(String, Int?)])
  func `a size is a number of bytes, KiB, MiB, GiB or TiB`(text: String, bytes: Int?) {
    #expect(ByteSize.parse(text) == bytes)
  }

  @Test func `the proxies may follow a space`() async throws {
    let outcome = await (try Home()).pipe.run("serve --trusted-proxy proxy.example")
    #expect(outcome.error.hasPrefix("Error: Invalid value 'proxy.example' for '--trusted-proxy': "))
    #expect(outcome.exitCode == .usage)
  }

  @Test func `each limit is set by its name, and no other`() throws {
    func limits(_ values: [String]) throws -> ServerLimits {
      try Arguments(values.map { "--limit=" + $0 }, for: Serve.declaration)[Serve.limit] ?? ServerLimits()
    }
    for (name, _) in ServerLimits.named {
      let found = try limits([name + "=7"])
      let values = [found.http as Any, found.reviews]
        .flatMap { Mirror(reflecting: $0).children.compactMap { $0.value as? Int } }
      #expect(values.count == ServerLimits.named.count)
      #expect(values.count { $0 == 7 } == 1, "\(name)")
    }
    let last = try limits(["body=1", "body=2", "upload=1000000000"])
    #expect(last.http.body == 2)
    #expect(last.http.upload == 1_000_000_000)
    #expect(try limits([]).http == HTTPLimits())
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.9.9.9", true), ("localhost", true), ("LOCALHOST", true), ("::1", true),
    ("0.0.0.0", false), ("::", false), ("127.0.0.1.example", false), ("localhost.example", false),
    ("", false),
  ])
  func `loopback addresses are recognized`(host: String, isLoopback: Bool) {
    #expect(ServedHosts.isLoopback(host) == isLoopback)
  }

  @Test(arguments: [
    ("", true), ("localhost", true), ("localhost:8080", true), ("LocalHost:80", true),
    ("127.0.0.1:8080", true),
    ("[::1]:8080", true), ("192.0.2.1", true), ("market.example", true), ("MARKET.example:443", true),
    ("evil.example", false), ("%C3%B1", false), ("H%4fSt:80", false), ("l%6Fc%61lhost:80", true),
    ("%4DARKET.example", true), ("old.example", true), ("OLD.example:8080", true), ("localhost%3A80", false),
    ("localhost%", false), ("%00localhost", false),
    ("a%3Ab", false),
    ("%ED%A0%80", false), ("market.example.evil.example", false),
    ("localhost.evil.example", false),
    ("256.0.0.1", false), ("1.2.3", false), ("127.0.0.1.evil.example", false),
  ])
  func `host names of other servers are not served`(authority: String, isServed: Bool) {
    let hosts = ServedHosts(
      host: "127.0.0.1",
      publicURLs: [URL(string: "https://Market.example"), URL(string: "http://old.example:8080/shop")]
        .compactMap(\.self))
    #expect(hosts.contain(authority) == isServed)
    #expect(
      hosts.refusal == """
        This server serves 127.0.0.1, localhost, market.example, old.example, and not the requested host: add it with \
        --public-url
        """)
  }

  @Test(arguments: [
    ("shop.local", true), ("SHOP.local:8080", true), ("shop-2.local", true), ("shop-.local", false),
    ("shop-x.local", false), ("other.local", false), ("shop", false), ("a.shop.local", false),
    ("shop.local.evil.example", false),
  ])
  func `the name of this machine in multicast DNS is served to other machines`(name: String, isServed: Bool) {
    #expect(ServedHosts(host: "0.0.0.0", publicURLs: [], machine: "Shop.lan").contain(name) == isServed)
    #expect(!ServedHosts(host: "0.0.0.0", publicURLs: []).contain(name))
  }
}
