import Console
import Foundation
import HTTP
import OpenMarket
import SystemSupport

/// The file that an image is saved to.
struct ImageFile {
  /// Bytes of the title in a name; with the rest far below the limit of file systems (255 bytes).
  private static let longestTitle = 80

  let path: String

  /// - Parameter folder: The path of the folder; empty for the current one.
  init(name: String, in folder: String) {
    path = folder.isEmpty ? name : (folder.hasSuffix("/") ? folder : folder + "/") + name
  }

  /// `7-1-맥북-프로.png`: the id of the item, the number of the image, the title, and the format by the image's bytes.
  ///
  /// Only letters, digits and their marks are taken from the title, so that the name is no path, no hidden file and no
  /// option.
  static func name(of item: Item, number: Int, format: ImageFormat) -> String {
    var title = ""
    let beginning = item.title.beginning(scalars: 8 * Self.longestTitle).precomposedStringWithCanonicalMapping
    for word in beginning.split(whereSeparator: { !$0.isPartOfName }) {
      let scalars = word.unicodeScalars.filter(\.isPartOfName)
      var next = title.isEmpty ? "" : "-"
      next.unicodeScalars.append(contentsOf: scalars)
      while title.utf8.count + next.utf8.count > Self.longestTitle { next.removeLast() }
      if next != "-" { title += next }
      if next.unicodeScalars.count < scalars.count { break }
    }
    return "\(item.id)-\(number)" + (title.isEmpty ? "" : "-") + title + "." + format.fileExtension
  }

  /// Throws what `save` throws for a file that is there.
  func checkPlace(replacing: Bool) throws(CommandFailure) {
    guard !replacing, FileManager.default.fileExists(atPath: path) else { return }
    throw CommandFailure(
      "'\(path)' already exists", .failed,
      help: "Pass '--force' to replace it, or another folder with '--output'")
  }

  /// Writes the image, whole or not at all.
  ///
  /// - Parameter replacing: Whether to replace an existing file; else that is an error.
  func save(_ bytes: Data, replacing: Bool) throws(CommandFailure) {
    let folder = path.parentFolder
    do {
      if !folder.isEmpty {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      }
      try WholeFile(path: path).write(bytes, mode: 0o666, replaces: replacing, waitsForDisk: true)
    } catch {
      let code = (error as? POSIXError)?.code
      if code == .EEXIST { try checkPlace(replacing: false) }
      let full: [POSIXErrorCode?] = [.ENOSPC, .EDQUOT, .EFBIG]
      throw full.contains(code) || (error as? CocoaError)?.code == .fileWriteOutOfSpace
        ? CommandFailure("No space left for '\(path)'", .failed, help: "Free some space, then try again")
        : CommandFailure(
          "Cannot write '\(path)'", .failed,
          help: "Check the folder and its permissions, or use another folder with '--output'")
    }
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { unicodeScalars.first?.isPartOfName == true }
}

extension Unicode.Scalar {
  fileprivate var isPartOfName: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      !properties.isDefaultIgnorableCodePoint
    default: false
    }
  }
}
