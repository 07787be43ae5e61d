/// The header fields of a message, in order (RFC 9110 §5).
package struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
  /// In the order in which they were added or received.
  package private(set) var fields: [HTTPField] = []

  package init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    fields = elements.map(HTTPField.init)
  }

  package init(_ fields: [HTTPField]) {
    self.fields = fields
  }

  /// The first value of a field. Setting replaces all fields of that name by one, in the place of the first; nil
  /// removes them.
  package subscript(name: HTTPField.Name) -> String? {
    get { fields.first { $0.name == name }?.value }
    set {
      let index = fields.firstIndex { $0.name == name } ?? fields.endIndex
      fields.removeAll { $0.name == name }
      guard let newValue else { return }
      fields.insert(HTTPField(name, newValue), at: min(index, fields.endIndex))
    }
  }

  /// All values of a field, in order.
  package func values(for name: HTTPField.Name) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// How many fields have the name.
  func count(of name: HTTPField.Name) -> Int {
    fields.reduce(0) { $0 + ($1.name == name ? 1 : 0) }
  }

  /// The members of a field whose value is a comma-separated list (RFC 9110 §5.6.1), of all its lines. Commas inside
  /// quoted strings also separate.
  func members(of name: HTTPField.Name) -> [String] {
    values(for: name).flatMap { $0.split(separator: ",") }.map(\.trimmingBlanks)
  }

  /// The members that the client accepts in a field such as `Accept`, by their weights, the first of equal ones first: in lower case,
  /// without their parameters, and without those of the weight 0 (RFC 9110 §12.4.2).
  package func accepted(_ name: HTTPField.Name) -> [String] {
    let members = members(of: name).map { member in
      let parts = member.lowercased().split(separator: ";").map(\.trimmingBlanks)
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      return (name: parts.first ?? "", weight: weight)
    }
    return members.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.map(\.name)
  }

  /// Adds a field at the end, whether or not there are others of that name.
  package mutating func append(_ name: HTTPField.Name, _ value: String) {
    fields.append(HTTPField(name, value))
  }
}

extension HTTPHeaders {
  /// The fields of a response that no cache may have, nor give out without the password.
  package static let unstored: HTTPHeaders = [.cacheControl: "no-store"]

  /// Forbids caches to store the message (RFC 9111 §5.2.2.5).
  package mutating func forbidStoring() { self[.cacheControl] = "no-store" }

  /// Adds a link (RFC 8288).
  package mutating func link(_ target: String, as relation: String) {
    self[.link] = (self[.link].map { $0 + ", " } ?? "") + "<\(target)>; rel=\"\(relation)\""
  }
}

extension HTTPHeaders: Equatable {
  /// Names alike in either case, values byte for byte, in the same order.
  package static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) {
      $0.name == $1.name && $0.value.utf8.elementsEqual($1.value.utf8)
    }
  }
}

extension StringProtocol {
  /// Equality of tokens (RFC 9110 §5.6.2): ASCII letters alike in either case, other bytes as they are, no locale.
  package func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
    // Most names that differ also differ in length.
    utf8.count == other.utf8.count
      && utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
  }
}

/// A header field of a message: one name and one value (RFC 9110 §5).
package struct HTTPField: Sendable, Equatable {
  package let name: Name
  /// Without CR, LF or NUL.
  package let value: String

  /// CR, LF and NUL in the value become spaces, as RFC 9110 §5.5 requires of recipients: a value can never
  /// end its line and begin another field.
  package init(_ name: Name, _ value: String) {
    self.name = name
    let isControl = { (byte: UInt8) in byte == .carriageReturn || byte == .lineFeed || byte == 0 }
    self.value =
      value.utf8.contains(where: isControl)
      ? String(decoding: value.utf8.map { isControl($0) ? .space : $0 }, as: UTF8.self) : value
  }

  /// Whether the field may be sent to any server and does not influence whether a response can be cached: it holds no
  /// secret and selects no part.
  var isSafelisted: Bool { name.isSafelisted || Self.safelist.contains(name) }

  private static let safelist: [Name] = [.accept, .acceptLanguage, .cacheControl, .userAgent]
}

extension HTTPField {
  /// A field name. Names that differ only in the case of ASCII letters are equal (RFC 9110 §5.1).
  package struct Name: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it was written.
    package let rawValue: String
    /// Whether its fields are safelisted besides those of HTTP itself; not compared.
    let isSafelisted: Bool

    /// - Parameter isSafelisted: Whether any server may receive the field, and a cache may store the responses to it: their
    ///   `Vary` then names it, if they depend on it.
    package init(_ rawValue: String, isSafelisted: Bool = false) {
      self.rawValue = rawValue
      self.isSafelisted = isSafelisted
    }

    package init(stringLiteral value: String) {
      self.init(value)
    }

    package var description: String { rawValue }

    package static func == (left: Name, right: Name) -> Bool {
      left.rawValue.equalsIgnoringCase(right.rawValue)
    }

    package func hash(into hasher: inout Hasher) {
      for byte in rawValue.utf8 { hasher.combine(byte.asciiLowercased) }
    }

    /// Whether it is a token, as every name in a message has to be (RFC 9110 §5.1).
    var isValid: Bool { Array(rawValue.utf8)[...].isToken }
  }
}

/// The names that are used in more than one place, and those with a meaning in HTTP itself.
extension HTTPField.Name {
  package static let accept: Self = "Accept"
  package static let acceptEncoding: Self = "Accept-Encoding"
  package static let acceptLanguage: Self = "Accept-Language"
  package static let acceptRanges: Self = "Accept-Ranges"
  package static let age: Self = "Age"
  package static let allow: Self = "Allow"
  package static let authorization: Self = "Authorization"
  package static let cacheControl: Self = "Cache-Control"
  package static let connection: Self = "Connection"
  /// RFC 9530.
  package static let contentDigest: Self = "Content-Digest"
  package static let contentDisposition: Self = "Content-Disposition"
  package static let contentEncoding: Self = "Content-Encoding"
  package static let contentLength: Self = "Content-Length"
  package static let contentRange: Self = "Content-Range"
  package static let contentSecurityPolicy: Self = "Content-Security-Policy"
  package static let contentTransferEncoding: Self = "Content-Transfer-Encoding"
  package static let contentType: Self = "Content-Type"
  package static let contentTypeOptions: Self = "X-Content-Type-Options"
  package static let date: Self = "Date"
  package static let eTag: Self = "ETag"
  package static let expect: Self = "Expect"
  package static let expires: Self = "Expires"
  package static let host: Self = "Host"
  /// draft-ietf-httpapi-idempotency-key-header.
  package static let idempotencyKey: Self = "Idempotency-Key"
  package static let ifModifiedSince: Self = "If-Modified-Since"
  package static let ifMatch: Self = "If-Match"
  package static let ifNoneMatch: Self = "If-None-Match"
  package static let ifRange: Self = "If-Range"
  package static let keepAlive: Self = "Keep-Alive"
  package static let lastModified: Self = "Last-Modified"
  /// RFC 8288.
  package static let link: Self = "Link"
  package static let location: Self = "Location"
  package static let origin: Self = "Origin"
  package static let proxyConnection: Self = "Proxy-Connection"
  package static let range: Self = "Range"
  package static let retryAfter: Self = "Retry-After"
  /// Fetch Metadata Request Headers §2.4: how the origin of a web page is related to that of the request.
  package static let secFetchSite: Self = "Sec-Fetch-Site"
  package static let setCookie: Self = "Set-Cookie"
  /// RFC 9421.
  package static let signature: Self = "Signature"
  package static let signatureInput: Self = "Signature-Input"
  package static let te: Self = "TE"
  package static let trailer: Self = "Trailer"
  package static let transferEncoding: Self = "Transfer-Encoding"
  package static let upgrade: Self = "Upgrade"
  package static let userAgent: Self = "User-Agent"
  package static let vary: Self = "Vary"
  package static let wwwAuthenticate: Self = "WWW-Authenticate"
  package static let forwardedFor: Self = "X-Forwarded-For"
  package static let forwardedHost: Self = "X-Forwarded-Host"
  package static let forwardedProto: Self = "X-Forwarded-Proto"

  /// The fields of a connection rather than of the message (RFC 9110 §7.6.1).
  static let hopByHop: [Self] = [
    .connection, .keepAlive, .proxyConnection, .te, .trailer, .transferEncoding, .upgrade,
  ]
}
