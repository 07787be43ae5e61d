import Console
import Foundation
import OpenMarket

/// The file that `--metrics-token` names: the token is its first line.
enum MetricsTokenFile {
  /// Bytes that are read: more than a token can have.
  private static let readLimit = 4 * 1_024

  /// Throws for a file that other users can read, since its token is no secret, and for one without a token.
  static func read(_ path: String) throws(CommandFailure) -> MetricsToken {
    guard let status = path.fileStatus, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path), let data = try? file.read(upToCount: readLimit) ?? Data()
    else { throw CommandFailure("The token file '\(path)' cannot be read", .usage) }
    guard status.st_mode & 0o077 == 0 else {
      throw CommandFailure("Other users can read the token file '\(path)'", .usage, help: .makePrivate(path))
    }
    let line = String(decoding: data, as: UTF8.self).trimmingPrefix("\u{FEFF}").prefix { !$0.isNewline }
    guard let token = MetricsToken(String(line)) else {
      throw CommandFailure(
        "The first line of '\(path)' is not a token", .usage,
        help: "Use 16 to 512 visible ASCII characters, such as from 'openssl rand -hex 32'")
    }
    return token
  }
}
