/// The directives of `Cache-Control` (RFC 9111 §5.2): names in any case, some of them with a value.
struct CacheControl {
  private let directives: [(name: Substring, value: Substring?)]

  /// A comma inside a quoted value parts it too. The names that matter here lose nothing by that: what is found in place
  /// of one asks for more care, never for less.
  init(_ headers: HTTPHeaders) {
    directives = headers.values(for: "Cache-Control").flatMap { $0.split(separator: ",") }.map { text in
      let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Substring(halves[0].trimmingBlanks), halves.count == 2 ? halves[1] : nil)
    }
  }

  func contains(_ name: String) -> Bool {
    directives.contains { $0.name.equalsIgnoringCase(name) }
  }

  /// Seconds for which an answer is fresh from the moment it was made, or which it may have passed since for who asks; nil
  /// where nothing is said of it. Of several values the least counts, and what is no number is none (§4.2.1).
  var maxAge: Int? {
    directives.filter { $0.name.equalsIgnoringCase("max-age") }
      .map { Self.seconds($0.value ?? "") }.min()
  }

  /// Nine digits are thirty years, which is as long as anything is believed.
  static func seconds(_ text: some StringProtocol) -> Int {
    let digits = text.trimmingBlanks
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return 0 }
    return digits.utf8.count > 9 ? 999_999_999 : Int(digits) ?? 0
  }
}
