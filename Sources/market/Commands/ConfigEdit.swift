import Console
import Foundation
import SystemSupport

/// `market config edit`: has the person edit the config file, and checks it before it takes the place of the former one.
struct EditConfig: Command {
  // For a file that cannot be read, too.
  static let strictness = Settings.Strictness.forgiving

  static let declaration = CommandDeclaration(
    name: "edit", parent: "market config", abstract: "Edit the config file in your editor.",
    discussion: """
      Opens the config file in $VISUAL or $EDITOR, or one with comments where there is none. What is saved is checked first: \
      where a line is wrong, the file stays as it was, and the text is kept for another try, beside it in config.draft. With \
      --dry-run the lines that would change are shown, and the text is kept likewise.
      """,
    examples: [.init("EDITOR=nano market config edit", "Edit the settings and the profiles.")],
    options: .dryRun, .everywhere)

  private let path: String

  init(_ arguments: Arguments, _ settings: Settings) { path = settings.directories.configFile }

  func run(_ context: CommandContext) async throws -> ExitCode {
    let editor = try Editor(in: context)
    let target = ConfigFile.target(of: path)
    let draft = target + ".draft"
    let former = try contents(of: target)
    let start = try begin(draft, from: former ?? Data(context.configTemplate.utf8), context)
    do {
      try await editor.edit(draft, in: context)
      while true {
        guard let problems = problems(of: draft, context) else { break }
        for problem in problems { _ = context.report(problem) }
        guard try context.console.ask("Edit it again?") else {
          noteKept(draft, context)
          return .declined
        }
        try await editor.edit(draft, in: context)
      }
    } catch {
      // A text that the person has changed is never lost; an unchanged copy is no use.
      if (try? contents(of: draft)) == start { unlink(draft) } else { noteKept(draft, context) }
      throw error
    }
    return try await save(draft, over: former, context)
  }

  /// Puts a draft in the place of the file, unless another command has written the file meanwhile.
  private func save(_ draft: String, over former: Data?, _ context: CommandContext) async throws -> ExitCode {
    let edited = try contents(of: draft)
    guard edited != former, let edited, let text = String(validating: edited, as: UTF8.self) else {
      unlink(draft)
      context.note("No changes.")
      return .done
    }
    guard !context.isDryRun else {
      try writeChanges(from: former ?? Data(), to: text, context)
      noteKept(draft, context)
      return .done
    }
    do {
      try await ConfigFile.replace(path) { target in
        guard try contents(of: target) == former else {
          throw CommandFailure(
            "The config file '\(target)' was changed by another command meanwhile", .failed,
            help: "Run 'market config edit' again, and compare the two")
        }
        return text
      }
    } catch {
      noteKept(draft, context)
      throw error
    }
    unlink(draft)
    context.note("Saved '\(path.sanitized)'")
    return .done
  }

  /// Writes the lines that would go and come.
  private func writeChanges(from former: Data, to edited: String, _ context: CommandContext) throws {
    context.noteDryRun(.dryRun, before: "Would change:")
    for change in edited.lines.difference(from: String(decoding: former, as: UTF8.self).lines) {
      let text =
        switch change {
        case .remove(_, let line, _): "- \(line.sanitizedLine)"
        case .insert(_, let line, _): "+ \(line.sanitizedLine)"
        }
      try context.console.print(text)
    }
  }

  /// Makes the draft, unless there is one of an earlier try, and returns its contents.
  private func begin(_ draft: String, from contents: Data, _ context: CommandContext) throws -> Data? {
    var status = stat()
    if lstat(draft, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() {
      context.note("Going on with the text that was kept in '\(draft.sanitized)'")
      return try self.contents(of: draft)
    }
    do {
      try DurableFolder.make(draft.parentFolder)
      try WholeFile(path: draft).write(contents, replaces: false, waitsForDisk: false)
    } catch {
      throw CommandFailure.unwritableConfig(draft)
    }
    return contents
  }

  /// The mistakes in a draft; nil for none.
  private func problems(of draft: String, _ context: CommandContext) -> [any ReportableError]? {
    do throws(CommandFailure) {
      let found = context.settings.mistakes(in: try ConfigFile(path: draft))
      return found.isEmpty ? nil : found
    } catch {
      return [error]
    }
  }

  private func contents(of path: String) throws -> Data? {
    guard !path.hasNoFile else { return nil }
    // A file that is too long is copied as it is: the check names it.
    guard let data = try? BoundedFile.contents(ofPath: path, limit: 16 << 20) else {
      throw CommandFailure.unreadableConfig(path)
    }
    return data
  }

  private func noteKept(_ draft: String, _ context: CommandContext) {
    context.console.note(
      "The config file is unchanged. Your text is kept in '\(draft.sanitized)', and the next 'market config edit' goes on with it"
    )
  }
}

extension Settings {
  /// All mistakes in a config file, those of the profiles too, in the order of their lines.
  func mistakes(in file: ConfigFile) -> [any ReportableError] {
    var found: [(line: Int, error: any ReportableError)] = file.problems.map { ($0.line, $0.error) }
    func check(_ values: [Setting: ConfigFile.Value], _ source: (Int) -> Source) {
      for (setting, value) in values {
        guard let problem = problem(with: value.text, of: setting) else { continue }
        found.append(
          (
            value.line,
            SettingError(setting: setting, value: value.text, source: source(value.line), problem: problem)
          )
        )
      }
    }
    check(file.values) { .file(file.path, line: $0) }
    for profile in file.profiles {
      check(profile.values) { .profile(profile.name, file: file.path, line: $0) }
    }
    return found.sorted { $0.line < $1.line }.map(\.error)
  }
}

extension CommandContext {
  /// The text of a new config file: comments alone.
  fileprivate var configTemplate: String {
    let settings = Setting.allCases.map { "# \($0.rawValue) = \($0.example)" }
    let lines =
      [
        "# "
          + format.text(
            "The settings of market, a line 'name = value' for each. 'market config' shows those in force."),
        "# " + format.text("Lines that begin with # are ignored. Remove it to set one of these:"), "",
      ] + settings + [
        "",
        "# "
          + format.text("A profile: settings for one market, chosen with '--profile shop' or MARKET_PROFILE."),
        "", "# \(ConfigSection.line(of: "shop"))",
      ] + [Setting.server, .currency, .passwordFile].map { "# \($0.rawValue) = \($0.example)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate var lines: [String] { split(whereSeparator: \.isNewline).map { String($0).withoutCredentials } }
}
