import Console
import Foundation
import Tables

/// The columns of a file as `--mapping` names them: a line `column = header` for each, `price = Preis`, is read as an argument of
/// `--map`. A `#` at the beginning of a line or after white space begins a comment, except in a header in double quotes,
/// `sku = "Reference #"`. Empty lines are ignored.
struct MappingFile: Sendable, Equatable {
  let mapping: [ColumnOptions.Mapping]

  private static let limit = 64 << 10

  /// Reads a file of at most 64 KiB.
  init(path: String) throws(CommandFailure) {
    let notText = CommandFailure(
      "The mapping file '\(path)' is not UTF-8 text of at most 64 KiB", .usage, help: .saveAsUTF8)
    let bytes: [UInt8]
    do {
      bytes = try TableSource(path: path, limit: Self.limit).bytes(at: 0, count: Self.limit + 1)
    } catch .streamTooLong {
      throw notText
    } catch {
      throw CommandFailure(
        "The mapping file '\(path)' cannot be read", .usage, help: "Check its name and its permissions")
    }
    guard bytes.count <= Self.limit, let text = String(validating: bytes, as: UTF8.self) else {
      throw notText
    }
    try self.init(text: text, path: path)
  }

  /// Throws all the lines that are wrong, with the advice about the first one.
  init(text: String, path: String) throws(CommandFailure) {
    var mapping: [ColumnOptions.Mapping] = []
    var problems: [(sentence: LocalizedPhrase, help: LocalizedPhrase?)] = []
    let found = text.trimmingPrefix("\u{FEFF}").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in zip(1..., found.map({ $0.trimmingCharacters(in: .whitespaces) })) {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let header = halves.count == 2 ? Self.header(halves[1]) : ""
      guard !header.isEmpty else {
        problems.append(
          (
            "Line \(number) of '\(path)' is not 'column = header'",
            "Write one column per line, such as 'price = 가격'"
          ))
        continue
      }
      do {
        mapping.append(try ColumnOptions.Mapping(argument: "\(header)=\(halves[0])"))
      } catch {
        problems.append(("Line \(number) of '\(path)': \(error.message)", error.help(nil)))
      }
    }
    guard problems.isEmpty else {
      throw CommandFailure(
        LocalizedPhrase(joining: problems.map(\.sentence), by: "; "), .usage, help: problems[0].help)
    }
    self.mapping = mapping
  }

  /// The header of a line, without its quotes and the comment behind it.
  private static func header(_ text: String) -> String {
    if let quoted = text.wholeMatch(of: /\x22([^\x22]*)\x22(\s*|\s+#.*)/) { return String(quoted.1) }
    return text.replacing(/(^|\s+)#.*$/, with: "")
  }
}
