import SystemSupport

/// Plain text of HTML, as descriptions in files from elsewhere have it.
///
/// Paragraphs, headings, lists and tables are separated by an empty line, `<br>`, list items, rows and other blocks by a line
/// end; a list item begins with `- `. White space is one space, outside `<pre>`. Scripts, styles, comments and images are
/// left out, entities decoded. A text without a tag keeps its line ends, and without an entity too all of it. One pass, no recursion.
struct HTMLText {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var text = String.UnicodeScalarView()
  /// Line ends to write before the next word, and whether a space is.
  private var lineEnds = 0
  private var hasSpace = false
  private var preformatted = 0

  static func plain(_ html: String) -> String {
    guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return html
    }
    var reader = HTMLText(scalars: Array(html.unicodeScalars))
    if !html.contains(/<[A-Za-z\/!?]/) { reader.preformatted = 1 }
    reader.read()
    return String(reader.text).streamSafe
  }

  private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private mutating func read() {
    while index < scalars.count {
      switch scalars[index] {
      case "<" where isTag: readTag()
      case "&": readEntity()
      case let scalar:
        index += 1
        write(scalar)
      }
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    // A no-break space is a space here; other white space that a browser shows stays.
    let isSpace = scalar == " " || (9...13).contains(scalar.value) || scalar == "\u{A0}"
    if isSpace {
      if preformatted > 0, scalar == "\n" { lineEnds += 1 } else { hasSpace = true }
      return
    }
    if !text.isEmpty {
      for _ in 0..<min(lineEnds, 2) { text.append("\n") }
      if lineEnds == 0, hasSpace { text.append(" ") }
    }
    (lineEnds, hasSpace) = (0, false)
    text.append(scalar)
  }

  /// Whether `<` begins a tag or a comment, and is no sign: `a < b`.
  private var isTag: Bool {
    guard index + 1 < scalars.count else { return false }
    let next = scalars[index + 1]
    return next == "/" || next == "!" || next == "?" || next.properties.isAlphabetic && next.isASCII
  }

  private mutating func readTag() {
    if scalars[index...].starts(with: "<!--".unicodeScalars) {
      skip(past: "-->")
      return
    }
    index += 1
    let isEnd = scalars[index] == "/"
    if isEnd { index += 1 }
    var name = ""
    while index < scalars.count, scalars[index].isASCII,
      scalars[index].properties.isAlphabetic
        || name.hasPrefix("h") && scalars[index].properties.numericType != nil
    {
      name.unicodeScalars.append(scalars[index])
      index += 1
    }
    // The end of the tag, outside of quoted values.
    var quote: Unicode.Scalar?
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == ">" {
        break
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      }
    }
    apply(name.lowercased(), isEnd: isEnd)
  }

  private mutating func apply(_ name: String, isEnd: Bool) {
    switch name {
    case "script", "style", "template", "iframe", "svg", "head", "noscript", "object":
      if !isEnd { skip(past: "</\(name)"); skip(past: ">") }
    case "br": lineEnds += 1
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre", "hr":
      lineEnds = 2
      if name == "pre" { preformatted = max(0, preformatted + (isEnd ? -1 : 1)) }
    case "li":
      lineEnds = max(lineEnds, 1)
      if !isEnd {
        write("-")
        hasSpace = true
      }
    case "div", "tr", "dt", "dd", "section", "article", "header", "footer", "figure", "figcaption", "center",
      "caption":
      lineEnds = max(lineEnds, 1)
    case "td", "th": hasSpace = true
    default: break
    }
  }

  /// Behind the next place where ASCII text is, in either case; the end where there is none.
  private mutating func skip(past end: String) {
    let wanted = Array(end.unicodeScalars)
    while index < scalars.count {
      if scalars.count - index >= wanted.count,
        wanted.indices.allSatisfy({ (scalars[index + $0].properties.lowercaseMapping) == String(wanted[$0]) })
      {
        index += wanted.count
        return
      }
      index += 1
    }
  }

  private mutating func readEntity() {
    // The longest name here is that of `&hellip;`.
    let rest = scalars[(index + 1)...].prefix(9)
    guard let end = rest.firstIndex(of: ";"),
      let scalar = Self.entity(String(String.UnicodeScalarView(rest[..<end])))
    else {
      index += 1
      write("&")
      return
    }
    index = end + 1
    write(scalar)
  }

  private static func entity(_ name: String) -> Unicode.Scalar? {
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      // NUL is permitted in no field.
      return value.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }
    return entities[name]
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©", "reg": "®",
    "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "deg": "°", "times": "×",
    "divide": "÷", "plusmn": "±", "frac12": "½", "frac14": "¼", "frac34": "¾", "sup2": "²", "sup3": "³",
    "micro": "µ", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "szlig": "ß",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "eacute": "é",
    "egrave": "è", "ecirc": "ê", "agrave": "à", "aacute": "á", "ccedil": "ç", "ntilde": "ñ", "oacute": "ó",
    "iacute": "í", "uacute": "ú", "shy": "\u{AD}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
  ]
}
