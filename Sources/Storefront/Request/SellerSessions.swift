import Foundation
import HTTP
import OpenMarket
import Synchronization
import SystemSupport

/// A seller that is signed in, with the credentials that its writes need.
struct SellerSession: Sendable {
  /// A random number, which the cookie has.
  let id: String
  /// The value of the cookie: the id and its signature.
  let cookie: String
  /// A value in each form, which no page of another origin can read.
  let token: String
  let credentials: Credentials
  /// The vendor; nil for the password of items.
  let vendor: StoredVendor?
  /// The last items that the password has opened.
  fileprivate(set) var items: [Int] = []

  /// The password of items. The secret of a vendor is that of its items, too.
  var secret: String {
    switch credentials {
    case .password(let password): password
    case .vendor(_, let secret): secret
    }
  }

  /// Whether the item is known to be one of the seller.
  func owns(_ item: StoredItem) -> Bool {
    vendor.map { $0.id == item.vendor.id } ?? items.contains(item.id)
  }
}

/// The sellers that are signed in at this server. They are in its memory alone, since a write needs the password itself and no
/// library of this program seals a value. A cookie is a random number and its signature for the origin at which the seller has
/// signed in: browsers send it to every port of a host, with and without TLS. At another server of the same store, and after a
/// restart, a seller signs in again.
final class SellerSessions: Sendable {
  /// Seconds since the last request.
  static let lifetime: TimeInterval = 3_600
  /// Most sessions: each has less than 3 kB.
  static let capacity = 4_096
  /// Most sessions of the network of one client, whose oldest one ends for the next.
  static let perNetwork = 64
  /// Most items that a session remembers as its own.
  private static let items = 100
  /// Most bytes of the identifier of a vendor.
  static let identifierBytes = 100
  /// Characters of five random bits: 130 bits.
  private static let length = 26
  private static let prefix = "market-"

  fileprivate struct Entry {
    var session: SellerSession
    var lastUse: Date
    let network: String
  }

  /// The key of the signatures lasts as long as the sessions.
  private let key = SHA256.AuthenticationKey(SHA256.randomKey())
  private let entries = Mutex<[String: Entry]>([:])

  /// Begins a session, for the origin and the network of the client that a request has.
  func begin(
    _ credentials: Credentials, vendor: StoredVendor?, for request: HTTPRequest, now: Date
  ) -> SellerSession {
    let id = RandomSecret.make(length: Self.length)
    let session = SellerSession(
      id: id, cookie: "\(id).\(signature(of: id, for: request))",
      token: RandomSecret.make(length: Self.length),
      credentials: credentials, vendor: vendor)
    let network = request.peer.map { IPAddress.clientNetwork($0) } ?? ""
    entries.withLock { entries in
      entries = entries.filter { $0.value.isAlive(at: now) }
      if entries.values.count(where: { $0.network == network }) >= Self.perNetwork {
        Self.removeOldest(of: &entries) { $0.network == network }
      }
      if entries.count >= Self.capacity { Self.removeOldest(of: &entries) { _ in true } }
      entries[session.id] = Entry(session: session, lastUse: now, network: network)
    }
    return session
  }

  private static func removeOldest(of entries: inout [String: Entry], where isOne: (Entry) -> Bool) {
    let oldest = entries.filter { isOne($0.value) }.min { $0.value.lastUse < $1.value.lastUse }
    if let oldest { entries[oldest.key] = nil }
  }

  /// The session of a request, whose hour begins anew; nil without one, and for one that has ended or is of another origin.
  func session(of request: HTTPRequest, now: Date) -> SellerSession? {
    let ids = request.cookies.filter { $0.key.hasPrefix(Self.prefix) }.values
      .compactMap { id(of: $0, for: request) }
    return entries.withLock { entries in
      for id in ids {
        guard let entry = entries[id], entry.isAlive(at: now) else { continue }
        entries[id]?.lastUse = now
        return entry.session
      }
      return nil
    }
  }

  /// The id in the value of a cookie; nil where the signature is not that of this origin and of these sessions.
  private func id(of cookie: String, for request: HTTPRequest) -> String? {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == Self.length else { return nil }
    let id = String(parts[0])
    return parts[1] == signature(of: id, for: request) ? id : nil
  }

  /// HMAC-SHA-256 (RFC 2104) of the id, whose length is fixed, and the origin.
  private func signature(of id: String, for request: HTTPRequest) -> String {
    SHA256.hexadecimal(ofHash: key.code(of: Data((id + request.origin).utf8)))
  }

  func end(_ session: SellerSession) { entries.withLock { $0[session.id] = nil } }

  /// Remembers that the credentials of a session have opened an item.
  func note(item id: Int, in session: SellerSession) { note(items: [id], in: session) }

  /// Remembers that the credentials of a session are those of some items.
  func note(items ids: [Int], in session: SellerSession) {
    entries.withLock { entries in
      guard let items = entries[session.id]?.session.items else { return }
      entries[session.id]?.session.items = (items.filter { !ids.contains($0) } + ids).suffix(Self.items)
    }
  }

  /// The cookie of a session. Browsers send it to every port of a host, so its name has the identity of the store.
  ///
  /// - Parameter session: Nil to remove the cookie.
  static func cookie(_ session: SellerSession?, for page: PageRequest) -> String {
    let name = prefix + (page.market.identity.map { String($0.prefix(16)) } ?? "new")
    let secure = page.request.scheme == "https" ? "; Secure" : ""
    return "\(name)=\(session?.cookie ?? ""); Path=/; HttpOnly; SameSite=Strict"
      + (session == nil ? "; Max-Age=0" : "") + secure
  }
}

extension SellerSessions.Entry {
  fileprivate func isAlive(at now: Date) -> Bool {
    abs(now.timeIntervalSince(lastUse)) < SellerSessions.lifetime
  }
}

extension HTTPRequest {
  /// The origin that the request addresses, in lower case (RFC 6454 §4).
  fileprivate var origin: String { "\(scheme ?? "")://\(authority ?? "")".lowercased() }
}
