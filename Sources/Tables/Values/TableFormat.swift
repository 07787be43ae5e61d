package enum TableFormat: String, Sendable, CaseIterable {
  /// Cells separated by a delimiter, `,` unless another one is found (RFC 4180).
  case csv
  case tsv
  /// A JSON object on each line (JSON Lines).
  case jsonl
  case json
  /// A workbook of spreadsheet programs (Office Open XML, ISO/IEC 29500).
  case xlsx

  /// - Parameter fileName: Its extension is compared without regard to case.
  package init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
    let ending = fileName[dot...].dropFirst().lowercased()
    self.init(rawValue: ["tab": "tsv", "ndjson": "jsonl", "xlsm": "xlsx"][ending] ?? ending)
  }

  /// Whether cells are separated by a delimiter.
  package var isDelimited: Bool { self == .csv || self == .tsv }
}
