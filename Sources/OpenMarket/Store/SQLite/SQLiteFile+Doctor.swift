import Foundation
import SystemSupport

extension SQLiteFile: DiagnosedDriver {
  func diagnose(_ budget: ServerBudget) throws -> [StoreDiagnosis] {
    let folder = path.parentFolder
    let place = folder.isEmpty ? "." : folder
    var status = stat()
    var found: [StoreDiagnosis] = []
    if stat(path, &status) == 0 { found.append(.permissions(mode: Int(status.st_mode & 0o777))) }
    if stat(place, &status) == 0 {
      // Who may write to the folder may replace the file; in one with the sticky bit its owner alone.
      let othersWrite = status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
      found.append(.folder(isWritable: access(place, W_OK) == 0, othersWrite: othersWrite))
    }
    let version = try schemaVersion()
    found.append(.schema(version: version, of: steps.count))
    if version != nil {
      let database = try openSource()
      let mode = try database.rows("PRAGMA journal_mode") { $0.text(0) }.first ?? ""
      found.append(.journal(mode: mode))
    }
    if let free = SpaceReserve.freeSpace(at: place) { found.append(.space(free: free, size: size ?? 0)) }
    if let isRemote = Self.isRemote(place) { found.append(.disk(isRemote: isRemote)) }
    return found
  }

  /// Whether a path is on a file system of another machine, whose locks SQLite cannot rely on; nil where that is not known.
  private static func isRemote(_ path: String) -> Bool? {
    guard let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else {
      return nil
    }
    let whole = URL(filePath: path).resolvingSymlinksInPath().path
    var longest = ""
    var kind: Substring?
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 4, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count else { continue }
      let point = String(fields[4])
      guard whole == point || whole.hasPrefix(point.hasSuffix("/") ? point : point + "/") else { continue }
      if point.utf8.count >= longest.utf8.count { (longest, kind) = (point, fields[dash + 1]) }
    }
    return kind.map { ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "afs", "ceph"].contains($0) }
  }
}
