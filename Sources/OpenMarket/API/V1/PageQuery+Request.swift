import Foundation

/// A page as `/items/{page}` with `per_page`, `q` and `sort`, where they differ from the defaults of every server.
extension PageQuery {
  /// The query items sorted by name: one page has one address, and so one entry in a cache.
  var queryString: String {
    var items: [String] = []
    if size != Self.defaultSize { items.append("per_page=\(size)") }
    if let search { items.append("q=\(search.percentEncodedQueryValue)") }
    if sort != .oldest { items.append("sort=\(sort.rawValue)") }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }

  /// Reads a path component and a query; unknown query items are ignored. Throws the `APIError` that names an invalid
  /// value.
  init(_ number: String, _ items: [URLQueryItem]) throws {
    guard let number = Int.positive(number) else {
      throw APIError.malformed("The page '\(number)' is not a whole number from 1")
    }
    self.init(number)
    for item in items {
      let value = item.value ?? ""
      switch item.name {
      case "per_page":
        guard let size = Int.positive(value), (1...Self.largestSize).contains(size) else {
          throw APIError.malformed("per_page '\(value)' is not a whole number from 1 to \(Self.largestSize)")
        }
        self.size = size
      case "sort":
        guard let sort = Sort(rawValue: value) else {
          let known = Sort.allCases.map(\.rawValue).joined(separator: ", ")
          throw APIError.malformed("sort '\(value)' is none of \(known)")
        }
        self.sort = sort
      case "q":
        search = value
      default:
        continue
      }
    }
  }
}

extension String {
  /// Everything but unreserved characters (RFC 3986 §2.3) percent-encoded.
  fileprivate var percentEncodedQueryValue: String {
    utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      return byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
        ? String(character) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
