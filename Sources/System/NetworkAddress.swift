import Foundation

/// Addresses of this machine on its networks.
package enum NetworkAddress {
  /// The addresses of running interfaces other than the loopback, as numeric text: where another machine of the
  /// network reaches this one. IPv4 first, then IPv6 of global scope; empty without a network.
  package static func ofThisMachine() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    let all = sequence(first: list) { $0?.pointee.ifa_next }.prefix { $0 != nil }
      .compactMap { $0.flatMap { numeric($0.pointee) } }
    return all.filter { !$0.contains(":") } + all.filter { $0.contains(":") }
  }

  /// The name of this machine (gethostname(3)); nil where it has none.
  package static func nameOfThisMachine() -> String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Nil for an interface that is down, a loopback, and an address without meaning on other machines (RFC 3927 and
  /// RFC 4291 §2.5.6: link-local).
  private static func numeric(_ interface: ifaddrs) -> String? {
    let flags = Int32(bitPattern: UInt32(interface.ifa_flags))
    guard flags & interfaceIsUp != 0, flags & interfaceIsLoopback == 0, let address = interface.ifa_addr
    else { return nil }
    let size: Int
    switch Int32(address.pointee.sa_family) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var host = [CChar](repeating: 0, count: 64)
    guard
      getnameinfo(address, socklen_t(size), &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    let text = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text.hasPrefix("169.254.") || text.lowercased().hasPrefix("fe80:") ? nil : text
  }

  /// `IFF_UP` and `IFF_LOOPBACK` (netdevice(7)), whose types differ between systems.
  private static let interfaceIsUp: Int32 = 0x1
  private static let interfaceIsLoopback: Int32 = 0x8
}
