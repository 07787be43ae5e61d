import Foundation

/// Where an import writes what becomes of its rows.
struct ReportOptions {
  /// The file of `--rejects`; nil for one beside each file of the import.
  var rejects: String?
  /// The file of `--results`; nil for none.
  var results: String?
  /// Whether files that exist are replaced (`--force`).
  var replaces = false

  /// Throws if a named file is one of the import, is named twice, or exists and is not to be replaced.
  ///
  /// - Parameters:
  ///   - files: Those of the import, which are never replaced.
  ///   - plan: The file of `--plan`.
  func check(files: [String], plan: String? = nil) throws(ImportError) {
    let named = [("--rejects", rejects), ("--results", results), ("--plan", plan)].compactMap {
      option, path in
      path.map { (option: option, path: $0) }
    }
    for (index, (option, path)) in named.enumerated() {
      if let other = named[..<index].first(where: { Self.areSame($0.path, path) }) {
        throw .sameFile(other.option, option, path)
      }
      if files.contains(where: { Self.areSame($0, path) }) { throw .fileOfTheImport(option, path) }
      switch Self.type(of: path) {
      case S_IFREG? where !replaces: throw .exists(path)
      case S_IFDIR?: throw .unwritable(path)
      default: break
      }
    }
  }

  /// Whether two paths lead to one file or folder, which need not exist. A device or a pipe may be there for several.
  static func areSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    if stat(one, &first) == 0, stat(other, &second) == 0 {
      let type = first.st_mode & S_IFMT
      guard type == S_IFREG || type == S_IFDIR else { return false }
      return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
    return URL(filePath: one).standardizedFileURL == URL(filePath: other).standardizedFileURL
  }

  /// The type of a file (`S_IFMT`); nil where there is none.
  static func type(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
