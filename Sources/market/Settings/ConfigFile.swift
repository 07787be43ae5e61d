import Console
import Foundation

/// The defaults that a person has written down: a line `name = value` for each setting; empty lines, and lines that
/// begin with `#`, mean nothing.
struct ConfigFile {
  private(set) var values: [Setting: String] = [:]

  /// One that sets nothing.
  init() {}

  /// A file that is not there sets nothing.
  init(path: String) throws(ConfigFileError) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConfigFileError(path, .unreadable)
    }
    guard let text = String(validating: data, as: UTF8.self) else { throw ConfigFileError(path, .notText) }
    // Editors on some systems begin a file with a byte order mark, and end lines with CRLF.
    let lines = text.trimmingPrefix("\u{FEFF}").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard halves.count == 2 else { throw ConfigFileError(path, .noEqualsSign(line: index + 1)) }
      guard let setting = Setting(rawValue: halves[0]) else {
        let known = Setting.allCases.map(\.rawValue)
        throw ConfigFileError(
          path,
          .unknownSetting(
            halves[0].withoutCredentials, line: index + 1, nearest: nearest(to: halves[0], among: known)))
      }
      values[setting] = halves[1]
    }
  }
}

struct ConfigFileError: Error, Equatable {
  enum Reason: Equatable {
    case unreadable
    case notText
    case noEqualsSign(line: Int)
    case unknownSetting(String, line: Int, nearest: String?)
  }

  let path: String
  let reason: Reason

  init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
