import Console
import Foundation
import OpenMarket
import SystemSupport

extension CommandContext {
  /// Has the person write a description in an editor and passes it to `send`: nil where it is empty or as it was, which is said.
  ///
  /// The text is in a file that only the person can read. It is kept, and said where, unless `send` succeeds.
  ///
  /// - Parameters:
  ///   - name: The beginning of the file's name.
  ///   - present: The text that the editor begins with.
  ///   - isKept: Whether the text is kept in any case, since it is not sent.
  func withEditedDescription<Result>(
    named name: String, from present: String, isKept: Bool, _ send: (String?) async throws -> Result
  ) async throws -> Result {
    let editor = try Editor(in: self)
    // Editors end a text with a line end.
    let start = present.isEmpty ? "" : present + "\n"
    let path = try draft(named: name, start)
    var result: Result
    do {
      try await editor.edit(path, in: self)
      let text = try descriptionText(of: path)
      let isUnchanged = text == present || text.allSatisfy(\.isWhitespace)
      if isUnchanged { note(present.isEmpty ? "No description was written" : "The description is unchanged") }
      result = try await send(isUnchanged ? nil : text)
    } catch {
      settle(path, isKept: true, from: start)
      throw error
    }
    settle(path, isKept: isKept, from: start)
    return result
  }

  private func draft(named name: String, _ text: String) throws -> String {
    let folder = settings.directories.drafts
    let path = "\(folder)/\(name)-\(UUID().uuidString.prefix(8)).txt"
    do {
      try DurableFolder.make(folder)
      try WholeFile(path: path).write(Data(text.utf8), replaces: false, waitsForDisk: false)
    } catch {
      throw CommandFailure(.unwritable(path), .failed, help: .checkFolder)
    }
    return path
  }

  /// The text of a file without the line end after it. Throws a `ValidationError` for one that is too long or not UTF-8.
  private func descriptionText(of path: String) throws -> String {
    let limit = ItemLimits.descriptionBytes
    let contents: Data?
    do {
      contents = try BoundedFile.contents(ofPath: path, limit: limit + 2)
    } catch {
      throw CommandFailure(
        "The file '\(path.sanitized)' cannot be read", .failed, help: .checkPermissions)
    }
    guard let contents else { throw ValidationError(.descriptions, .longerThan(bytes: limit)) }
    guard let text = String(validating: contents, as: UTF8.self) else {
      throw ValidationError(.descriptions, .notText)
    }
    return text.last?.isNewline == true ? String(text.dropLast()) : text
  }

  /// Removes a text, or says where it is kept. One that is empty or as it was is no use.
  private func settle(_ path: String, isKept: Bool, from start: String) {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    if isKept, text != start, text?.allSatisfy(\.isWhitespace) != true, access(path, F_OK) == 0 {
      console.note(
        "Your text is kept in '\(path.sanitized)': pass it with --description - < \(path.shellQuoted)",
        isWhole: true)
    } else {
      unlink(path)
    }
  }
}
