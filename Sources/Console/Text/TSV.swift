/// Rows for other programs: fields separated by tabs, one row a line, nothing cut off. The fields are sanitized,
/// so that neither a tab nor a line end in one of them can forge another.
package enum TSV {
  /// Without the line end.
  package static func line(_ fields: [String]) -> String {
    fields.map(\.sanitized).joined(separator: "\t")
  }
}
