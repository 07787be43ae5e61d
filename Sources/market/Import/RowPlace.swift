import Console
import OpenMarket

/// A line of one of the files of an import.
struct RowPlace: Sendable, Hashable {
  /// The index of the file.
  let file: Int
  let line: Int

  /// The place as sentences name it.
  ///
  /// - Parameter files: The names of the files; nil where there is one.
  func phrase(_ files: [String]?, _ format: OutputFormat) -> LocalizedPhrase {
    let line = format.number(line)
    guard let files else { return "Line \(line)" }
    return "Line \(line) of '\(files[file].shortened)'"
  }
}
