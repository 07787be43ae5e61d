/// How a file is to be read. Options that are nil are detected.
package struct TableOptions: Sendable {
  package var format: TableFormat?
  package var encoding: TextEncoding?
  /// An ASCII character other than `"`, CR and LF.
  package var delimiter: UInt8?
  /// The name or, where no sheet has that name, the number of a sheet that is shown, from 1.
  package var sheet: String?
  /// The number of the header row; nil to look for it among the first ten.
  package var headerRow: Int?
  /// Names of columns that the caller knows, by which a header row and an encoding are recognized. Compared as by `HeaderSearch`.
  package var headerWords: Set<String> = []
  package var limits = TableLimits()

  package init() {}
}

/// Limits on the memory that one file needs.
package struct TableLimits: Sendable {
  package var cellBytes = 1 << 20
  /// Bytes of a row, in UTF-8 and as written.
  package var rowBytes = 4 << 20
  package var columns = 2_048
  /// Bytes that a workbook's part may inflate to.
  package var partBytes = 4 << 30
  /// Bytes that the part with the shared texts may inflate to.
  package var sharedPartBytes = 512 << 20
  /// Bytes that a part which describes a workbook may inflate to: its sheets, its formats, its relationships.
  package var describingBytes = 32 << 20
  /// Bytes of the texts that the cells of a workbook share.
  package var sharedTextBytes = 128 << 20
  /// Tags and texts of the part with the shared texts: a plain text is five. A million take about 50 ms.
  package var sharedTokens = 16_000_000
  /// Bytes of the name of a column in JSON, where each row may add one.
  package var nameBytes = 4_096

  package init() {}
}
