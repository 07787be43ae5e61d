import Foundation
import SystemSupport

#if canImport(CommonCrypto)
  import CommonCrypto
#else
  import CCrypt
#endif

/// Salted password hashes that are slow to guess, by the system's own library for logins.
struct PasswordHash: Sendable {
  /// In place of a hash: no password matches it.
  static let ofNoPassword = "*"

  /// The cost of a guess: for libcrypt, yescrypt's logarithmic cost. 5, its own default, takes about 20 ms and 16 MiB,
  /// 1 a fraction of a millisecond.
  let cost: Int

  /// A new hash with a new salt: the same password never gives the same text twice.
  func hash(_ password: String) throws(PasswordHashError) -> String {
    guard let setting = Self.setting(cost: cost), let hash = Self.derive(password, setting: setting) else {
      throw PasswordHashError()
    }
    return hash
  }

  /// The hash under a salt of 16 bytes, by which a password is found: the same password gives the same text.
  func hash(_ password: String, salt: Data) throws(PasswordHashError) -> String {
    guard let setting = Self.setting(cost: cost, salt: salt),
      let hash = Self.derive(password, setting: setting)
    else { throw PasswordHashError() }
    return hash
  }

  /// Whether the hash was made of the password. Takes as long for a wrong one.
  func matches(_ password: String, hash: String) -> Bool {
    Self.derive(password, setting: hash).map { SHA256.areEqual($0.utf8, hash.utf8) } ?? false
  }

  #if canImport(CommonCrypto)
    static func setting(cost: Int, salt: Data? = nil) -> String? {
      let salt = salt ?? Data((0..<16).map { _ in UInt8.random(in: 0...255) })
      return "$pbkdf2-sha256$\(6_000 << cost)$\(salt.base64EncodedString())$"
    }

    private static func derive(_ password: String, setting: String) -> String? {
      let fields = setting.split(separator: "$", omittingEmptySubsequences: false)
      guard fields.count == 5, fields[1] == "pbkdf2-sha256", let rounds = UInt32(fields[2]),
        let salt = Data(base64Encoded: String(fields[3]))
      else { return nil }
      var key = [UInt8](repeating: 0, count: 32)
      let status = CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, [UInt8](salt), salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds, &key, key.count)
      guard status == kCCSuccess else { return nil }
      return fields.prefix(4).joined(separator: "$") + "$" + Data(key).base64EncodedString()
    }
  #else
    static func setting(cost: Int, salt: Data? = nil) -> String? {
      let bytes = salt?.map { CChar(bitPattern: $0) }
      guard let setting = crypt_gensalt_ra("$y$", UInt(cost), bytes, Int32(bytes?.count ?? 0)) else {
        return nil
      }
      defer { free(setting) }
      return String(cString: setting)
    }

    private static func derive(_ password: String, setting: String) -> String? {
      var scratch: UnsafeMutableRawPointer?
      var size: Int32 = 0
      defer { free(scratch) }
      return crypt_ra(password, setting, &scratch, &size).map { String(cString: $0) }
    }
  #endif
}

/// The system's library cannot hash passwords; a response says no more than that something failed.
struct PasswordHashError: Error, CustomStringConvertible {
  let description = "the system's crypt library made no hash"
}
