extension Substring {
  /// The SGR sequence (ECMA-48, 8.3.117) at the beginning, if any.
  var leadingStyle: Substring? {
    let start = "\u{1B}["
    guard hasPrefix(start),
      let end = unicodeScalars.dropFirst(start.unicodeScalars.count)
        .firstIndex(where: { !("0"..."9" ~= $0 || $0 == ";") }), unicodeScalars[end] == "m"
    else { return nil }
    return self[...end]
  }
}

extension String {
  /// The text without SGR sequences.
  package var withoutStyles: String {
    guard unicodeScalars.contains("\u{1B}") else { return self }
    var text = ""
    var rest = self[...]
    while let character = rest.first {
      if character == "\u{1B}", let style = rest.leadingStyle {
        rest = rest[style.endIndex...]
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }
}
