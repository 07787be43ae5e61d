/// The columns that a file of rejects has behind those of the file. An import does not read them.
enum ReportColumns {
  static let names = ["line", "column", "value", "rule", "sentence"]
  /// The column behind these with the path of the row's file, where the import has several files, or one in another folder. An
  /// import reads it: paths of images in the row begin at the folder of that file.
  static let file = "file"

  /// How many columns at the end of a table are those of a file of rejects; 0 for another table.
  static func count(of headers: [String]) -> Int {
    if headers.suffix(names.count + 1) == names + [file] { return names.count + 1 }
    return headers.suffix(names.count) == names ? names.count : 0
  }
}
