import Foundation
import SystemSupport

/// Tells the contents of one request from those of another, without passwords: a quick hash of a secret, stored in a file,
/// would be an easier way to guess it.
struct RequestDigest: Sendable, Equatable {
  /// The SHA-256 of the contents.
  private let hash: Data

  /// - Parameter fields: The values that identify the request. Their lengths keep `ab`, `c` apart from `a`, `bc`.
  init(_ fields: [String]) {
    var hash = SHA256()
    for field in fields { hash.update(Data("\(field.utf8.count):\(field)".utf8)) }
    self.hash = hash.finish()
  }

  /// The fingerprint as it is stored: the column has 64 bits. They are enough for a code that is keyed with the store's
  /// secret, since two requests with the same code can only be found by sending requests.
  func fingerprint(in database: any Database) throws -> Int {
    let key = try MarketSettings(database: database).key(for: .requests)
    let code = SHA256.authenticationCode(of: hash, key: key).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    return Int(bitPattern: UInt(code))
  }
}
