import Console
import Foundation

/// Where an import writes what becomes of its rows.
struct ReportOptions {
  /// The file of `--rejects`; nil for one beside each file of the import.
  var rejects: String?
  var results: String?
  var replaces = false

  /// Throws if a named file is one of the import, is named twice, or exists and is not to be replaced.
  func check(files: [String], plan: String? = nil) throws {
    let help: LocalizedPhrase = "Choose another path"
    let named = [("--rejects", rejects), ("--results", results), ("--plan", plan)].compactMap {
      option, path in
      path.map { (option: option, path: $0) }
    }
    for (index, (option, path)) in named.enumerated() {
      if let other = named[..<index].first(where: { $0.path.isSameFile(as: path) }) {
        throw CommandFailure(
          "'\(other.option)' and '\(option)' name the same file '\(path.sanitized)'", .usage, help: help)
      }
      if files.contains(where: { $0.isSameFile(as: path) }) {
        throw CommandFailure(
          "'\(option)' names a file of the import: '\(path.sanitized)'", .usage, help: help)
      }
      switch path.fileType {
      case S_IFREG? where !replaces: throw ImportError.exists(path)
      case S_IFDIR?: throw ImportError.unwritable(path)
      default: break
      }
    }
  }
}
