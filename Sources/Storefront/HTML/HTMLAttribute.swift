import SystemSupport
import Wording

/// An attribute of an element. An address can only be a `PageURL`, and no attribute runs a script or has a style.
enum HTMLAttribute {
  /// An attribute whose value is text.
  enum Name: String {
    case accept, alt, autocomplete, `class`, content, d, datetime, decoding, dir, enctype, `for`, height
    case hreflang, id, inputmode, lang, list, loading, max, maxlength, method, min, name, open, placeholder
    case property, rel, role, rows, scope, sizes, tabindex, title, type, value, width, xmlns
    /// An HTML parser gives it the letters of SVG.
    case viewBox = "viewbox"
    case fetchPriority = "fetchpriority"
    case checked, disabled, multiple, novalidate, required, selected
    case ariaDescribedBy = "aria-describedby"
    case ariaLabelledBy = "aria-labelledby"
    // An upper-case letter is written as a hyphen and its lower-case one.
    case ariaCurrent, ariaHidden, ariaInvalid, ariaLabel, dataChanged, dataClose, dataDrop, dataEarlier
    case dataEmpty, dataEnded, dataFailed, dataGone, dataImages, dataLabel, dataLater, dataLimit, dataMany,
      dataMore, dataNews, dataNewest, dataNext, dataNoImage, dataNumber, dataPart, dataPrevious, dataRemove,
      dataScroll, dataSent, dataShare, dataSide, dataTotal
  }

  /// An attribute whose value is an address.
  enum AddressName: String {
    case action, content, href, src
    case formAction = "formaction"
    case dataPage = "data-page"
  }

  case token(Name, StaticString)
  case text(Name, String)
  case phrase(Name, LocalizedPhrase)
  case address(AddressName, PageURL)
  /// An image in several widths.
  case sources([(url: PageURL, width: Int)])
  case flag(Name)

  static func `class`(_ names: StaticString) -> Self { .token(.class, names) }
  static func id(_ name: StaticString) -> Self { .token(.id, name) }
  static func href(_ url: PageURL) -> Self { .address(.href, url) }
  static func label(_ phrase: LocalizedPhrase) -> Self { .phrase(.ariaLabel, phrase) }

  /// Marks a link to a page of a seller: neither search engines nor the script fetch it.
  static let forSeller = Self.token(.rel, "nofollow")

  /// The namespace of a document in XML.
  static func schema(_ name: StaticString) -> Self { .token(.xmlns, name) }

  /// Marks a link or a day as the one that is shown.
  static let current = Self.token(.ariaCurrent, "true")

  func append(to bytes: inout [UInt8], _ format: OutputFormat) {
    switch self {
    case .token(let name, let value):
      bytes.begin(name.rawValue)
      value.withUTF8Buffer { bytes.append(contentsOf: $0) }
    case .text(let name, let value):
      bytes.begin(name.rawValue)
      bytes.append(escaping: value)
    case .phrase(let name, let phrase):
      bytes.begin(name.rawValue)
      bytes.append(escaping: format.text(phrase))
    case .address(let name, let url):
      bytes.begin(name.rawValue)
      bytes.append(escaping: url.text)
    case .sources(let images):
      bytes.begin("srcset")
      bytes.append(escaping: images.map { "\($0.url.text) \($0.width)w" }.joined(separator: ", "))
    case .flag(let name):
      bytes.append(UInt8(ascii: " "))
      bytes.append(contentsOf: name.rawValue.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension [UInt8] {
  /// Appends ` name="`.
  fileprivate mutating func begin(_ name: String) {
    append(UInt8(ascii: " "))
    for byte in name.utf8 {
      if (65...90).contains(byte) { append(UInt8(ascii: "-")) }
      append((65...90).contains(byte) ? byte + 32 : byte)
    }
    append(contentsOf: "=\"".utf8)
  }
}
