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
  /// The key of the market, with which its operator has signed in; nil for a seller.
  let operatorKey: OperatorKey?
  /// The last items that the password has opened.
  fileprivate(set) var items: [Int]

  /// The password of items. The secret of a vendor is that of its items, too.
  var secret: String {
    switch credentials {
    case .password(let password): password
    case .vendor(_, let secret): secret
    }
  }

  /// Whether no item and no account is known to be of the seller: any password may sign in.
  fileprivate var ownsNothing: Bool { vendor == nil && operatorKey == nil && items.isEmpty }

  /// Whether the item is known to be one of the seller.
  func owns(_ item: StoredItem) -> Bool {
    operatorKey != nil || (vendor.map { $0.id == item.vendor.id } ?? items.contains(item.id))
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
  private let capacity: Int
  /// Most sessions of one client (see `ClientUsage`).
  static let perClient = 64
  /// Most sessions of one client with the same credentials.
  static let perCredentials = 8
  /// Most items that a session remembers as its own.
  private static let items = 100
  /// Most messages that wait for their pages, of a session, and of all readers without one.
  private static let ownNotices = 4
  private static let notices = 256
  /// Most bytes of the identifier of a vendor.
  static let identifierBytes = 100
  /// Characters of five random bits: 130 bits.
  private static let length = 26

  /// The beginning of the names of cookies. Over https a browser takes one with `__Host-` from this host alone (RFC 6265bis,
  /// §4.1.3.2).
  private static func prefix(for request: HTTPRequest) -> String {
    request.scheme == "https" ? "__Host-market-" : "market-"
  }

  fileprivate struct Entry {
    var session: SellerSession
    var lastUse: Date
    let network: String
  }

  private struct State {
    var entries: [String: Entry] = [:]
    /// Messages for the pages that follow forms, by the id of their session, the last one last.
    var notices: [String?: [(key: String, notice: SellerNotice)]] = [:]
    var usage = ClientUsage()

    mutating func insert(_ entry: Entry) {
      entries[entry.session.id] = entry
      usage.add(1, of: entry.network)
    }

    mutating func remove(_ id: String) {
      if let entry = entries.removeValue(forKey: id) { usage.add(-1, of: entry.network) }
      notices[id] = nil
    }
  }

  /// The key of the signatures lasts as long as the sessions.
  private let key = SHA256.AuthenticationKey(SHA256.randomKey())
  private let state = Mutex(State())

  init(capacity: Int = 4_096) { self.capacity = capacity }

  /// Begins a session, for the origin and the network of the client that a request has. Where there are too many, another one
  /// ends.
  ///
  /// - Parameter items: The last items that the password has opened.
  func begin(
    _ credentials: Credentials, vendor: StoredVendor?, operatorKey: OperatorKey? = nil, items: [Int] = [],
    for request: HTTPRequest, now: Date
  ) -> SellerSession {
    let id = RandomSecret.make(length: Self.length)
    let session = SellerSession(
      id: id, cookie: "\(id).\(signature(of: id, for: request))",
      token: RandomSecret.make(length: Self.length),
      credentials: credentials, vendor: vendor, operatorKey: operatorKey, items: items.suffix(Self.items))
    let network = request.peer.map { IPAddress.clientNetwork($0) } ?? ""
    state.withLock { state in
      for (id, entry) in state.entries where !entry.isAlive(at: now) { state.remove(id) }
      if let id = displaced(by: session, of: network, state) { state.remove(id) }
      state.insert(Entry(session: session, lastUse: now, network: network))
    }
    return session
  }

  /// The id of the session that ends for another one; nil where there is room. A client displaces its own before those of others.
  private func displaced(by session: SellerSession, of network: String, _ state: State) -> String? {
    let isFull = state.entries.count >= capacity
    guard isFull || state.usage[network] >= Self.perCredentials else { return nil }
    let all = state.entries.values
    let own = all.filter { $0.network == network }
    let same = own.filter { $0.session.credentials == session.credentials }
    if same.count >= Self.perCredentials { return same.min { $0.lastUse < $1.lastUse }?.session.id }
    guard state.usage[network] >= Self.perClient else {
      return isFull ? Self.first(of: Array(all), state.usage) : nil
    }
    let site = IPAddress.clientNetwork(network, bits: 48)
    let near = own.isEmpty ? all.filter { IPAddress.clientNetwork($0.network, bits: 48) == site } : own
    return Self.first(of: near, state.usage)
  }

  /// The id of the session that ends first: of those that own nothing, if there are any; of the client with the most; the oldest.
  private static func first(of entries: [Entry], _ usage: ClientUsage) -> String? {
    let without = entries.filter(\.session.ownsNothing)
    let rivals = without.isEmpty ? entries : without
    let uses = Dictionary(rivals.map { ($0.network, usage[$0.network]) }) { first, _ in first }
    return rivals.min {
      (-uses[$0.network, default: 0], $0.lastUse) < (-uses[$1.network, default: 0], $1.lastUse)
    }?.session.id
  }

  /// The session of a request, whose hour begins anew; nil without one, for one that has ended or is of another origin, and for
  /// several: another host of the same domain can set a cookie of a session of its own.
  func session(of request: HTTPRequest, now: Date) -> SellerSession? {
    let prefix = Self.prefix(for: request)
    let ids = Set(
      request.cookies.filter { $0.name.hasPrefix(prefix) }.compactMap { id(of: $0.value, for: request) })
    return state.withLock { state in
      let alive = ids.compactMap { state.entries[$0] }.filter { $0.isAlive(at: now) }
      guard alive.count == 1, let session = alive.first?.session else { return nil }
      state.entries[session.id]?.lastUse = now
      return session
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

  func end(_ session: SellerSession) { state.withLock { $0.remove(session.id) } }

  /// Remembers that the credentials of a session are those of some items.
  func note(items ids: [Int], in session: SellerSession) {
    state.withLock { state in
      guard let items = state.entries[session.id]?.session.items else { return }
      state.entries[session.id]?.session.items = (items.filter { !ids.contains($0) } + ids).suffix(Self.items)
    }
  }

  /// Leaves a message for the page that follows a form, and returns the random key by which that page takes it.
  ///
  /// - Parameter session: Nil for a reader without one.
  func leave(_ notice: SellerNotice, in session: SellerSession?) -> String {
    let (key, most) = (
      RandomSecret.make(length: Self.length), session == nil ? Self.notices : Self.ownNotices
    )
    state.withLock { state in
      let notices = state.notices[session?.id] ?? []
      state.notices[session?.id] = notices.suffix(most - 1) + [(key, notice)]
    }
    return key
  }

  /// The message with a key, which is then shown no more.
  func takeNotice(_ key: some StringProtocol, of session: SellerSession?) -> SellerNotice? {
    state.withLock { state in
      guard let index = state.notices[session?.id]?.firstIndex(where: { $0.key == key }) else { return nil }
      return state.notices[session?.id]?.remove(at: index).notice
    }
  }

  /// The cookie of a session. Browsers send it to every port of a host, so its name has the identity of the store.
  ///
  /// - Parameter session: Nil to remove the cookie.
  static func cookie(_ session: SellerSession?, for page: PageRequest) -> String {
    let name = prefix(for: page.request) + (page.market.identity.map { String($0.prefix(16)) } ?? "new")
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
