import Testing

@testable import SystemSupport

/// The amounts that clients hold of a limit for all.
struct ClientUsageTests {
  @Test func `what a client gives back is no longer counted`() {
    var usage = ClientUsage()
    usage.add(5, of: "192.0.2.1")
    usage.add(2, of: "192.0.2.2")
    usage.add(-4, of: "192.0.2.1")
    #expect([usage["192.0.2.1"], usage["192.0.2.2"], usage["192.0.2.3"], usage.total] == [1, 2, 0, 3])
  }

  @Test func `addresses of one /64 are a client, a mapped address is that of IPv4, and other text is itself`()
  {
    var usage = ClientUsage()
    usage.add(1, of: "2001:db8::1")
    usage.add(1, of: "192.0.2.1")
    usage.add(1, of: "unix")
    #expect(usage["2001:db8::ffff:0:0:2"] == 1)
    #expect(usage["2001:db8:0:1::1"] == 0)
    #expect([usage["::ffff:192.0.2.1"], usage["unix"]] == [1, 1])
  }

  @Test func `each network of a /48 holds a sixteenth of what all of them hold`() {
    var usage = ClientUsage()
    for network in 0..<31 { usage.add(1, of: "2001:db8:1:\(network)::1") }
    #expect(usage["2001:db8:1:ffff::1"] == 1)
    usage.add(1, of: "2001:db8:1:fffe::1")
    #expect(usage["2001:db8:1:ffff::1"] == 2)
    #expect(usage["2001:db8:2::1"] == 0)
    usage.add(7, of: "2001:db8:1:1::1")
    #expect(usage["2001:db8:1:1::1"] == 8)
  }
}
