import Console
import Foundation
import OpenMarket
import Tables

struct ColumnMap: Sendable {
  struct Entry: Sendable, Equatable {
    let position: Int
    let column: ImportColumn
    /// The currencies that the header may name: `판매가(원)`.
    var currencies: [Currency] = []
    var isCategory = false
  }

  private(set) var entries: [Entry] = []
  private(set) var headers: [TableColumn] = []
  /// The columns that are not read: unknown ones with `--ignore-unknown`, those whose meaning another has, and those that items
  /// do not have.
  private(set) var unread: [TableColumn] = []
  private(set) var keyPosition: Int?
  /// The position of the file of each row, in a file of rejects of several files.
  private(set) var filePosition: Int?
  private(set) var saleTimes: [ImportColumn.HeaderKind: Int] = [:]
  private let options: ColumnOptions

  /// Throws what is wrong with the header: no known column, unknown ones, two with one meaning.
  ///
  /// - Parameter isComplete: False where more columns may come with the rows, as in JSON.
  init(_ columns: [TableColumn], options: ColumnOptions = ColumnOptions(), isComplete: Bool = true)
    throws(ColumnError)
  {
    self.options = options
    // A name of an option that is misspelled would make the column unknown that it means.
    if isComplete { try options.checkNames(in: columns) }
    try extend(to: columns)
    if isComplete { try checkComplete() }
  }

  /// Throws if no column is known, or if `--map` or `--key-column` names one that the table does not have. To be called
  /// after the last row of a table whose columns came with its rows.
  func checkComplete() throws(ColumnError) {
    if entries.isEmpty, keyPosition == nil { throw ColumnError([.noHeader([])]) }
    try options.checkNames(in: headers)
  }

  /// The map of a table that is made of another one: its columns and their headers, all of them known.
  init(_ columns: [ImportColumn], headers: [String], keyColumn: ImportColumn?) {
    options = ColumnOptions()
    entries = columns.enumerated().map { Entry(position: $0, column: $1) }
    self.headers = headers.enumerated().map { TableColumn(name: $1, line: 1, position: $0) }
    keyPosition = keyColumn.flatMap(columns.firstIndex)
  }

  /// Takes columns that came after the first rows, as keys of JSON may.
  mutating func extend(to columns: [TableColumn]) throws(ColumnError) {
    headers = columns
    var problems: [ColumnError.Problem] = []
    var named: [(TableColumn, ImportColumn)] = []
    var mapped: [ImportColumn: TableColumn] = [:]
    var (unknown, similar) = ([TableColumn](), [(TableColumn, ImportColumn)]())
    (unread, keyPosition) = ([], nil)
    let ignored = Set(options.ignored.map { HeaderKey($0) })
    var seen: [HeaderKey: TableColumn] = [:]
    // The reasons in a file of rejected rows.
    let reasons = ReportColumns.count(of: columns.map(\.name))
    unread += columns.suffix(reasons)
    filePosition = reasons > ReportColumns.count ? columns.last?.position : nil
    for column in columns.dropLast(reasons) {
      let key = HeaderKey(column.name)
      // A spreadsheet may have columns without a header; their cells are not read.
      if key.text.isEmpty || ignored.contains(key) {
        unread.append(column)
        continue
      }
      if let first = seen.updateValue(column, forKey: key), ImportColumn(meant: column.name) != nil {
        problems.append(.repeated(first, column, nil))
        continue
      }
      if key == options.keyColumn.map(HeaderKey.init) { keyPosition = column.position }
      if let meaning = options.mapping.last(where: { HeaderKey($0.header) == key })?.column {
        if let first = mapped.updateValue(column, forKey: meaning) {
          problems.append(.repeated(first, column, meaning))
        }
      } else if let meaning = ImportColumn(named: column.name) {
        named.append((column, meaning))
      } else if column.position == keyPosition {
        continue
      } else if let meaning = ImportColumn(similarTo: column.name) {
        similar.append((column, meaning))
      } else if let time = [.saleStart, .saleEnd].first(where: { ImportColumn.isWord(column.name, of: $0) }) {
        saleTimes[time] = column.position
      } else if ImportColumn.isWord(column.name, of: .other) {
        unread.append(column)
      } else {
        unknown.append(column)
      }
    }
    // A maker's price is that of the shop only where no column has a word for it.
    let last = similar.filter { ImportColumn.isWord($0.0.name, of: .last) }
    similar.removeAll { ImportColumn.isWord($0.0.name, of: .last) }
    let isAsked = unknown.contains { ImportColumn.price.isGuessed(for: $0.name) }
    if isAsked { unread += last.map(\.0) } else { similar += last }
    var taken: [ImportColumn: TableColumn] = mapped
    // Further columns of barcodes or images say more of them.
    var further: [(ImportColumn, TableColumn)] = []
    for (column, meaning) in named + similar {
      if mapped[meaning] != nil {
        if column.position != keyPosition { unread.append(column) }
      } else if let first = taken[meaning], [first.position, column.position].contains(keyPosition) {
        // The column of `--key-column` leaves its meaning to the other one.
        if first.position == keyPosition { taken[meaning] = column }
      } else if let first = taken[meaning] {
        if meaning.isList {
          further.append((meaning, column))
        } else if ImportColumn(named: column.name) == nil {
          unread.append(column)
        } else {
          problems.append(.repeated(first, column, meaning))
        }
      } else {
        taken[meaning] = column
      }
    }
    if taken[.discountedPrice] == nil, taken[.discount] == nil {
      unread += saleTimes.values.map { columns[$0] }
    }
    // A table of unknown columns only has no header row, or none that is known: one error instead of one for each.
    if taken.isEmpty, keyPosition == nil, !unknown.isEmpty {
      let isHeader =
        unknown.count <= Self.mostGuesses
        && !unknown.contains { (try? CellAmount($0.name, decimalSign: .point)) != nil }
      throw ColumnError([.noHeader(isHeader ? Self.problems(of: unknown, beside: []) : [])])
    }
    if options.ignoresUnknown {
      unread += unknown
    } else {
      problems += Self.problems(of: unknown, beside: Set(taken.keys))
    }
    guard problems.isEmpty else { throw ColumnError(problems) }
    entries = (taken.map { ($0, $1) } + further).map { meaning, column in
      let isMoney = [.price, .discountedPrice, .cost].contains(meaning)
      return Entry(
        position: column.position, column: meaning,
        currencies: isMoney ? HeaderUnit(column.name).currencies : [],
        isCategory: meaning == .tags && ImportColumn.isWord(column.name, of: .category))
    }
    .sorted { $0.position < $1.position }
    unread.sort { $0.position < $1.position }
  }

  /// The header of a column with a meaning; its name in exports where the table does not have it.
  func header(of column: ImportColumn) -> String {
    entry(of: column).map { headers[$0.position].name } ?? column.rawValue
  }

  func entry(of column: ImportColumn) -> Entry? { entries.first { $0.column == column } }

  func has(_ column: ImportColumn) -> Bool { entry(of: column) != nil }

  /// The most columns of a table without a known one for which a meaning is guessed. A row with a number is no header.
  private static let mostGuesses = 12

  /// Unknown columns with the names that they probably mean. Where nothing else is the price, the only one with a word for it is,
  /// or the only one with the tax.
  private static func problems(of unknown: [TableColumn], beside known: Set<ImportColumn>)
    -> [ColumnError.Problem]
  {
    var taken = known
    func free(_ header: String) -> String? {
      guard let word = ImportColumn.suggestedWords.first(where: header.isSlip),
        ImportColumn.otherWords(in: header).isSubset(of: ImportColumn.otherWords(in: word)),
        let column = ImportColumn(named: word), taken.insert(column).inserted
      else { return nil }
      return word
    }
    var nearest = unknown.map { free($0.name) }
    let prices = unknown.indices.filter { ImportColumn.price.isGuessed(for: unknown[$0].name) }
    let gross = prices.filter { !unknown[$0].name.isNet }
    let likely = gross.isEmpty ? prices : gross
    if !taken.contains(.price), likely.count == 1 { nearest[likely[0]] = ImportColumn.price.rawValue }
    return zip(unknown, nearest).map { .unknown($0, nearest: $1) }
  }
}

/// How the columns of a table get their meaning, apart from their names.
struct ColumnOptions: Sendable, Equatable {
  /// A header of the file and the column that it is, as `--map "가격=price"` says.
  struct Mapping: Sendable, Equatable {
    let header: String
    let column: ImportColumn
  }

  var mapping: [Mapping] = []
  /// The header of `--key-column`, whose cells are the references of the rows.
  var keyColumn: String?
  var ignored: [String] = []
  var ignoresUnknown = false
  /// Whether a table of another shop is recognized by its headers (not with `--from none`).
  var recognizesShops = true

  /// Throws if an option names a header that the table does not have.
  func checkNames(in headers: [TableColumn]) throws(ColumnError) {
    let present = Set(headers.map { HeaderKey($0.name) })
    let absent = (mapping.map(\.header) + [keyColumn].compactMap(\.self) + ignored)
      .filter { !present.contains(HeaderKey($0)) }
    guard absent.isEmpty else {
      throw ColumnError(
        absent.map { .absent($0, nearest: headers.map(\.name).first(where: $0.isSlip)) })
    }
  }
}

extension String {
  fileprivate var words: [String] { split { " _-/".contains($0) }.map(String.init) }

  /// The header without what is in parentheses behind it.
  fileprivate var withoutUnit: String { split(separator: "(", maxSplits: 1).first.map(String.init) ?? self }

  /// Whether the header is a name of as many words with a slip: one letter too many, too few or wrong, or two swapped. Letters of
  /// Hangul count one by one, and a unit in parentheses, `가격(원)`, not at all. Two letters beside each other may be wrong in a long
  /// name, and none in a short one, where one makes another word: `Host`, `cost`.
  fileprivate func isSlip(for name: String) -> Bool {
    guard withoutUnit.words.count == name.words.count else { return false }
    let (typed, meant) = (Array(HeaderKey(withoutUnit).letters), Array(HeaderKey(name).letters))
    let most = max(typed.count, meant.count)
    let begin = zip(typed, meant).prefix { $0 == $1 }.count
    let end = min(
      zip(typed.reversed(), meant.reversed()).prefix { $0 == $1 }.count, min(typed.count, meant.count) - begin
    )
    let (wrong, right) = (typed.dropFirst(begin).dropLast(end), meant.dropFirst(begin).dropLast(end))
    if most < 5 { return most == begin }
    return max(wrong.count, right.count) <= (most < 8 ? 1 : 2)
      || wrong.count == 2 && wrong.elementsEqual(right.reversed())
  }

  var isNet: Bool {
    contains(/\b(excl(uded|uding)?|ex|net|netto|hors|ht)\b|별도|税抜/.ignoresCase())
      && !contains(/incl/.ignoresCase())
  }
}

extension ColumnOptions.Mapping {
  /// Parses `header=column`, and `column=header` where only that names a column. The header may contain `=`.
  init(argument: String) throws(ColumnError) {
    guard let sign = argument.lastIndex(of: "="), sign != argument.startIndex else {
      throw ColumnError([.notAMapping(argument)])
    }
    let (first, second) = Self.halves(argument, at: sign)
    if ImportColumn(named: second) == nil, let start = argument.firstIndex(of: "=") {
      let (name, header) = Self.halves(argument, at: start)
      if !header.isEmpty, let column = ImportColumn(named: name) {
        self.init(header: header, column: column)
        return
      }
    }
    self.init(header: first, column: try ImportColumn(argument: second))
  }

  private static func halves(_ text: String, at sign: String.Index) -> (String, String) {
    (
      text[..<sign].trimmingCharacters(in: .whitespaces),
      text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    )
  }
}

extension ImportColumn {
  /// The column that an option names. Throws a `ColumnError` for none.
  init(argument name: String) throws(ColumnError) {
    guard let column = ImportColumn(named: name) else {
      throw ColumnError([
        .notAColumn(name, nearest: nearest(to: name, among: Self.allCases.map(\.rawValue)))
      ])
    }
    self = column
  }
}
