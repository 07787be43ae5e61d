import Console
import Wording

/// The columns that a file of rejects has behind those of the file, in the language of its run. An import does not read them.
enum ReportColumns {
  static let count = names.count
  private static let names = [
    LocalizedPhrase("row"), LocalizedPhrase("column"), LocalizedPhrase("value"), LocalizedPhrase("rule"),
    LocalizedPhrase("sentence"),
  ]
  /// The column behind these with the path of the row's file, where the import has several files, or one in another folder. An
  /// import reads it: paths of images in the row begin at the folder of that file.
  private static let file = LocalizedPhrase("file")

  /// - Parameter hasFile: Whether the column of paths is there.
  static func headers(in language: Language, hasFile: Bool) -> [String] {
    (hasFile ? names + [file] : names).map(language.text)
  }

  /// How many columns at the end of a table are those of a file of rejects in any language; 0 for another table.
  static func count(of headers: [String]) -> Int {
    for language in [Language.english, .korean] {
      for hasFile in [true, false] {
        let own = self.headers(in: language, hasFile: hasFile)
        if headers.suffix(own.count) == own[...] { return own.count }
      }
    }
    return 0
  }
}
