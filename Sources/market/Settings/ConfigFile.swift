import Console
import Foundation
import SystemSupport

/// The settings of the config file: a line `name = value` for each; empty lines and lines that begin with `#` are ignored. The
/// settings below a line `[market.shop]` are those of the profile `shop`.
struct ConfigFile {
  /// A profile: the settings that are in force where it is chosen.
  struct Profile: Equatable {
    let name: String
    fileprivate(set) var values: [Setting: Value] = [:]
  }

  struct Value: Equatable {
    let text: String
    /// Counted from 1.
    let line: Int
  }

  /// Bytes of a file.
  private static let limit = 64 * 1_024

  let path: String
  /// As it is in the file.
  private(set) var text = ""
  /// The settings that belong to no profile.
  private(set) var values: [Setting: Value] = [:]
  /// In the order of their first lines.
  private(set) var profiles: [Profile] = []
  /// The lines that set nothing: without `=`, or with a name that is no setting.
  private(set) var problems: [(line: Int, error: CommandFailure)] = []

  /// The file as it is, or the reason why it cannot be read: what is done about that depends on the command.
  static func read(environment: [String: String]) -> Result<ConfigFile, CommandFailure> {
    Result { () throws(CommandFailure) in
      try ConfigFile(path: Directories(environment: environment).configFile)
    }
  }

  /// A file that does not exist sets nothing.
  init(path: String) throws(CommandFailure) {
    self.path = path
    guard !path.hasNoFile else { return }
    let contents: Data?
    do {
      contents = try BoundedFile.contents(ofPath: path, limit: Self.limit)
    } catch {
      throw .unreadableConfig(path)
    }
    guard let data = contents else {
      throw CommandFailure(
        "The config file '\(path)' is larger than 64 KiB", .usage, help: "Check its path and its contents")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw CommandFailure("The config file '\(path)' is not UTF-8 text", .usage, help: .saveAsUTF8)
    }
    self.text = text
    // Editors on some systems begin a file with a byte order mark, and end lines with CRLF.
    let lines = text.trimmingPrefix("\u{FEFF}").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var section = ConfigSection.general
    for (index, line) in lines.enumerated() {
      read(line.trimmingCharacters(in: .whitespaces), number: index + 1, in: &section)
    }
  }

  /// The value of a setting that a profile has, or else all of the file.
  func value(of setting: Setting, inProfile name: String?) -> Value? {
    profile(named: name)?.values[setting] ?? values[setting]
  }

  func profile(named name: String?) -> Profile? { profiles.first { $0.name == name } }

  private mutating func read(_ line: String, number: Int, in section: inout ConfigSection) {
    if line.isEmpty || line.hasPrefix("#") { return }
    func problem(_ message: LocalizedPhrase, help: LocalizedPhrase) {
      problems.append((number, CommandFailure(message, .usage, help: help)))
    }
    if let next = ConfigSection(line) {
      section = next
      if case .profile(let name) = next, profile(named: name) == nil { profiles.append(Profile(name: name)) }
      if next == .unknown {
        let text = line.withoutCredentials.truncated(toWidth: 60)
        problem(
          "Unknown section '\(text)' on line \(number) of '\(path)'",
          help: "A profile begins with a line such as [market.shop]")
      }
      return
    }
    let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard halves.count == 2 else {
      return problem(
        "Line \(number) of '\(path)' is not 'name = value'",
        help: "Write one setting per line, such as 'currency = KRW'")
    }
    if let setting = Setting(rawValue: halves[0]) {
      let value = Value(text: halves[1], line: number)
      switch section {
      case .general: values[setting] = value
      case .profile(let name):
        for index in profiles.indices where profiles[index].name == name {
          profiles[index].values[setting] = value
        }
      // One problem is enough.
      case .unknown: break
      }
    } else {
      let name = halves[0].withoutCredentials.truncated(toWidth: 60)
      let nearest = nearest(to: halves[0], among: Setting.allCases.map(\.rawValue))
      problem(
        "Unknown setting '\(name)' on line \(number) of '\(path)'",
        help: nearest.map { .didYouMean($0) } ?? "Run 'market help config' to see the settings")
    }
  }
}

extension CommandFailure {
  static func unreadableConfig(_ path: String) -> CommandFailure {
    CommandFailure("The config file '\(path)' cannot be read", .usage, help: .checkPermissions)
  }

  static func unwritableConfig(_ path: String) -> CommandFailure {
    CommandFailure("The config file '\(path)' cannot be written", .failed, help: .checkFolder)
  }
}

extension ConfigFile {
  /// Sets a setting in the file, or removes it where the value is nil. All other lines stay as they are.
  ///
  /// - Parameter profile: The profile whose setting it is, which may be new; nil for none.
  static func change(
    _ setting: Setting, to value: String?, inProfile profile: String?, in path: String
  ) async throws(CommandFailure) {
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
  ) async throws(CommandFailure) {
    do {
      let target = target(of: path)
      try await SerialQueue.run(label: "config") {
        let folder = target.parentFolder
        try DurableFolder.make(folder)
        // The folder, since the file may be replaced. Two commands at once do not lose each other's change.
        try FileLock(path: folder + "/", timeout: .seconds(5)).withLock { _ in
          let text = try text(target)
          let mode = target.fileStatus.map { $0.st_mode & 0o777 } ?? 0o600
          try WholeFile(path: target).write(Data(text.utf8), mode: mode, replaces: true, waitsForDisk: true)
        }
      }
    } catch {
      throw error as? CommandFailure ?? .unwritableConfig(path)
    }
  }

  /// The file that is written: a link to one that is kept elsewhere stays a link.
  static func target(of path: String) -> String { URL(filePath: path).resolvingSymlinksInPath().path }

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
