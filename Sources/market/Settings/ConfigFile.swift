import Console
import Foundation
import SystemSupport

/// The settings of the config file: a line `name = value` for each; empty lines and lines that begin with `#` are ignored.
struct ConfigFile {
  struct Value: Equatable {
    let text: String
    /// Counted from 1.
    let line: Int
  }

  /// Bytes of a file.
  private static let limit = 64 * 1_024

  let path: String
  /// As it is in the file.
  private var text = ""
  private(set) var values: [Setting: Value] = [:]
  /// The lines that set nothing: without `=`, or with a name that is no setting.
  private(set) var problems: [ConfigFileError] = []

  /// The file as it is, or the reason why it cannot be read: what is done about that depends on the command.
  static func read(environment: [String: String]) -> Result<ConfigFile, ConfigFileError> {
    let path = Directories(environment: environment).configFile
    do throws(ConfigFileError) {
      return .success(try ConfigFile(path: path))
    } catch {
      return .failure(error)
    }
  }

  /// A file that does not exist sets nothing.
  init(path: String) throws(ConfigFileError) {
    self.path = path
    guard access(path, F_OK) == 0 else { return }
    let contents: Data?
    do {
      contents = try BoundedFile.contents(ofPath: path, limit: Self.limit)
    } catch {
      throw ConfigFileError(path, .unreadable)
    }
    guard let data = contents else { throw ConfigFileError(path, .tooLong) }
    guard let text = String(validating: data, as: UTF8.self) else { throw ConfigFileError(path, .notText) }
    self.text = text
    // Editors on some systems begin a file with a byte order mark, and end lines with CRLF.
    let lines = text.trimmingPrefix("\u{FEFF}").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      read(line.trimmingCharacters(in: .whitespaces), number: index + 1)
    }
  }

  private mutating func read(_ line: String, number: Int) {
    if line.isEmpty || line.hasPrefix("#") { return }
    let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard halves.count == 2 else {
      problems.append(ConfigFileError(path, .noEqualsSign(line: number)))
      return
    }
    if let setting = Setting(rawValue: halves[0]) {
      values[setting] = Value(text: halves[1], line: number)
    } else {
      let name = halves[0].withoutCredentials.truncated(toWidth: 60)
      let nearest = nearest(to: halves[0], among: Setting.allCases.map(\.rawValue))
      problems.append(ConfigFileError(path, .unknownSetting(name, line: number, nearest: nearest)))
    }
  }
}

extension ConfigFile {
  /// Sets a setting in the file, or removes it where the value is nil. All other lines stay as they are.
  static func change(_ setting: Setting, to value: String?, in path: String) async throws(ConfigFileError) {
    do {
      // A link to a file that is kept elsewhere stays one.
      let target = URL(filePath: path).resolvingSymlinksInPath().path
      try await SerialQueue.run(label: "config") {
        try FileManager.default.createDirectory(
          atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        // The folder, since the file may be replaced. Two commands at once do not lose each other's change.
        let folder = (target as NSString).deletingLastPathComponent + "/"
        try FileLock(path: folder, timeout: .seconds(5)).withLock { _ in
          let text = try ConfigFile(path: target).changed(setting, to: value)
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

  /// The text of the file with the setting in the line where it was, or in a last one.
  private func changed(_ setting: Setting, to value: String?) -> String {
    var lines: [Substring] = []
    var isSet = value == nil
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(where: \.isNewline).map { rest.index(after: $0) } ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[end...]
      let name = line.trimmingPrefix("\u{FEFF}").split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard name.count == 2, name[0].trimmingCharacters(in: .whitespaces) == setting.rawValue else {
        lines.append(line)
        continue
      }
      // The last of several lines counts; one is enough.
      guard let value, !isSet else { continue }
      isSet = true
      lines.append(
        "\(setting.rawValue) = \(value)\(line.last.map { $0.isNewline ? String($0) : "\n" } ?? "\n")")
    }
    if let value, !isSet {
      if let last = lines.last?.last, !last.isNewline { lines.append("\n") }
      lines.append("\(setting.rawValue) = \(value)\n")
    }
    return lines.joined()
  }
}

/// Why the config file, or a line of it, cannot be used.
struct ConfigFileError: ReportableError, Equatable {
  enum Reason: Equatable {
    case unreadable
    case unwritable
    case notText
    case tooLong
    case noEqualsSign(line: Int)
    case unknownSetting(String, line: Int, nearest: String?)
  }

  let path: String
  let reason: Reason

  init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  var message: LocalizedPhrase {
    switch reason {
    case .unreadable: "The config file '\(path)' cannot be read"
    case .unwritable: "The config file '\(path)' cannot be written"
    case .notText: "The config file '\(path)' is not UTF-8 text"
    case .tooLong: "The config file '\(path)' is larger than 64 KiB"
    case .noEqualsSign(let line): "Line \(line) of '\(path)' is not 'name = value'"
    case .unknownSetting(let name, let line, _): "Unknown setting '\(name)' on line \(line) of '\(path)'"
    }
  }

  var exitCode: ExitCode { reason == .unwritable ? .failed : .usage }

  func help(_ settings: Settings?) -> LocalizedPhrase? {
    switch reason {
    case .unreadable: .checkPermissions
    case .unwritable: .checkFolder
    case .notText: .saveAsUTF8
    case .tooLong: "Check its path and its contents"
    case .noEqualsSign: "Write one setting per line, such as 'currency = KRW'"
    case .unknownSetting(_, _, let nearest?): .didYouMean(nearest)
    case .unknownSetting(_, _, nil): "Run 'market help config' to see the settings"
    }
  }
}
