import Foundation
import SystemSupport
import Wording

/// A page in HTML, appended to a buffer of bytes. Everything that is not a literal of the source is escaped as it is appended: text
/// by `text`, the values of attributes by `HTMLAttribute`, and addresses as `PageURL`. Nothing appends a string as it is.
struct HTML {
  /// Writes phrases, money and numbers for the reader of the page.
  let format: OutputFormat
  /// Whether images have smaller copies.
  let hasThumbnails: Bool
  /// The widths and heights of images by their ids, as far as they are known.
  var pixels: [Int: (width: Int, height: Int)] = [:]
  /// Why a form was refused, in English, for the log of the server; nil where nothing was.
  var reason: String?
  private(set) var bytes: [UInt8] = []
  /// The places of what differs each time that a part is made.
  private var varying: [Range<Int>] = []

  var string: String { String(decoding: bytes, as: UTF8.self) }

  init(_ format: OutputFormat, hasThumbnails: Bool = false, capacity: Int = 48 << 10) {
    self.format = format
    self.hasThumbnails = hasThumbnails
    bytes.reserveCapacity(capacity)
  }

  /// Appends an element with its contents.
  mutating func element(
    _ name: StaticString, _ attributes: [HTMLAttribute] = [], _ contents: (inout HTML) -> Void
  ) {
    open(name, attributes)
    contents(&self)
    close(name)
  }

  /// Appends an element that the script replaces once its facts have another version: a digest of its contents, but of what varies.
  mutating func part(
    _ name: StaticString, _ attributes: [HTMLAttribute] = [], _ contents: (inout HTML) -> Void
  ) {
    let start = bytes.count
    varying = []
    contents(&self)
    var (digest, place) = (FNV1a(), start)
    for range in varying + [bytes.count..<bytes.count] {
      digest.combine(Data(bytes[place..<range.lowerBound]))
      place = range.upperBound
    }
    let made = bytes[start...]
    bytes.removeSubrange(start...)
    open(name, attributes + [.text(.dataPart, String(UInt32(truncatingIfNeeded: digest.value), radix: 36))])
    bytes += made
    close(name)
  }

  /// Appends what is no fact of a part: an age, or the key of a form.
  mutating func vary(_ contents: (inout HTML) -> Void) {
    let start = bytes.count
    contents(&self)
    varying.append(start..<bytes.count)
  }

  /// Appends what was made apart.
  mutating func append(_ other: HTML) { bytes += other.bytes }

  /// Appends an element that contains a text.
  mutating func element(_ name: StaticString, _ attributes: [HTMLAttribute] = [], text: String) {
    open(name, attributes)
    self.text(text)
    close(name)
  }

  /// Appends an element that contains a phrase.
  mutating func element(_ name: StaticString, _ attributes: [HTMLAttribute], _ phrase: LocalizedPhrase) {
    element(name, attributes, text: format.text(phrase))
  }

  /// Appends an element without attributes that contains a phrase.
  mutating func element(_ name: StaticString, _ phrase: LocalizedPhrase) { element(name, [], phrase) }

  /// Appends a list with an item for each element.
  mutating func list<Element>(
    _ attributes: [HTMLAttribute], of elements: some Sequence<Element>, isOrdered: Bool = false,
    _ contents: (inout HTML, Element) -> Void
  ) {
    element(isOrdered ? "ol" : "ul", attributes) { html in
      for each in elements { html.element("li") { contents(&$0, each) } }
    }
  }

  /// Appends a link.
  mutating func link(_ words: LocalizedPhrase, _ url: PageURL, _ attributes: HTMLAttribute...) {
    element("a", attributes + [.href(url)], words)
  }

  /// Appends a void element, such as `img`.
  mutating func void(_ name: StaticString, _ attributes: [HTMLAttribute]) { open(name, attributes) }

  /// Appends text of anyone. It is isolated, so that its direction changes nothing around it.
  ///
  /// - Parameter limit: Bytes of markup above which the text is cut, in rows of which a page has many.
  mutating func isolated(_ text: String, limit: Int = .max) {
    element("bdi") { html in
      let start = html.bytes.count
      html.text(text)
      guard html.bytes.count - start > limit else { return }
      html.bytes.removeSubrange(start...)
      for character in text {
        let end = html.bytes.count
        html.text(String(character))
        guard html.bytes.count - start > limit else { continue }
        html.bytes.removeSubrange(end...)
        break
      }
      html.text("…")
    }
  }

  mutating func text(_ text: String) { bytes.append(escaping: text) }

  mutating func text(_ phrase: LocalizedPhrase) { text(format.text(phrase)) }

  /// Appends markup that the source itself has.
  mutating func markup(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a block of JSON for programs. `<`, `>`, `&` and what no page shows are escaped as JSON escapes them, so that no text
  /// ends the block, or reorders what an editor shows of it.
  mutating func data(_ type: StaticString, json: some Collection<UInt8>) {
    open("script", [.token(.type, type)])
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if "<>&".unicodeScalars.contains(scalar) || ![UInt8].shows(scalar) {
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    close("script")
  }

  private mutating func open(_ name: StaticString, _ attributes: [HTMLAttribute]) {
    markup("<")
    markup(name)
    for attribute in attributes { attribute.append(to: &bytes, format) }
    markup(">")
  }

  private mutating func close(_ name: StaticString) {
    markup("</")
    markup(name)
    markup(">")
  }
}

extension [UInt8] {
  /// Appends text so that it is only text, between tags and within quoted values alike: the characters of markup as references,
  /// and characters that no page may have, or that reorder what follows, as U+FFFD.
  mutating func append(escaping text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      var index = 0
      while index < utf8.count {
        guard let (replacement, length) = Self.replacement(utf8, at: index) else {
          index += 1
          continue
        }
        append(contentsOf: utf8[start..<index])
        replacement.withUTF8Buffer { append(contentsOf: $0) }
        index += length
        start = index
      }
      append(contentsOf: utf8[start...])
    }
  }

  /// The replacement of the character at an index, and how many bytes that has; nil for one that stands for itself.
  private static func replacement(
    _ utf8: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (StaticString, length: Int)? {
    switch utf8[index] {
    case UInt8(ascii: "&"): ("&amp;", 1)
    case UInt8(ascii: "<"): ("&lt;", 1)
    case UInt8(ascii: ">"): ("&gt;", 1)
    case UInt8(ascii: "\""): ("&quot;", 1)
    case UInt8(ascii: "'"): ("&#39;", 1)
    case 0x09, 0x0A: nil
    case 0..<0x20, 0x7F: ("\u{FFFD}", 1)
    // U+0080 to U+009F.
    case 0xC2: (0x80...0x9F).contains(utf8[index + 1]) ? ("\u{FFFD}", 2) : nil
    case 0xE2: isReordering(utf8[index + 1], utf8[index + 2]) ? ("\u{FFFD}", 3) : nil
    // U+FFFE and U+FFFF, which no document in XML may have either.
    case 0xEF: utf8[index + 1] == 0xBF && utf8[index + 2] >= 0xBE ? ("\u{FFFD}", 3) : nil
    default: nil
    }
  }

  /// Whether a page shows a character as it is; U+FFFD stands for any other, as `replacement` says by bytes.
  static func shows(_ character: Unicode.Scalar) -> Bool {
    switch character.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF: false
    default: true
    }
  }

  /// Whether a character whose first byte is E2 embeds, overrides or isolates a direction: U+202A to U+202E, U+2066 to U+2069.
  private static func isReordering(_ second: UInt8, _ third: UInt8) -> Bool {
    second == 0x80 && (0xAA...0xAE).contains(third) || second == 0x81 && (0xA6...0xA9).contains(third)
  }
}
