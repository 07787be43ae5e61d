import Console
import Foundation
import OpenMarket
import SystemSupport

/// The passwords that were created for markets, in files that only their owner can read.
///
/// A password is stored under the identity that its market sends, so that a store can be renamed, moved, or served at
/// another port. It is stored under the address of the market until the first response, and for good if the market
/// sends no identity. A file by address stays after its password is stored by identity too: items of an earlier store
/// at that address may have the same password.
///
/// Any server can send the identity of another market, also one on this machine. A password is therefore sent unasked only to
/// the origin where it was created or accepted, and to the store itself. Two passwords for one identity are two files.
struct PasswordFolder {
  /// The largest number of passwords for one identity.
  private static let limit = 9

  private let path: String
  private let lazyAddress: Lazy<PasswordAddress, Never>
  private var address: PasswordAddress { lazyAddress() }

  /// The folder of the person, and the market of the settings.
  ///
  /// - Parameter isOfReviews: Whether it is the folder of the passwords of reviews, which are kept apart.
  init(_ settings: Settings, isOfReviews: Bool = false) {
    path = isOfReviews ? settings.directories.reviewSecrets : settings.directories.secrets
    lazyAddress = Lazy { PasswordAddress(settings.place) }
  }

  /// The password for a new item; nil if one has to be created.
  ///
  /// One that was only used at servers is not used for the store itself: a server knows it, and may have sent an identity that
  /// is not its own.
  func forAdding(_ identity: String?) throws(PasswordFileError) -> Password? {
    for file in files(of: identity) {
      guard let contents = try file.read() else { continue }
      if isKnown(in: contents) || !address.isServer && contents.isOfStore { return Password(contents, file) }
    }
    return try byAddress()
  }

  /// The passwords that an item of the market may have, the likeliest first, and those that the market may be sent only if the
  /// person says so, with the address where each was accepted.
  func forChanging(
    _ identity: String?
  ) throws(PasswordFileError) -> (passwords: [Password], elsewhere: [(password: Password, origin: String)]) {
    var known: [Password] = []
    var own: [Password] = []
    var elsewhere: [(password: Password, origin: String)] = []
    for file in files(of: identity) {
      guard let contents = try file.read() else { continue }
      let password = Password(contents, file)
      if isKnown(in: contents) {
        known.append(password)
      } else if !address.isServer {
        own.append(password)
      } else {
        elsewhere.append((password, contents.addresses.first?.name ?? file.path))
      }
    }
    do {
      if let password = try byAddress() { known.append(password) }
    } catch  where !known.isEmpty || !own.isEmpty {
      // The one by identity is newer.
    }
    let passwords: [Password] = (known + own).reduce(into: []) { unique, password in
      if !unique.contains(where: { $0.text == password.text }) { unique.append(password) }
    }
    return (passwords, elsewhere.filter { other in !passwords.contains { $0.text == other.password.text } })
  }

  /// Creates a random password and stores it by address. It is on the disk before it is used; two commands that do this at
  /// the same time both use the one that is written first.
  func create() throws(PasswordFileError) -> Password {
    let contents = PasswordFile.Contents(password: RandomSecret.make(length: 32), addresses: [address])
    try fileByAddress.write(contents, replaces: false)
    if let password = try byAddress() { return password }
    // Another command has moved its file to the identity of the market in between.
    try fileByAddress.write(contents, replaces: true)
    return Password(contents, fileByAddress)
  }

  /// Stores a password by identity, after the market has accepted it, with the address that it was accepted at.
  ///
  /// A password that a person gave is not stored; if it is stored already, its file gets the address.
  /// - Parameter isNew: Whether `create` has just made it, so that its file by address is not needed any more.
  /// - Returns: The file that the password is in, nil if it is in none, and whether it was stored by identity just now.
  func store(
    _ password: Password, identity: String?, isNew: Bool
  ) throws(PasswordFileError) -> (path: String?, isFirst: Bool) {
    let files = files(of: identity)
    for file in files {
      guard let contents = try file.read(), contents.password == password.text else { continue }
      if !isKnown(in: contents) {
        let addresses = contents.addresses + [address]
        try file.write(.init(password: password.text, addresses: addresses), replaces: true)
      }
      // Another command that used the new password has stored it first.
      if isNew { removeByAddress() }
      return (file.path, false)
    }
    guard password.isRemembered else { return (password.path, false) }
    for file in files where try file.read() == nil {
      try file.write(.init(password: password.text, addresses: [address]), replaces: false)
      // Another command may have written it first, with another password.
      guard try file.read()?.password == password.text else { continue }
      if isNew { removeByAddress() }
      return (file.path, true)
    }
    return (password.path, false)
  }

  /// Removes a password that `create` has just made.
  func removeByAddress() {
    unlink(fileByAddress.path)
  }

  /// The file that would have the market's password, where none has: by identity, or by address if the file by identity is
  /// for other addresses.
  func missingPath(for identity: String?) -> String {
    guard let file = files(of: identity).first, !FileManager.default.fileExists(atPath: file.path) else {
      return fileByAddress.path
    }
    return file.path
  }

  private func isKnown(in contents: PasswordFile.Contents) -> Bool {
    contents.addresses.contains { $0.isSameOrigin(as: address) }
  }

  /// The password that is stored by address. A file without an address is written by hand; one
  /// with another address is refused.
  private func byAddress() throws(PasswordFileError) -> Password? {
    guard let contents = try fileByAddress.read() else { return nil }
    if let other = other(in: contents) {
      throw PasswordFileError(path: fileByAddress.path, reason: .otherMarket(other))
    }
    return Password(contents, fileByAddress)
  }

  /// The address of another market that a file by address is for.
  private func other(in contents: PasswordFile.Contents) -> String? {
    guard let other = contents.addresses.first, other.name != address.name.sanitized else { return nil }
    return other.name
  }

  /// The name is the end of the address, to be recognized, and a hash of the whole that no other address has.
  private var fileByAddress: PasswordFile {
    let hash = SHA256.hexadecimal(Array(address.name.utf8)).prefix(32)
    let readable = String(
      address.name.suffix(60).map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
    )
    .drop { $0 == "-" || $0 == "." }
    return PasswordFile(path: path + "/\(readable)-\(hash)")
  }

  /// The files that may hold passwords of the market with this identity, existing or not.
  private func files(of identity: String?) -> [PasswordFile] {
    guard let identity else { return [] }
    return (1...Self.limit).map { number in
      PasswordFile(path: path + "/market-\(identity)" + (number == 1 ? "" : "-\(number)"))
    }
  }

  /// Whether any password may be stored by identity. If not, no identity has to be requested.
  var hasIdentities: Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return !path.hasNoFile
    }
    return names.contains { $0.hasPrefix("market-") }
  }
}
