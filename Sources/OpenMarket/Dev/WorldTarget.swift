import Foundation
import HTTP

/// The world that a request names, and the rest of its target: `/w/cart/v2a/api/products` is `/api/products` in the form v2a, of
/// the world `cart`.
package struct WorldTarget: Equatable {
  /// Empty for the one at the root.
  var name = ""
  /// The form of v2; nil where neither prefix nor host names one.
  var contract: ProductContract?
  /// The path below which the world is reached.
  var base = ""
  /// Path and query behind it.
  var rest: String

  /// The names of the servers that apps were written for, and the form of v2 that each spoke; nil for those of v1.
  package static let hosts: [(name: String, contract: ProductContract?)] = [
    ("camp-open-market.herokuapp.com", nil), ("camp-open-market-2.herokuapp.com", nil),
    ("market-training.yagom-academy.kr", .v2a), ("openmarket.yagom-academy.kr", .v2b),
  ]

  /// Throws the `APIError` of a world that cannot have the name.
  init(_ request: HTTPRequest) throws(APIError) {
    let path = request.target.prefix { $0 != "?" }
    var components = path.split(separator: "/").map(String.init)
    if components.first == "w", components.count > 1 {
      guard Self.isName(components[1]) else {
        throw APIError(
          status: 404, code: .notFound,
          reason: "A world's name has 1 to 64 letters, digits, '.', '_' and '-', and no '.' at its beginning")
      }
      name = components[1]
      base = "/w/\(name)"
      components.removeFirst(2)
    }
    if let prefix = components.first, let contract = ProductContract(rawValue: prefix) {
      self.contract = contract
      base += "/\(prefix)"
      components.removeFirst()
    }
    // A client of v2b puts the path of a deletion behind its host, whatever its base URL is.
    if request.method == .delete, components.starts(with: ["api", "products"]), components.count > 2 {
      let token = components[components.count - 1]
      let mark = token.utf8.index(token.startIndex, offsetBy: DeletionToken.length, limitedBy: token.endIndex)
      if let mark, mark < token.endIndex, token[mark] == "-",
        case let world = String(token[token.index(after: mark)...]), Self.isName(world),
        name.isEmpty || name == world
      {
        components[components.count - 1] = String(token[..<mark])
        if name.isEmpty { (name, base) = (world, "/w/\(world)" + base) }
      }
      if contract == nil { contract = components.count == 3 ? .v2b : .v2a }
    }
    if contract == nil {
      let host = request.authority?.prefix { $0 != ":" }.lowercased() ?? ""
      contract = Self.hosts.first { $0.name == host }?.contract
    }
    let end = path.hasSuffix("/") && !components.isEmpty ? "/" : ""
    rest = "/" + components.joined(separator: "/") + end + request.target[path.endIndex...]
  }

  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.first != "."
      && text.utf8.allSatisfy {
        $0.isASCIILetterOrDigit || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains($0)
      }
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }
}
