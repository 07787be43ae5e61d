import Foundation
import SystemSupport

extension ConfigFile {
  /// Sets a setting in the file, or removes it where the value is nil. All other lines stay as they are.
  ///
  /// - Parameter profile: The profile whose setting it is, which may be new; nil for none.
  static func change(
    _ setting: Setting, to value: String?, inProfile profile: String?, in path: String
  ) async throws(ConfigFileError) {
    try await replace(path) { target in
      try ConfigFile(path: target).changed(
        setting, to: value, in: profile.map { .profile($0) } ?? .general)
    }
  }

  /// Puts another text in the place of a file, on the disk.
  ///
  /// - Parameter text: Makes the text of the file at a path; another command writes nothing meanwhile.
  static func replace(
    _ path: String, with text: @escaping @Sendable (_ target: String) throws -> String
  ) async throws(ConfigFileError) {
    do {
      let target = target(of: path)
      try await SerialQueue.run(label: "config") {
        let folder = target.parentFolder
        try makeFolder(folder)
        // The folder, since the file may be replaced. Two commands at once do not lose each other's change.
        try FileLock(path: folder + "/", timeout: .seconds(5)).withLock { _ in
          let text = try text(target)
          var status = stat()
          let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o600
          try WholeFile(path: target).write(Data(text.utf8), mode: mode, replaces: true, waitsForDisk: true)
        }
      }
    } catch let error as ConfigFileError {
      throw error
    } catch {
      throw ConfigFileError(path, .unwritable)
    }
  }

  /// The file that is written: a link to one that is kept elsewhere stays a link.
  static func target(of path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

  static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The text of the file with the setting in the line where it was, or in a new one of its section.
  private func changed(_ setting: Setting, to value: String?, in section: ConfigSection) -> String {
    var lines: [Substring] = []
    var isSet = value == nil
    var present = ConfigSection.general
    // The number of lines up to the last one of the section that says something, and whether another section follows it.
    var end = section == .general ? 0 : nil
    var isLast = section == .general
    // Some editors begin a file with a byte order mark.
    var rest = text[...].trimmingPrefix("\u{FEFF}")
    let mark = text[..<rest.startIndex]
    while !rest.isEmpty {
      let next = rest.firstIndex(where: \.isNewline).map { rest.index(after: $0) } ?? rest.endIndex
      let line = rest[..<next]
      rest = rest[next...]
      let words = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if let begun = ConfigSection(words) {
        present = begun
        isLast = present == section
      }
      guard present == section else {
        lines.append(line)
        continue
      }
      let name = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard name.count == 2, name[0].trimmingCharacters(in: .whitespaces) == setting.rawValue else {
        lines.append(line)
        if !words.isEmpty, !words.hasPrefix("#") { end = lines.count }
        continue
      }
      // The last of several lines counts; one is enough.
      guard let value, !isSet else { continue }
      isSet = true
      lines.append(
        "\(setting.rawValue) = \(value)\(line.last.map { $0.isNewline ? String($0) : "\n" } ?? "\n")")
    }
    guard let value, !isSet else { return mark + lines.joined() }
    var added: [Substring] = ["\(setting.rawValue) = \(value)\n"]
    if end == nil, case .profile(let name) = section {
      added.insert("\(ConfigSection.line(of: name))\n", at: 0)
      if !lines.isEmpty { added.insert("\n", at: 0) }
    }
    let place = isLast ? lines.count : end ?? lines.count
    if place > 0, let last = lines[place - 1].last, !last.isNewline { lines[place - 1].append("\n") }
    lines.insert(contentsOf: added, at: place)
    return mark + lines.joined()
  }
}
