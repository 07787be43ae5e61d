/// The text by which an item is found: title, SKU, barcodes, tags and description in a normal form.
///
/// A text has three lines: the title, the SKU with the barcodes and the tags, and the description. Each run of letters and digits and each run
/// of marks stands between two spaces, so that a whole word is found as the word with a space on both sides. Behind a title, a
/// SKU or a tag of several words its letters and digits follow once more as one word: a search finds words that are written
/// apart. In descriptions it does not: there the end of a word and the beginning of the next one make too many others.
enum SearchText {
  /// The part of a text in which words are searched for.
  enum Extent: Sendable, CaseIterable {
    case title
    /// The title, the SKU and the tags.
    case head
    /// All of it.
    case text
  }

  /// The index knows every run of this many characters; FTS5's trigram tokenizer fixes the number.
  static let run = 3

  /// The most search words; further words are ignored.
  static let wordLimit = 8
  /// The most characters of a word that are searched for; the rest of a longer word is ignored. The cost of a search
  /// grows with the length of its words.
  static let wordLength = 64

  /// The most characters of a search that are read.
  private static let longest = 4 * wordLimit * wordLength

  /// The words that are searched for, folded: each once, as many and as long as the limits allow.
  static func words(in text: String) -> [String] {
    var words: [String] = []
    let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
    for word in beginning.foldedWithoutAccents.split(whereSeparator: \.isWhitespace)
    where words.count < wordLimit {
      let word = String(String.UnicodeScalarView(word.unicodeScalars.prefix(wordLength)))
      // Compared as the index does: to Swift canonically equivalent texts are equal.
      if !words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) { words.append(word) }
    }
    return words
  }

  /// The pattern of a word: it is in each text that contains the word, whatever stands around it.
  static func pattern(of word: String) -> String {
    String(spaced(word).spaced.dropFirst().dropLast())
  }

  /// The pattern that is only in the texts in which the word stands alone.
  static func wholePattern(of word: String) -> String { spaced(word).spaced }

  fileprivate static let searched = DetailField.allCases.filter(\.isSearched)

  /// The text for the index.
  static func text(of draft: ItemDraft) -> String {
    text(title: draft.title, draft.details, description: draft.description)
  }

  static func text(title: String, _ details: ItemDetails, description: String) -> String {
    // A search finds a barcode in each of its forms, which are all in its 14 digits.
    let labels = searched.flatMap { field in
      (details[field]?.texts ?? []).map { field == .barcodes ? ItemCode.code(of: $0) : $0 }
    }
    let lines = [
      joined(title), labels.map(joined).joined(separator: "\t"),
      spaced(description.foldedWithoutAccents).spaced,
    ]
    return lines.joined(separator: "\n") + end
  }

  /// With spaces at the end of a text its last two characters begin a run, too.
  private static let end = String(repeating: " ", count: run - 1)

  /// The title, the SKU with the tags, and the description of a text, each as an index of columns has it.
  static func lines(of text: String) -> [String] {
    let bytes = text.utf8
    var (lines, start) = ([String](), bytes.startIndex)
    while lines.count < 2, let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(text[start..<end] + Self.end)
      start = bytes.index(after: end)
    }
    return lines + [String(text[start...])]
  }

  /// A text with a space around each of its words, and behind them all as one word.
  private static func joined(_ text: String) -> String {
    let (spaced, joined) = spaced(text.foldedWithoutAccents)
    return joined.map { "\(spaced)\t \($0) " } ?? spaced
  }

  /// A folded text with one space around each run of letters and digits and each run of marks; and its letters and digits
  /// without what is between them, where there are several runs of them.
  private static func spaced(_ text: String) -> (spaced: String, joined: String?) {
    var (spaced, joined) = (" ".unicodeScalars, "".unicodeScalars)
    var (runs, former) = (0, Unicode.Scalar.Kind.space)
    for scalar in text.unicodeScalars {
      let kind = scalar.kind
      if kind != former, former != .space { spaced.append(" ") }
      if kind == .letter {
        if former != .letter { runs += 1 }
        joined.append(scalar)
      }
      if kind != .space { spaced.append(scalar) }
      former = kind
    }
    if former != .space { spaced.append(" ") }
    return (String(spaced), runs > 1 ? String(joined) : nil)
  }
}

/// A draft with the text for the search index, which takes long to make and so is made before a transaction.
struct IndexedDraft: Sendable {
  let draft: ItemDraft
  /// Nil where the text of the index stays as it is.
  let searchText: String?

  /// - Parameters:
  ///   - present: The draft that is replaced; nil for a new item.
  ///   - expected: Made before the transaction: its text is taken where it is the same.
  init(_ draft: ValidDraft, replacing present: ItemDraft? = nil, expected: IndexedDraft? = nil) {
    let draft = draft.draft
    self.draft = draft
    if let present, draft.hasText(of: present) {
      searchText = nil
    } else if let expected, expected.searchText != nil, draft.hasText(of: expected.draft) {
      searchText = expected.searchText
    } else {
      searchText = SearchText.text(of: draft)
    }
  }

  /// About how many bytes it takes in the store: an index knows each run of three characters.
  var bytes: Int {
    draft.textBytes + (searchText?.utf8.count ?? 0) * 8
  }
}

extension ItemDraft {
  /// Whether all that the index contains is the same, byte by byte: comparing texts as Swift does can take as long as
  /// folding them.
  fileprivate func hasText(of other: ItemDraft) -> Bool {
    title.utf8.elementsEqual(other.title.utf8) && description.utf8.elementsEqual(other.description.utf8)
      && details.isSame(as: other.details, in: SearchText.searched)
  }

  /// The bytes of all its texts.
  var textBytes: Int {
    title.utf8.count + description.utf8.count + details.bytes
  }
}

extension Unicode.Scalar {
  fileprivate enum Kind {
    case space
    /// A letter, a digit, or what attaches to one.
    case letter
    /// Any other character.
    case mark
  }

  fileprivate var kind: Kind {
    if isASCII {
      if ("a"..."z").contains(self) || ("0"..."9").contains(self) || ("A"..."Z").contains(self) {
        return .letter
      }
      return properties.isWhitespace ? .space : .mark
    }
    if (0xAC00...0xD7A3).contains(value) || (0x4E00...0x9FFF).contains(value) { return .letter }
    if properties.isWhitespace { return .space }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return .letter
    default: return properties.isAlphabetic || properties.numericType != nil ? .letter : .mark
    }
  }
}
