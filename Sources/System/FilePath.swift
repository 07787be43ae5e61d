package import Foundation

extension String {
  /// The path of the folder that a file is in: all before its name. Empty for a name alone, `/` for what is in the root
  /// folder, and for that itself.
  ///
  /// In the place of NSString's `deletingLastPathComponent`, which traps on a name of one character (Foundation 6.3 on Linux).
  package var parentFolder: String {
    let path = self[..<end(of: self[...])]
    guard let slash = path.lastIndex(of: "/") else { return path.isEmpty && hasPrefix("/") ? "/" : "" }
    let folder = path[..<end(of: path[..<slash])]
    return folder.isEmpty ? "/" : String(folder)
  }

  /// The end of a path without the slashes behind it.
  private func end(of path: Substring) -> Index {
    path.lastIndex { $0 != "/" }.map(path.index(after:)) ?? path.startIndex
  }
}

extension String {
  /// Whether the path certainly leads to no file. Where the system cannot tell, as in a folder that may not be entered or a loop of
  /// links, and where the path leads nowhere, it is false: opening the file fails, and says why.
  package var hasNoFile: Bool {
    access(self, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR) && !leadsNowhere
  }

  /// Nil where there is no file.
  package var fileStatus: stat? {
    var status = stat()
    return stat(self, &status) == 0 ? status : nil
  }

  /// The type of the file (`S_IFMT`); nil where there is none.
  package var fileType: mode_t? { fileStatus.map { $0.st_mode & S_IFMT } }

  /// The bytes of the file; 0 where there is none.
  package var fileSize: Int { fileStatus.map { Int($0.st_size) } ?? 0 }

  /// Whether the path ends at a link without a target, as to a disk that is not there.
  package var leadsNowhere: Bool {
    var (part, status) = (self, stat())
    while lstat(part, &status) != 0 {
      part = part.parentFolder
      if part.isEmpty || part == "/" { return false }
    }
    return status.st_mode & S_IFMT == S_IFLNK && stat(part, &status) != 0
  }
}
