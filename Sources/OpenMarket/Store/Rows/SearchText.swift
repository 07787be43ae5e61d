/// The text by which an item is found: title, description, SKU and tags in a normal form.
enum SearchText {
  /// The index knows every run of this many characters; FTS5's trigram tokenizer fixes the number.
  static let run = 3

  /// The most search words; further words are ignored.
  static let wordLimit = 8
  /// The most characters of a word that are searched for; the rest of a longer word is ignored. The cost of a search
  /// grows with the length of its words.
  static let wordLength = 64

  /// The most marks in a row that are brought into their canonical order (UAX #15 §13, Stream-Safe Text Format): sorting
  /// a longer run takes time that grows with its square, and no language has one.
  private static let markLimit = 30

  /// NFC, so that decomposed Hangul matches Hangul as keyboards write it, in lower case.
  static func fold(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy(\.isFoldedAsASCII) { return lowercasedASCII(text) }
    let pieces = streamSafePieces(of: text)
    guard pieces.count > 1 else { return text.precomposedStringWithCanonicalMapping.lowercased() }
    return pieces.map { String($0).precomposedStringWithCanonicalMapping.lowercased() }.joined()
  }

  /// The text with its ASCII letters in lower case.
  private static func lowercasedASCII(_ text: String) -> String {
    String(
      decoding: text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  /// The text, divided where more than `markLimit` marks follow each other.
  private static func streamSafePieces(of text: String) -> [Substring.UnicodeScalarView] {
    let scalars = text.unicodeScalars
    var pieces: [Substring.UnicodeScalarView] = []
    var start = scalars.startIndex
    var marks = 0
    for index in scalars.indices {
      guard scalars[index].isMark else {
        marks = 0
        continue
      }
      if marks == markLimit {
        pieces.append(scalars[start..<index])
        (start, marks) = (index, 0)
      }
      marks += 1
    }
    return pieces + [scalars[start...]]
  }

  /// The words that are searched for, folded: each once, as many and as long as the limits allow.
  static func words(in text: String) -> [String] {
    var words: [String] = []
    for word in fold(text).split(whereSeparator: \.isWhitespace) where words.count < wordLimit {
      let word = String(String.UnicodeScalarView(word.unicodeScalars.prefix(wordLength)))
      // Compared as the index does: to Swift canonically equivalent texts are equal.
      if !words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) { words.append(word) }
    }
    return words
  }

  fileprivate static let searched = DetailField.allCases.filter(\.isSearched)

  /// The text for the index. Spaces at its end make runs begin with its last two characters, too; no word spans two of
  /// title, description, SKU and tags.
  static func text(of draft: ItemDraft) -> String {
    let details = searched.flatMap { draft.details[$0]?.texts ?? [] }
    return ([draft.title, draft.description] + details).map(fold)
      .joined(separator: "\n") + String(repeating: " ", count: run - 1)
  }
}

/// A draft with the text for the search index, which takes long to make and so is made before a transaction.
struct IndexedDraft: Sendable {
  let draft: ItemDraft
  /// Nil where the text of the index stays as it is.
  let searchText: String?

  init(_ draft: ValidDraft) {
    self.draft = draft.draft
    searchText = SearchText.text(of: draft.draft)
  }

  /// - Parameter present: The draft that is replaced.
  init(_ draft: ValidDraft, replacing present: ItemDraft) {
    self.draft = draft.draft
    searchText = draft.draft.hasText(of: present) ? nil : SearchText.text(of: draft.draft)
  }

  private init(_ draft: ItemDraft, searchText: String?) {
    self.draft = draft
    self.searchText = searchText
  }

  /// Recomputes if the drafts changed again; folds the text only if it differs.
  func updated(to draft: ValidDraft, replacing present: ItemDraft) -> IndexedDraft {
    let draft = draft.draft
    if draft.hasText(of: present) { return IndexedDraft(draft, searchText: nil) }
    let isFolded = searchText != nil && draft.hasText(of: self.draft)
    return IndexedDraft(draft, searchText: isFolded ? searchText : SearchText.text(of: draft))
  }

  /// About how many bytes it takes in the store: the index knows each run of three characters.
  var bytes: Int { draft.textBytes + (searchText?.utf8.count ?? 0) * 8 }
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
  /// Whether folding changes nothing but letters of ASCII, where all other characters of the text are such ones too:
  /// ASCII, Hangul syllables and Chinese characters are in NFC and have no case.
  fileprivate var isFoldedAsASCII: Bool {
    isASCII || (0xAC00...0xD7A3).contains(value) || (0x4E00...0x9FFF).contains(value)
  }

  /// Whether it attaches to the character before it (canonical combining class other than 0). Most texts are in ranges
  /// without any, where nothing has to be looked up.
  fileprivate var isMark: Bool {
    guard value >= 0x300, !(0x4E00...0x9FFF).contains(value), !(0xAC00...0xD7A3).contains(value) else {
      return false
    }
    return properties.canonicalCombiningClass != .notReordered
  }
}
