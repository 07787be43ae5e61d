import Foundation
import SystemSupport
import Testing

struct IPAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::1", "::"), ("2001:db8::1", "2001:db8::"),
    ("2001:db8::2:1", "2001:db8::"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
    ("2001:DB8:1:2::", "2001:db8:1:2::"), ("fe80::1:2:3:4", "fe80::"), ("::ffff:192.0.2.1", "192.0.2.1"),
    ("unix", "unix"), ("-", "-"), ("", ""),
  ])
  func `the network of a client is an IPv4 address or 64 bits of an IPv6 address`(
    client: String, network: String
  ) {
    #expect(IPAddress.clientNetwork(client) == network)
  }

  @Test func `the network of a site is 48 bits of an IPv6 address`() {
    #expect(IPAddress.clientNetwork("2001:db8:1:2:3:4:5:6", bits: 48) == "2001:db8:1::")
    #expect(IPAddress.clientNetwork("192.0.2.1", bits: 48) == "192.0.2.1")
  }

  @Test func `numeric text is read`() {
    #expect(IPAddress("127.0.0.1")?.bytes == [127, 0, 0, 1])
    let loopback = [UInt8](repeating: 0, count: 15) + [1]
    #expect(IPAddress("::1")?.bytes == loopback)
    #expect(IPAddress("[::1]")?.bytes == loopback)
    #expect(IPAddress("1.2.3.4") == IPAddress("[1.2.3.4]"))
  }

  @Test(arguments: [
    "", "localhost", "127.1", "0x7f.0.0.1", "1.2.3", "1.2.3.4.5", "256.0.0.1", "1.2.3.4 ", "::1%lo", "[::1",
    "::1]",
    "[]", "1.2.3.4:80", "::g", "１２７.0.0.1",
  ])
  func `other text is no address`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test(arguments: [
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
    "127.255.255.254", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.1", "192.0.2.1",
    "192.88.99.1",
    "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::2", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b:1::1", "100::1", "100:0:0:1::1",
    "2001::1",
    "2001:2::1", "2001:10::1", "2001:db8::1", "3fff::1", "5f00::1", "fc00::1", "fdff::1", "fe80::1",
    "febf::1",
    "fec0::1", "ff02::1",
    // Embedded IPv4 addresses: mapped, translated, 6to4.
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::",
    "2002:a00:1::1",
    "2002:c0a8:101::1",
  ])
  func `an address of a special range is not public`(text: String) {
    #expect(IPAddress(text)?.isPublic == false)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
    "128.0.0.1",
    "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0",
    "192.0.3.0",
    "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0",
    "223.255.255.255", "2001:200::1", "2001:4860:4860::8888", "2001:db7::1", "2001:db9::1", "2606:4700::1111",
    "2a00::1", "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
  ])
  func `an address beside a special range is public`(text: String) {
    #expect(IPAddress(text)?.isPublic == true)
  }

  @Test(arguments: [
    ("192.168.1.2", "192.168.0.0", 16, true), ("192.169.1.2", "192.168.0.0", 16, false),
    ("10.1.2.3", "10.1.2.3", 32, true), ("10.1.2.2", "10.1.2.3", 32, false),
    ("10.1.2.2", "10.1.2.3", 31, true),
    ("172.31.0.1", "172.16.0.0", 12, true), ("172.32.0.1", "172.16.0.0", 12, false),
    ("1.2.3.4", "9.9.9.9", 0, true),
    ("1.2.3.4", "1.2.3.4", 33, false), ("1.2.3.4", "1.2.3.4", -1, false), ("::1", "0.0.0.0", 0, false),
    ("fe80::1", "fe80::", 10, true), ("febf::1", "fe80::", 10, true), ("fec0::1", "fe80::", 10, false),
    ("::1", "::1", 128, true), ("::1", "::1", 129, false),
  ])
  func `whether an address is in a network`(text: String, network: String, bits: Int, isIn: Bool) throws {
    let bytes = try #require(IPAddress(network)).bytes
    #expect(try #require(IPAddress(text)).isIn(bytes, bits: bits) == isIn)
  }

  @Test func `the address of a socket is read`() {
    var four = sockaddr_in()
    four.sin_family = sa_family_t(AF_INET)
    four.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    #expect(withUnsafePointer(to: &four, address) == IPAddress("127.0.0.1"))
    var six = sockaddr_in6()
    six.sin6_family = sa_family_t(AF_INET6)
    withUnsafeMutableBytes(of: &six.sin6_addr) { $0[15] = 1 }
    #expect(withUnsafePointer(to: &six, address) == IPAddress("::1"))
    var local = sockaddr_un()
    local.sun_family = sa_family_t(AF_UNIX)
    #expect(withUnsafePointer(to: &local, address) == nil)
  }

  private func address<Socket>(_ pointer: UnsafePointer<Socket>) -> IPAddress? {
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { IPAddress($0) }
  }

  @Test(arguments: [
    "localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1",
    "[::1]",
    "::ffff:127.0.0.1", "0",
  ])
  func `a host of this machine is private without a look-up`(host: String) {
    #expect(HostAddress.isPrivate(host, numericOnly: true))
  }

  @Test(arguments: ["localhost.example", "notlocalhost", "example.com", "8.8.8.8", "[2606:4700::1111]", ""])
  func `another host is not private without a look-up`(host: String) {
    #expect(!HostAddress.isPrivate(host, numericOnly: true))
  }
}
