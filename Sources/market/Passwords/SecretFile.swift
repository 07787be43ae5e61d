import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// A file that holds one password: its first line. The second says which market it is for, where that is known.
struct SecretFile {
  let path: String
  /// The only market that a remembered password is for; nil for a file that the person names.
  var market: String?

  /// Nil when there is no such file. A file that others can read is refused: what is in it is no secret. A pipe is
  /// taken as it is, so that a password manager can be asked. The password of another market is refused, and a file that
  /// does not say whose it is taken: those of earlier versions, and those written by hand.
  func read() throws(SecretError) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw SecretError(path: path, reason: .unreadable)
    }
    if status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 {
      throw SecretError(path: path, reason: .readableByOthers)
    }
    let limit = ItemLimits.passwordBytes + 2 + (market?.utf8.count ?? 0) + 2
    guard let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: limit) ?? Data()
    else { throw SecretError(path: path, reason: .unreadable) }
    if let market, let other = Self.market(in: data), other != market {
      throw SecretError(path: path, reason: .otherMarket(other))
    }
    return try Self.password(in: data, path: path)
  }

  /// Makes a random secret and keeps it. It is on the disk, whole, before it is used for anything; of two commands
  /// that do this at once, both use what the first one wrote.
  func create() throws -> String {
    let folder = (path as NSString).deletingLastPathComponent
    let lines = RandomSecret.make(length: 32) + "\n" + (market.map { $0 + "\n" } ?? "")
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      do throws(POSIXError) {
        try WholeFile(path: path).write(Data(lines.utf8), replaces: false, waitsForDisk: true)
      } catch  where error.code == .EEXIST {
        // Another command was first.
      }
      // The name is in the folder, which has to be on the disk too.
      try FileHandle(forReadingFrom: URL(filePath: folder)).synchronize()
    } catch {
      throw SecretError(path: path, reason: .unwritable)
    }
    guard let password = try read() else { throw SecretError(path: path, reason: .unwritable) }
    return password
  }

  /// The first line of what a file or standard input held.
  static func password(in data: Data, path: String) throws(SecretError) -> String {
    guard let text = String(validating: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) else {
      throw SecretError(path: path, reason: .notText)
    }
    let line = String(text.prefix { !$0.isNewline })
    do {
      try validatePassword(line)
    } catch {
      throw SecretError(path: path, reason: .refused(error))
    }
    return line
  }

  /// The second line of what a file held.
  private static func market(in data: Data) -> String? {
    let later = String(decoding: data, as: UTF8.self).drop { !$0.isNewline }.dropFirst()
    let line = String(later.prefix { !$0.isNewline })
    return line.isEmpty ? nil : line
  }
}

/// Why a file gives no password.
struct SecretError: Error, Equatable {
  enum Reason: Equatable {
    case missing
    case unreadable
    case unwritable
    case readableByOthers
    case notText
    case otherMarket(String)
    case refused(ValidationError)
  }

  let path: String
  let reason: Reason
}
