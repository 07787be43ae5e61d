import Foundation

/// A page as `/items/{page}` with, where they differ from what every server does, `per_page`, `q` and `sort`.
extension PageQuery {
  /// The query items in the order of their names: one page has one address, and so one entry in any cache.
  var queryString: String {
    var items: [String] = []
    if size != Self.defaultSize { items.append("per_page=\(size)") }
    if let search { items.append("q=\(search.percentEncodedQueryValue)") }
    if sort != .oldest { items.append("sort=\(sort.rawValue)") }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }

  /// Throws the `APIError` that names the value when it is none; unknown query items are ignored.
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
