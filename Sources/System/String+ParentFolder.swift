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
