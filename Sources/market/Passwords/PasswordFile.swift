import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// A file that holds a password in its first line. Below it, a file that the program wrote has one line for each address
/// at which the password was created or accepted.
struct PasswordFile {
  /// Bytes that are read: enough for a password and all its addresses.
  private static let readLimit = 16 * 1_024
  /// Addresses that are written: the first, and the latest of the others.
  private static let addressLimit = 8

  struct Contents: Equatable {
    let password: String
    let addresses: [PasswordAddress]

    /// Whether the password was created or accepted at a store.
    var isOfStore: Bool { addresses.contains { !$0.isServer } }
  }

  let path: String

  /// The password and the addresses; nil if there is no such file.
  ///
  /// A regular file that other users can read is refused, since its contents are no secret. A pipe is read as it is, so
  /// that a password manager can write to it.
  func read() throws(PasswordFileError) -> Contents? {
    // Asked first: another command may make the file between a failure and the question.
    if path.hasNoFile { return nil }
    guard let status = path.fileStatus else { throw PasswordFileError(path: path, reason: .unreadable) }
    if status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 {
      throw PasswordFileError(path: path, reason: .readableByOthers)
    }
    guard let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: Self.readLimit) ?? Data()
    else { throw PasswordFileError(path: path, reason: .unreadable) }
    let later = String(decoding: data, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).dropFirst()
    return Contents(
      password: try Self.password(in: data, path: path),
      addresses: later.filter { !$0.isEmpty }.map { PasswordAddress(name: String($0)) })
  }

  /// Writes the file, whole or not at all, and waits until it is on the disk.
  ///
  /// - Parameter replaces: Whether a file that exists is replaced; otherwise it stays as it is.
  func write(_ contents: Contents, replaces: Bool) throws(PasswordFileError) {
    let folder = path.parentFolder
    var addresses = contents.addresses
    while addresses.count > Self.addressLimit { addresses.remove(at: 1) }
    let lines = [contents.password] + addresses.map(\.name.sanitized)
    let data = Data(lines.map { $0 + "\n" }.joined().utf8)
    do {
      try DurableFolder.make(folder)
      try place(data, replaces: replaces)
      // The name of the file is part of the folder.
      try FileHandle(forReadingFrom: URL(filePath: folder)).synchronize()
    } catch {
      throw PasswordFileError(path: path, reason: .unwritable, cause: error)
    }
  }

  /// Writes the bytes. Without `replaces`, a file that another command wrote first stays.
  private func place(_ data: Data, replaces: Bool) throws(POSIXError) {
    do {
      try WholeFile(path: path).write(data, replaces: replaces, waitsForDisk: true)
    } catch {
      guard error.code == .EEXIST, !replaces else { throw error }
    }
  }

  /// The password in the first line of a file, a variable or standard input, without a byte order mark, which editors put there.
  static func password(in data: Data, path: String) throws(PasswordFileError) -> String {
    guard let text = String(validating: data.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) else {
      throw PasswordFileError(path: path, reason: .notText)
    }
    let line = String(text.trimmingPrefix("\u{FEFF}").prefix { !$0.isNewline })
    do {
      try validatePassword(line)
    } catch {
      throw PasswordFileError(path: path, reason: .invalid(error))
    }
    return line
  }
}

/// Why a file, a variable or standard input gives no password.
struct PasswordFileError: ReportableError, CausedError {
  enum Reason: Equatable {
    case missing
    case unreadable
    case unwritable
    case readableByOthers
    case notText
    /// The file has something else than the key of a market.
    case noKey
    /// A file of the program's own is for the market at this address.
    case otherMarket(String)
    case invalid(ValidationError)
  }

  /// The path of the file, the name of the variable, or `-` for standard input.
  let path: String
  let reason: Reason
  var cause: (any Error)?

  /// Whether there are no contents, and not that they are no password.
  var isOfFile: Bool { [.missing, .unreadable, .readableByOthers].contains(reason) }

  var message: LocalizedPhrase { words.message }
  var exitCode: ExitCode { reason == .unwritable ? .failed : .usage }
  func help(_ settings: Settings?) -> LocalizedPhrase? { words.help }

  private var words: (message: LocalizedPhrase, help: LocalizedPhrase) {
    let name = path == "-" ? "standard input" : LocalizedPhrase(verbatim: path)
    return switch reason {
    case .missing: ("No file '\(name)'", .checkPath)
    case .unreadable: ("The file '\(name)' cannot be read", .checkPermissions)
    case .unwritable:
      (
        "Cannot save the password to '\(name)'",
        "Check the folder's permissions and the free space of the disk"
      )
    case .readableByOthers: ("Other users can read the file '\(name)'", .makePrivate(path))
    case .notText: ("The password in '\(name)' is not UTF-8 text", .saveAsUTF8)
    case .noKey:
      (
        "The file '\(name)' has no key of a market",
        "A key is 64 hexadecimal digits; 'market key --output <file>' writes it at the store"
      )
    case .otherMarket(let other):
      (
        "The password in '\(name)' is for another market: '\(other.withoutCredentials.truncated(toWidth: 60))'",
        "Pass this market's password with '--password-file <file>' or MARKET_PASSWORD"
      )
    case .invalid(let error):
      ("\(error.message) in '\(name)'", "A password is one line of 1 to \(ItemLimits.passwordBytes) bytes")
    }
  }
}

/// The address of a market, normalized to select the password file for it.
struct PasswordAddress: Equatable {
  /// The normalized address: an absolute path, or a URL with scheme and host in lower case (RFC 3986 §6.2.2.1) and
  /// without a slash at the end.
  let name: String

  init(_ place: Settings.Place) {
    name =
      switch place {
      case .server(let url): url.normalized
      case .embedded(.file(let path)): URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
      case .embedded(let location): location.name
      }
  }

  /// An address that was read from a password file.
  init(name: String) {
    self.name = name
  }

  /// Whether the market is a server, not a store.
  var isServer: Bool { serverURL != nil }

  /// Whether both are the same store, or have the same origin (RFC 6454 §4).
  func isSameOrigin(as other: PasswordAddress) -> Bool {
    guard let url = serverURL, let otherURL = other.serverURL else { return name == other.name }
    return url.scheme == otherURL.scheme && url.host() == otherURL.host()
      && url.effectivePort == otherURL.effectivePort
  }

  private var serverURL: URL? {
    guard let url = URL(string: name), let scheme = url.scheme,
      ["http", "https", "http+unix"].contains(scheme)
    else {
      return nil
    }
    return url
  }
}

extension URL {
  fileprivate var effectivePort: Int? { port ?? ["http": 80, "https": 443][scheme ?? ""] }

  fileprivate var normalized: String {
    guard unixSocket == nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return absoluteString
    }
    let host = parts.encodedHost
    parts.scheme = scheme?.lowercased()
    parts.encodedHost = host?.lowercased()
    while parts.path.hasSuffix("/") { parts.path.removeLast() }
    return parts.string ?? absoluteString
  }
}
