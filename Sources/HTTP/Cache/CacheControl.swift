/// The directives of `Cache-Control` (RFC 9111 §5.2): names in any case, some of them with a value.
struct CacheControl {
  private let directives: [(name: Substring, value: Substring?)]

  /// A comma inside a quoted value also separates directives. That is safe for the directives used here: a fragment of
  /// a value can add a restriction, never remove one.
  init(_ headers: HTTPHeaders) {
    directives = headers.members(of: .cacheControl).map { text in
      let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Substring(halves[0].trimmingBlanks), halves.count == 2 ? halves[1] : nil)
    }
  }

  func contains(_ name: String) -> Bool {
    directives.contains { $0.name.equalsIgnoringCase(name) }
  }

  /// `max-age` in seconds: of a response, its freshness lifetime; of a request, the greatest accepted age. Nil without
  /// the directive; the least of several values; 0 for an invalid one (§4.2.1).
  var maxAge: Int? {
    directives.filter { $0.name.equalsIgnoringCase("max-age") }
      .map { Self.seconds($0.value ?? "") }.min()
  }

  /// Reads delta-seconds (§1.2.2): 0 if invalid, at most 999,999,999, which is thirty years.
  static func seconds(_ text: some StringProtocol) -> Int {
    let digits = text.trimmingBlanks
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return 0 }
    return digits.utf8.count > 9 ? 999_999_999 : Int(digits) ?? 0
  }
}
