import Foundation

extension String {
  /// Whether the path certainly leads to no file. Where the system cannot tell, as in a folder that may not be entered or a loop of
  /// links, and where the path leads nowhere, it is false: opening the file fails, and says why.
  package var hasNoFile: Bool {
    access(self, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR) && !leadsNowhere
  }

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
