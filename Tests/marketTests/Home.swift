import Foundation
import OpenMarket
import TestSupport

/// A temporary home folder, deleted after the test, and the clock of its market.
final class Home: Sendable {
  let path: String
  /// 2026-11-21 14:58 in Seoul, until `wait` is called.
  private let clock = Locked(Date(timeIntervalSince1970: 1_795_240_680))

  init() throws {
    // Short whatever TMPDIR is, so that paths in expectations stay on one line; resolved, since /tmp is a link on macOS.
    let folder = URL(filePath: "/tmp").resolvingSymlinksInPath()
    path = folder.appending(path: "home-\(UUID().uuidString.prefix(8))").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var now: Date { clock.value }

  func wait(days: Int = 0, seconds: Int = 0) {
    clock.withLock { $0 += Double(days * 86_400 + seconds) }
  }

  /// The embedded market in a store file, with this home's clock and cheap password hashes.
  ///
  /// - Parameter isOperated: Whether it is that of a command, which needs no passwords.
  func market(at location: StoreLocation, isOperated: Bool = false) -> LocalMarket {
    var options = LocalMarket.Options()
    options.passwordCost = 1
    (options.isEmbedded, options.isOperated) = (true, isOperated)
    options.now = { self.now }
    options.timeZone = TimeZone(identifier: "Asia/Seoul")
    return LocalMarket(at: location, options)
  }

  /// A terminal at a server on this machine, in front of the home's store, of a person who has not its file: changes need the
  /// passwords of the items.
  func served(_ terminal: Terminal? = nil) -> Terminal {
    let market = market(at: .file(path + "/.local/share/market/market.db"))
    var terminal = terminal ?? pipe
    terminal.session = MockSession { try await market.response(to: $0) }
    terminal.environment["MARKET_SERVER"] = "http://127.0.0.1:8080"
    terminal.environment["MARKET_STORE"] = path + "/none.db"
    return terminal
  }

  /// Writes a file, with its folders, and returns its path.
  @discardableResult
  func write(_ contents: Data, to name: String, mode: Int = 0o644) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try contents.write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }

  @discardableResult
  func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
    try write(Data(text.utf8), to: name, mode: mode)
  }

  func text(of name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// The names of the files in a folder; none when there is no such folder.
  func files(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }

  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
  }
}

/// A complete image of one pixel.
enum Pixel {
  static let png =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
    ?? Data()

  /// The name where a market has stored it under a number.
  static func name(_ id: Int) -> String {
    StoredImage(id: id, format: .png, digest: StoredImage.digest(of: png)).pathName
  }
}
