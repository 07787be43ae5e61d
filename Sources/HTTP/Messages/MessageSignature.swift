package import Foundation
import SystemSupport

/// A signature of a request by a key that both sides have (HTTP Message Signatures, RFC 9421, `hmac-sha256`), over its method, its
/// target and the digest of its contents (RFC 9530), with the time and a number used once. The key itself is never sent.
package struct MessageSignature: Sendable {
  /// How far the time of a signature may be from that of the server, in seconds.
  package static let lifetime: TimeInterval = 300

  /// The components that are signed, each once.
  private static let components = ["@method", "@target-uri", "content-digest"]
  private static let label = "sig1"
  /// Most bytes of the field with the parameters.
  private static let longestInput = 1_024

  /// When it was made, in whole seconds.
  package let created: Date
  /// When it expires; nil where only its age counts.
  package let expiry: Date?
  /// 16 to 128 visible characters.
  package let nonce: String
  /// The components in the order in which they are signed.
  private let order: [String]
  /// The components and the parameters as they are sent (RFC 9421 §2.3).
  private let input: String
  private let code: Data

  /// Reads the signature of a request: of several the first. Throws the reason why there is none that a server can verify.
  package init(of request: HTTPRequest) throws(MessageSignatureDefect) {
    guard let field = request.headers[.signatureInput], field.utf8.count <= Self.longestInput,
      let equals = field.firstIndex(of: "=")
    else { throw .malformed }
    let label = field[..<equals].trimmingCharacters(in: .whitespaces)
    var scanner = SignatureScanner(field[field.index(after: equals)...])
    guard let (order, parameters) = scanner.member() else { throw .malformed }
    guard order.sorted() == Self.components else { throw .components }
    if let algorithm = parameters["alg"], algorithm != "hmac-sha256" { throw .algorithm }
    guard let created = parameters["created"].flatMap(Int.init), let nonce = parameters["nonce"],
      (16...128).contains(nonce.utf8.count)
    else { throw .parameters }
    if let text = parameters["expires"] {
      guard let expires = Int(text) else { throw .parameters }
      expiry = Date(timeIntervalSince1970: TimeInterval(expires))
    } else {
      expiry = nil
    }
    guard let code = Self.bytes(of: label, in: request.headers[.signature]) else { throw .malformed }
    self.created = Date(timeIntervalSince1970: TimeInterval(created))
    (self.nonce, self.order, input, self.code) = (nonce, order, scanner.text, code)
  }

  /// Whether the signature was made with a key for the request at one of these addresses: scheme, host and port. The contents are
  /// not compared with their digest (see `hasSignedContents`).
  package func isValid(for request: HTTPRequest, at origins: [String], key: Data) -> Bool {
    origins.contains { origin in
      let base = Self.base(of: request, at: origin, order, input)
      let expected = SHA256.authenticationCode(of: Data(base.utf8), key: key)
      return SHA256.areEqual(expected, code)
    }
  }

  /// Whether the contents of a request are those of its field Content-Digest.
  package static func hasSignedContents(_ request: HTTPRequest) throws -> Bool {
    let digest = try digest(of: request.body)
    return bytes(of: "sha-256", in: request.headers[.contentDigest]).map { $0 == digest } ?? false
  }

  /// The text that is signed (RFC 9421 §2.5).
  private static func base(
    of request: HTTPRequest, at origin: String, _ order: [String], _ input: String
  ) -> String {
    let lines = order.map { component in
      let value =
        switch component {
        case "@method": request.omitsContents ? HTTPMethod.head.rawValue : request.method.rawValue
        case "@target-uri": origin + request.target
        default: request.headers[.contentDigest] ?? ""
        }
      return "\"\(component)\": \(value)"
    }
    return (lines + ["\"@signature-params\": \(input)"]).joined(separator: "\n")
  }

  private static func digest(of body: HTTPBody) throws -> Data {
    var hash = SHA256()
    var reader = HTTPBodyReader(body)
    while let chunk = try reader.next(64 << 10) { hash.update(chunk) }
    return Data(hash.finish())
  }

  /// The byte sequence of a name in a dictionary of them (RFC 8941 §3.2 and §3.3.5); nil without it.
  private static func bytes(of name: String, in field: String?) -> Data? {
    for member in field?.split(separator: ",") ?? [] {
      let text = member.trimmingCharacters(in: .whitespaces)
      guard text.hasPrefix(name + "=:"), text.hasSuffix(":") else { continue }
      return Data(base64Encoded: String(text.dropFirst(name.utf8.count + 2).dropLast()))
    }
    return nil
  }

  /// Signs a request.
  fileprivate static func sign(
    _ request: inout HTTPRequest, at origin: String, key: Data, nonce: String, now: Date
  ) throws {
    request.headers[.contentDigest] = "sha-256=:\(try digest(of: request.body).base64EncodedString()):"
    let quoted = components.map { "\"\($0)\"" }.joined(separator: " ")
    let input = "(\(quoted));created=\(Int(now.timeIntervalSince1970));nonce=\"\(nonce)\";alg=\"hmac-sha256\""
    let code = SHA256.authenticationCode(
      of: Data(base(of: request, at: origin, components, input).utf8), key: key)
    request.headers[.signatureInput] = "\(label)=\(input)"
    request.headers[.signature] = "\(label)=:\(code.base64EncodedString()):"
  }
}

/// Why a request has no signature that a server can verify.
package enum MessageSignatureDefect: Error {
  case malformed
  /// Other components than the method, the target and the digest of the contents.
  case components
  case algorithm
  /// Without the time or the number that is used once.
  case parameters
}

extension HTTPRequest {
  /// Signs the request for the address that it has.
  ///
  /// - Parameter nonce: 16 to 128 visible characters that no other request has.
  package mutating func sign(with key: Data, nonce: String, now: Date) throws {
    guard let origin = url.flatMap(Self.signedOrigin) else { return }
    try MessageSignature.sign(&self, at: origin, key: key, nonce: nonce, now: now)
  }

  /// The beginning of the address that is signed: scheme and host in lower case, and a port that is not the scheme's own.
  package static func signedOrigin(of url: URL) -> String? {
    guard let scheme = url.scheme?.lowercased(), let authority = url.authority else { return nil }
    if let path = url.unixSocket { return "\(scheme)://\(path)" }
    let text = "\(scheme)://\(authority.lowercased())"
    let own = scheme == "https" ? ":443" : ":80"
    return text.hasSuffix(own) ? String(text.dropLast(own.count)) : text
  }
}

/// Reads a member of a Signature-Input: a list of strings with parameters (RFC 8941 §3.1.1), without escapes.
private struct SignatureScanner {
  private var rest: Substring
  private let start: Substring

  init(_ text: Substring) { (rest, start) = (text, text) }

  /// The part that has been read.
  var text: String { String(start[..<rest.startIndex]) }

  mutating func member() -> (strings: [String], parameters: [String: String])? {
    guard take("(") else { return nil }
    var strings: [String] = []
    while true {
      while take(" ") {}
      if take(")") { break }
      guard let string = string() else { return nil }
      strings.append(string)
    }
    var parameters: [String: String] = [:]
    while take(";") {
      while take(" ") {}
      let name = prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || "_-*.".contains($0)) }
      guard !name.isEmpty, take("="), let value = rest.first == "\"" ? string() : number(),
        parameters.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return rest.isEmpty || rest.first == "," ? (strings, parameters) : nil
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func prefix(_ isPart: (Character) -> Bool) -> String {
    let found = rest.prefix(while: isPart)
    rest = rest.dropFirst(found.count)
    return String(found)
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    let text = prefix { $0.isASCII && $0 != "\"" && $0 != "\\" && !$0.isNewline }
    return take("\"") ? text : nil
  }

  private mutating func number() -> String? {
    let digits = prefix { $0.isASCII && $0.isNumber }
    return (1...15).contains(digits.count) ? digits : nil
  }
}
