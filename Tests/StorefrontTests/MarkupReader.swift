import Foundation

/// Reads a page as a browser does, as far as these pages go: tags with attributes in double quotes, text, and the contents of
/// `script`. Whatever else it meets is a defect.
struct MarkupReader {
  struct Element: Equatable {
    let name: String
    let attributes: [String: String]
    /// The text between its tags, with that of the elements in it.
    var text = ""
  }

  private(set) var elements: [Element] = []
  private(set) var defects: [String] = []

  private static let voids: Set = ["img", "input", "link", "meta", "hr", "br"]

  init(_ page: String) {
    let voids = page.hasPrefix("<?xml") ? [] : Self.voids
    var rest = page[...]
    var open: [Int] = []
    func note(_ text: String, in elements: inout [Element]) {
      for index in open { elements[index].text += text }
    }
    while let character = rest.first {
      guard character == "<" else {
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        let text = rest[..<end]
        if text.utf8.contains(UInt8(ascii: ">")) { defects.append("'>' in text: \(text)") }
        note(Self.unescaped(text), in: &elements)
        rest = rest[end...]
        continue
      }
      let end = Self.end(ofTag: rest)
      let tag = rest[rest.index(after: rest.startIndex)..<end]
      rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
      if tag.hasPrefix("!doctype") || tag.hasPrefix("?xml") { continue }
      if tag.hasPrefix("/") {
        guard let last = open.popLast(), elements[last].name == tag.dropFirst() else {
          defects.append("Closes \(tag)")
          continue
        }
        continue
      }
      let element = element(tag)
      elements.append(element)
      guard !voids.contains(element.name) else { continue }
      open.append(elements.count - 1)
      if element.name == "script", let close = rest.range(of: "</script>") {
        elements[elements.count - 1].text = String(rest[..<close.lowerBound])
        rest = rest[close.upperBound...]
        open.removeLast()
      }
    }
    if !open.isEmpty { defects.append("Open: \(open.map { elements[$0].name })") }
  }

  func texts(of name: String) -> [String] { elements.filter { $0.name == name }.map(\.text) }

  func values(of attribute: String) -> [String] { elements.compactMap { $0.attributes[attribute] } }

  /// The index of the `>` that ends a tag, outside quotes.
  private static func end(ofTag text: Substring) -> String.Index {
    var isQuoted = false
    return text.utf8.indices.first { index in
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ">") && !isQuoted
    } ?? text.endIndex
  }

  private mutating func element(_ tag: Substring) -> Element {
    let name = tag.prefix { $0.isLetter || $0.isNumber }
    var rest = tag[name.endIndex...]
    var attributes: [String: String] = [:]
    while rest.first == " " {
      let key = rest.dropFirst().prefix { "a"..."z" ~= $0 || $0 == ":" || $0 == "-" }
      guard !key.isEmpty else { break }
      rest = rest[key.endIndex...]
      guard rest.hasPrefix("=\"") else {
        attributes[String(key)] = ""
        continue
      }
      let value = rest.dropFirst(2).prefix { $0 != "\"" }
      guard value.endIndex < rest.endIndex else { break }
      attributes[String(key)] = Self.unescaped(value)
      rest = rest[value.endIndex...].dropFirst()
    }
    if !rest.isEmpty { defects.append("In <\(name)>: \(rest)") }
    return Element(name: String(name), attributes: attributes)
  }

  private static func unescaped(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    return String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
      "&quot;", with: "\""
    )
    .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
