import Foundation

extension String {
  /// The path from the root folder; of standard input, `-`.
  var absolutePath: String {
    self == "-" || hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self
  }

  /// The path from the current folder, of a file below it; others as they are.
  var relativePath: String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return hasPrefix(folder) && utf8.count > folder.utf8.count ? String(dropFirst(folder.count)) : self
  }

  /// Whether two paths lead to one file or folder, which need not exist. Two paths of a device or a pipe are not the same:
  /// several outputs may go there.
  func isSameFile(as other: String) -> Bool {
    if let first = fileStatus, let second = other.fileStatus {
      let type = first.st_mode & S_IFMT
      guard type == S_IFREG || type == S_IFDIR else { return false }
      return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }
    return URL(filePath: self).standardizedFileURL == URL(filePath: other).standardizedFileURL
  }

  /// The path with a number before its extension: `items.2.csv`.
  func numbered(_ number: Int) -> String {
    let path = self as NSString
    let ending = path.pathExtension
    return ending.isEmpty ? "\(self).\(number)" : "\(path.deletingPathExtension).\(number).\(ending)"
  }
}
