import Console
import Foundation
import OpenMarket

/// The file that `--metrics-token` names: the token is its first line.
enum MetricsTokenFile {
  /// Bytes that are read: more than a token can have.
  private static let readLimit = 4 * 1_024

  /// Throws for a file that other users can read, since its token is no secret, and for one without a token.
  static func read(_ path: String) throws(MetricsTokenError) -> MetricsToken {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: path)
    else { throw MetricsTokenError(path: path, reason: .unreadable) }
    guard status.st_mode & 0o077 == 0 else { throw MetricsTokenError(path: path, reason: .readableByOthers) }
    guard let data = try? file.read(upToCount: readLimit) ?? Data() else {
      throw MetricsTokenError(path: path, reason: .unreadable)
    }
    let line = String(decoding: data, as: UTF8.self).trimmingPrefix("\u{FEFF}").prefix { !$0.isNewline }
    guard let token = MetricsToken(String(line)) else {
      throw MetricsTokenError(path: path, reason: .invalid)
    }
    return token
  }
}

/// Why a file gives no token for metrics.
struct MetricsTokenError: ReportableError, Equatable {
  enum Reason {
    case unreadable
    case readableByOthers
    case invalid
  }

  let path: String
  let reason: Reason

  var message: LocalizedPhrase {
    switch reason {
    case .unreadable: "The token file '\(path)' cannot be read"
    case .readableByOthers: "Other users can read the token file '\(path)'"
    case .invalid: "The first line of '\(path)' is not a token"
    }
  }

  var exitCode: ExitCode { .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch reason {
    case .unreadable: nil
    case .readableByOthers: .makePrivate(path)
    case .invalid: "Use 16 to 512 visible ASCII characters, such as from 'openssl rand -hex 32'"
    }
  }
}
