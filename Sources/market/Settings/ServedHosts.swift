import Foundation
import HTTP

/// The host names that a server accepts in requests.
///
/// Another name is a mistake, or DNS rebinding: a web page whose name was changed to this machine's address, in order
/// to read what only this machine may read.
struct ServedHosts {
  private let names: Set<String>
  /// The beginning of the machine's name in multicast DNS; nil where that is not served.
  private let machine: String?

  /// - Parameters:
  ///   - machine: The name of this machine, whose `.local` name (RFC 6762) is served; nil for none.
  ///   - others: Further names, in lower case.
  init(host: String, publicURLs: [URL], machine: String? = nil, others: [String] = []) {
    let machine = machine?.prefix { $0 != "." }.lowercased()
    self.machine = machine
    // Stand for all addresses of this machine; no request names them.
    let any = ["0.0.0.0": "127.0.0.1", "::": "::1"]
    names = Set(
      ["localhost", any[host] ?? host.lowercased()] + publicURLs.compactMap { $0.host()?.lowercased() }
        + (machine.map { ["\($0).local"] } ?? []) + others)
  }

  /// The sentence that refuses another host.
  var refusal: String {
    "This server serves \(names.sorted().joined(separator: ", ")), and not the requested host: add it with --public-url"
  }

  /// - Parameter authority: The value of a Host field: a name or an address, with an optional port.
  func contain(_ authority: String) -> Bool {
    guard !authority.isEmpty else { return true }
    let host = Self.host(of: authority.utf8)
    // Every address is accepted: rebinding needs a name.
    if Self.isAddress(host) { return true }
    // `%6C` is `l`, also in a host (RFC 3986 §6.2.2.2).
    return String(Substring(host)).percentDecoded.map { name in
      // A name may end with the dot of the root (RFC 3986 §3.2.2).
      contain(name: (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased())
    } == true
  }

  /// A number follows the name of this machine where another machine has it (RFC 6762 §9): `shop-2.local`.
  private func contain(name: String) -> Bool {
    if names.contains(name) { return true }
    guard let machine, name.hasPrefix(machine + "-"), name.hasSuffix(".local") else { return false }
    return Int(name.dropFirst(machine.count + 1).dropLast(".local".count)) != nil
  }

  /// Whether only this machine can reach the host.
  static func isLoopback(_ host: String) -> Bool {
    let host = host.lowercased()
    return host == "localhost" || host == "::1" || host.hasPrefix("127.") && isAddress(host.utf8[...])
  }

  // On bytes: each request is checked, and those of a list take microseconds.

  private static func host(of authority: String.UTF8View) -> Substring.UTF8View {
    if authority.first == UInt8(ascii: "[") {
      return authority.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    }
    return authority.prefix { $0 != UInt8(ascii: ":") }
  }

  private static func isAddress(_ host: Substring.UTF8View) -> Bool {
    if host.contains(UInt8(ascii: ":")) { return true }
    var (parts, digits, number) = (1, 0, 0)
    for byte in host {
      if byte == UInt8(ascii: "."), digits > 0 {
        (parts, digits, number) = (parts + 1, 0, 0)
      } else {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
        digits += 1
        number = 10 * number + Int(byte - UInt8(ascii: "0"))
        guard number <= 255 else { return false }
      }
    }
    return parts == 4 && digits > 0
  }
}
