import Foundation

/// An image in block elements, made by another program.
struct BlockImage: Equatable {
  /// One line for each row, as wide as the box.
  let rows: [String]

  /// Parses lines of block elements and spaces, coloured by SGR (ECMA-48, 8.3.117). Nil where the lines do not have the
  /// size of the box or hold any other control sequence. Sequences that hide and show the cursor are dropped.
  init?(_ output: Data, in box: ImageBox) {
    guard let text = String(validating: output, as: UTF8.self) else { return nil }
    let lines = text.replacing("\u{1B}[?25l", with: "").replacing("\u{1B}[?25h", with: "")
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.prefix(box.rows).count == box.rows, lines.dropFirst(box.rows).allSatisfy(\.isEmpty) else {
      return nil
    }
    var rows: [String] = []
    for line in lines.prefix(box.rows) {
      let blocks = line.withoutStyles.unicodeScalars
      guard blocks.count <= box.columns,
        blocks.allSatisfy({ $0 == " " || "\u{2580}"..."\u{259F}" ~= $0 })
      else { return nil }
      let end = line.contains("\u{1B}") ? "\u{1B}[0m" : ""
      rows.append(line + end + String(repeating: " ", count: box.columns - blocks.count))
    }
    self.rows = rows
  }
}
