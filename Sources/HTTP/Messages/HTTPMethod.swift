/// A request method (RFC 9110 §9): a case-sensitive token, of which these are the ones in use here.
package struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let get = HTTPMethod(rawValue: "GET")
  package static let head = HTTPMethod(rawValue: "HEAD")
  package static let post = HTTPMethod(rawValue: "POST")
  package static let patch = HTTPMethod(rawValue: "PATCH")
  package static let delete = HTTPMethod(rawValue: "DELETE")
}
