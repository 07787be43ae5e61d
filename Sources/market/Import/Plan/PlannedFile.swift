import Console
import Foundation
import OpenMarket
import SystemSupport

/// A file of an import, as it was when it was planned.
struct PlannedFile: Codable, Equatable {
  /// Absolute; `-` for standard input.
  let path: String
  /// Empty for a stream: standard input and other pipes, which are read once.
  let sha256: String
  var columns: [String]
  /// Whether it is JSON, whose texts have no guards.
  var isJSON: Bool?
  /// Whether its program recognizes UTF-8 by a byte order mark only, as the file itself is not plain UTF-8.
  var needsByteOrderMark: Bool?
  /// The sign of a currency that `\` before an amount is in its encoding.
  var backslashSign: String?

  var isStream: Bool { sha256.isEmpty }

  /// The path that names of files beside it begin with: of a stream, in the current folder.
  var place: String { isStream ? "stdin".absolutePath : path }

  static func digest(of path: String) throws -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { throw ImportError.unreadable(path) }
    var hash = SHA256()
    while let piece = try file.read(upToCount: 256 * 1_024), !piece.isEmpty { hash.update(piece) }
    return SHA256.hexadecimal(ofHash: hash.finish())
  }
}

extension [PlannedFile] {
  /// The files as sentences name them: without their folders where that is enough to tell them apart. Nil where there is one
  /// file, which needs no name.
  var names: [String]? {
    guard count > 1 else { return nil }
    let names = map { ($0.path as NSString).lastPathComponent }
    return Set(names).count == count ? names : map(\.path)
  }
}
