import Console
import OpenMarket

/// The rows that were rejected, with their columns as they were, and behind them line, column, value, rule and sentence:
/// it can be corrected and imported as it is.
final class RejectsFile {
  private let path: String
  private let replaces: Bool
  private let headers: [String]
  /// The columns of the report that the file has itself.
  private let reportCount: Int
  private let hasFileColumn: Bool
  private let hasByteOrderMark: Bool
  private let language: Language
  private var writer: RowFile?
  /// The name of the file; nil where no row was rejected, and before `finish`.
  private(set) var finishedPath: String?

  /// The file is made with the first rejected row.
  ///
  /// - Parameter files: Those whose rows it has, with the same columns.
  init(path: String, of files: [PlannedFile], namesFiles: Bool, replaces: Bool, language: Language) {
    (self.path, self.replaces, self.language) = (path, replaces, language)
    hasByteOrderMark = files.contains { $0.needsByteOrderMark == true }
    let headers = files[0].columns
    reportCount = ReportColumns.count(of: headers)
    hasFileColumn = namesFiles || reportCount > ReportColumns.count
    self.headers = headers.dropLast(reportCount)
  }

  func write(cells: [String], of file: PlannedFile, line: Int, problems: [PlanProblem]) throws {
    var own = cells.enumerated().map { text(of: $1, at: $0, in: file) }
    var origin = file.place
    // The report of an earlier import is replaced, and cells that are too many stay behind it: as long as they are there the
    // row is rejected.
    if reportCount > 0 {
      let last = headers.count + reportCount - 1
      if reportCount > ReportColumns.count, own.count > last, !own[last].isEmpty { origin = own[last] }
      own.removeSubrange(min(headers.count, own.count)..<min(last + 1, own.count))
    }
    let missing = Array(repeating: "", count: max(0, headers.count - own.count))
    if writer == nil {
      writer = try RowFile(path: path, hasByteOrderMark: hasByteOrderMark)
      try writer?.write(headers + ReportColumns.headers(in: language, hasFile: hasFileColumn))
    }
    try writer?.write(
      Array(own.prefix(headers.count)) + missing + [String(line)] + problems.reported
        + (hasFileColumn ? [origin] : []) + Array(own.dropFirst(headers.count)))
  }

  /// A cell as one that means the same in this file: a text of JSON is guarded, and an amount has the sign of its currency, as `\` is none in
  /// UTF-8. Any column may be one of amounts, by `--map` or in a table of another shop, but those whose names say that they are another.
  private func text(of cell: String, at position: Int, in file: PlannedFile) -> String {
    let sign = file.backslashSign?.first
    guard file.isJSON == true || sign != nil && cell.contains("\\") else { return cell }
    let column = position < headers.count ? ImportColumn(named: headers[position]) : nil
    guard let sign else { return column?.isText == true ? CellText.guarded(cell) : cell }
    guard column == nil || column == .price || column == .discountedPrice else { return cell }
    let text = cell.replacingLeadingBackslash(with: sign)
    return CellNumber.DecimalSign.allCases.contains { (try? CellAmount(text, decimalSign: $0)) != nil }
      ? text : cell
  }

  func finish() throws {
    guard let writer else { return }
    finishedPath = try writer.finish(replaces: replaces)
    self.writer = nil
  }
}

extension [PlanProblem] {
  /// The column, the value and the rule of the first one, and all sentences, as cells of a report.
  var reported: [String] {
    let sentences = map(\.sentence).joined(separator: "; ")
    return [first?.column, first?.value, first?.rule, sentences].map { CellText.reported($0 ?? "") }
  }
}
