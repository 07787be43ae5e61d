package import HTTP

extension HTTPRequest {
  /// Requests for the lists that a request may change besides the resource at its own address, one for each folder:
  /// `/items/1` for the requests of v1, whose own addresses are those of items, and also `/item/1` for the others. None for a
  /// request that changes nothing.
  package var changedLists: [HTTPRequest] {
    let components = target.prefix { $0 != "?" }.split(separator: "/")
    // A server's own path may stand before that of the API.
    let routes = MarketAPI.allRoutes.filter {
      $0.method == method && !$0.readsOnly && $0.isEnd(of: components)
    }
    guard let route = routes.max(by: { $0.components.count < $1.components.count }) else { return [] }
    let base = components.dropLast(route.components.count).map { "/" + $0 }.joined()
    let isOfV1 = Endpoint.routes.contains { $0.path == route.path }
    return (isOfV1 ? ["/items/1"] : ["/items/1", "/item/1"]).map {
      HTTPRequest(.get, scheme: scheme, authority: authority, target: base + $0)
    }
  }
}

extension Route {
  /// Whether a path ends with this one, with a number as its parameter.
  fileprivate func isEnd(of path: [Substring]) -> Bool {
    path.count >= components.count
      && zip(path.suffix(components.count), components).allSatisfy { component, expected in
        expected.map { $0 == component } ?? (Int(component) != nil)
      }
  }
}
