package import HTTP

extension HTTPRequest {
  /// The lists that a request of the Open Market API (v1) may change besides the thing at its own address: one page for
  /// all of them, `/items/1` for `/item/7`.
  package var changedLists: [HTTPRequest] {
    let path = target.prefix { $0 != "?" }
    guard let end = path.ranges(of: "/item").last?.lowerBound else { return [] }
    return [HTTPRequest(.get, scheme: scheme, authority: authority, target: path[..<end] + "/items/1")]
  }
}
