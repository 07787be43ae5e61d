import SystemSupport
import Testing

struct IPNetworkTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("192.0.2.7", "192.0.2.7", true), ("192.0.2.7", "192.0.2.6", false),
    ("192.0.2.7/32", "192.0.2.7", true), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false),
    ("2001:db8::/32", "2001:db8:1::2", true), ("2001:db8::/32", "2001:db9::1", false),
    ("2001:DB8:0::1", "2001:db8::1", true), ("[::1]", "::1", true), ("::/0", "2001:db8::1", true),
    ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("::ffff:10.0.0.0/104", "10.1.2.3", true),
    ("::ffff:10.0.0.1", "10.0.0.1", true), ("::ffff:10.0.0.1", "10.0.0.2", false),
  ])
  func `whether a network has an address`(network: String, address: String, contains: Bool) throws {
    let network = try #require(IPNetwork(network))
    #expect(network.contains(try #require(IPAddress(address))) == contains)
  }

  @Test(arguments: [
    "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "10.0.0.0/8/8",
    "10.0.0.1/8", "::1/127", "::/129", "10/8", "010.0.0.0/8", "localhost", "10.0.0.0 /8", "10.0.0.0/x",
  ])
  func `other text is no network`(text: String) {
    #expect(IPNetwork(text) == nil)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.255.255", true), ("::1", true), ("::ffff:127.0.0.1", true),
    ("128.0.0.1", false), ("::2", false), ("::", false),
  ])
  func `the loopback networks are of this machine`(address: String, isLoopback: Bool) throws {
    let address = try #require(IPAddress(address))
    #expect(IPNetwork.loopback.contains { $0.contains(address) } == isLoopback)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("2001:DB8:0:0:0::1", "2001:db8::1"), ("[::1]", "::1"),
    ("0:0:0:0:0:ffff:c000:201", "::ffff:192.0.2.1"),
  ])
  func `equal addresses have equal text`(written: String, text: String) throws {
    #expect(try #require(IPAddress(written)).text == text)
  }
}
