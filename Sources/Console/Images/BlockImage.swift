import Foundation

/// An image in block elements, as another program has made it.
struct BlockImage: Equatable {
  /// One for each row, each as wide as the box.
  let rows: [String]

  /// Takes lines of block elements and spaces, coloured by SGR (ECMA-48, 8.3.117). Nil for lines that are more, wider or
  /// fewer than the box, and for whatever else could steer a terminal. The cursor may be hidden and shown again around
  /// them: those sequences are left away.
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

  /// Columns of a line; nil when there is anything in it but blocks, spaces and colours.
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
