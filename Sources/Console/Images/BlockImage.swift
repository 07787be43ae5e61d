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
      guard let width = Self.width(of: line), width <= box.columns else { return nil }
      let isPainted = line.contains("\u{1B}")
      rows.append(line + (isPainted ? "\u{1B}[0m" : "") + String(repeating: " ", count: box.columns - width))
    }
    self.rows = rows
  }

  /// The width of a line in columns; nil if it holds anything but blocks, spaces and colours.
  private static func width(of line: String) -> Int? {
    var width = 0
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case " ", "\u{2580}"..."\u{259F}": width += 1
      case "\u{1B}":
        guard rest.popFirst() == "[" else { return nil }
        rest = rest.drop { ("0"..."9").contains($0) || $0 == ";" }
        guard rest.popFirst() == "m" else { return nil }
      default: return nil
      }
    }
    return width
  }
}
