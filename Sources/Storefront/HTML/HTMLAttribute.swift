import SystemSupport
import Wording

/// An attribute of an element. An address can only be a `PageURL`, and no attribute runs a script or has a style.
enum HTMLAttribute {
  /// An attribute whose value is text.
  enum Name: String {
    case accept, alt, autocomplete, charset, `class`, colspan, content, d, datetime, dir, enctype, `for`,
      form,
      headers,
      height,
      hreflang, id, inputmode, lang, list, loading, max, maxlength, media, method, min, name, open, pattern,
      placeholder,
      property, rel, role, rows, scope, sizes, step, tabindex, title, type, value, width, xmlns
    case decoding
    /// An HTML parser gives it the letters of SVG.
    case viewBox = "viewbox"
    case fetchPriority = "fetchpriority"
    case checked, disabled, hidden, multiple, required, selected
    case ariaCurrent = "aria-current"
    case ariaDescribedBy = "aria-describedby"
    case ariaHidden = "aria-hidden"
    case ariaInvalid = "aria-invalid"
    case ariaLabel = "aria-label"
    case ariaLabelledBy = "aria-labelledby"
    case dataChanged = "data-changed"
    case dataDrop = "data-drop"
    case dataEarlier = "data-earlier"
    case dataEnded = "data-ended"
    case dataFailed = "data-failed"
    case dataGone = "data-gone"
    case dataImages = "data-images"
    case dataLabel = "data-label"
    case dataLater = "data-later"
    case dataLimit = "data-limit"
    case dataMany = "data-many"
    case dataMore = "data-more"
    case dataNews = "data-news"
    case dataNewest = "data-newest"
    case dataNext = "data-next"
    case dataNoImage = "data-no-image"
    case dataNumber = "data-number"
    case dataPrevious = "data-previous"
    case dataRemove = "data-remove"
    case dataScroll = "data-scroll"
    case dataSent = "data-sent"
    case dataShare = "data-share"
    case dataTotal = "data-total"
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
    append(contentsOf: name.utf8)
    append(contentsOf: "=\"".utf8)
  }
}
