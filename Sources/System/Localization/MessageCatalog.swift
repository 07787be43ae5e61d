import Foundation

/// The messages of a language, read from a file in the PO format of GNU gettext, which programs for translators edit: comments,
/// `msgid` with the English phrase and `msgstr` with the sentence, each in one or more literals of C. An entry without a sentence
/// is not translated. Contexts and plural forms of gettext are no part of it: an English phrase for one thing has an entry of its
/// own.
package struct MessageCatalog: Sendable {
  package struct Entry: Sendable {
    package fileprivate(set) var phrase = ""
    package fileprivate(set) var sentence = ""
  }

  /// A line that the format does not have, counted from 1.
  package struct Defect: Error, Equatable {
    package let line: Int

    package init(line: Int) {
      self.line = line
    }
  }

  /// In the order of the file.
  package private(set) var entries: [Entry] = []
  /// The fields of the header, which is the sentence of the empty phrase: `Language: ko_KR`.
  package private(set) var header: [String: String] = [:]

  /// Without messages.
  package init() {}

  package init(portableObject file: UnsafeRawBufferPointer) throws(Defect) {
    var entry: Entry?
    var part: WritableKeyPath<Entry, String>?
    var number = 0
    var rest = file
    while let start = rest.baseAddress, !rest.isEmpty {
      number += 1
      let end = memchr(start, 0x0A, rest.count).map { UnsafeRawPointer($0) - start } ?? rest.count
      let line = String(decoding: UnsafeRawBufferPointer(rebasing: rest[..<end]), as: UTF8.self)
      rest = UnsafeRawBufferPointer(rebasing: rest[min(end + 1, rest.count)...])
      if line.isEmpty || line.hasPrefix("#") { continue }
      var literal = line
      if line.hasPrefix("msgid ") {
        guard part != \.phrase else { throw Defect(line: number) }
        add(entry)
        (entry, part) = (Entry(), \.phrase)
        literal.removeFirst("msgid ".count)
      } else if line.hasPrefix("msgstr ") {
        guard part == \.phrase else { throw Defect(line: number) }
        part = \.sentence
        literal.removeFirst("msgstr ".count)
      }
      guard let part, let text = Self.text(of: literal) else { throw Defect(line: number) }
      entry?[keyPath: part] += text
    }
    if part == \.phrase { throw Defect(line: number) }
    add(entry)
  }

  private mutating func add(_ entry: Entry?) {
    guard let entry, !entry.sentence.isEmpty else { return }
    guard entry.phrase.isEmpty else { return entries.append(entry) }
    for line in entry.sentence.split(separator: "\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
      if let name = halves.first { header[String(name)] = halves.last?.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The text of a literal of C with quotation marks around it; nil where it is none.
  private static func text(of literal: String) -> String? {
    guard literal.utf8.count >= 2, literal.hasPrefix("\""), literal.hasSuffix("\"") else { return nil }
    let inside = literal.dropFirst().dropLast()
    guard inside.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "\"") }) else {
      return String(inside)
    }
    var text = ""
    var characters = inside.unicodeScalars.makeIterator()
    while let scalar = characters.next() {
      switch scalar {
      case "\"": return nil
      case "\\":
        switch characters.next() {
        case "n": text += "\n"
        case "t": text += "\t"
        case "\"": text += "\""
        case "\\": text += "\\"
        default: return nil
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
