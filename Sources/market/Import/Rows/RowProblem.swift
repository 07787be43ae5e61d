import Console
import OpenMarket
import Tables

/// Why a row is rejected, or what is noteworthy about it: where, what, and the rule that it breaks.
struct RowProblem: Sendable, Equatable {
  /// The header of the column, as in the file; nil where the whole row is meant.
  var column: String?
  /// The cell as it is in the file; nil where there is none.
  var value: String?
  let defect: RowDefect

  /// A stable word for the rule, for programs and for grouping.
  var rule: String { defect.rule }

  var sentence: LocalizedPhrase { defect.sentence(of: value?.shortened ?? "", in: column?.shortened ?? "") }
}

/// A rule that a row breaks, or what is noteworthy about it; the sentences say what each is.
enum RowDefect: Sendable, Equatable {
  /// A rule of every market: see `ValidDraft`.
  case invalid(ValidationError)
  case number(CellNumber.Defect)
  case noTitleColumn, notADate, notAnID, notAVersion, notACommand, badCharacters, notAList, cannotBeCleared
  case notMoney(Currency)
  case currencyContradicts(Currency)
  case currencyAmbiguous, currencyMissing, discountUnclear, notAPercentage
  case abovePrice(String)
  case keyRepeated(line: Int, file: String?)
  case keyMissing, keyDamaged, errorValue, isTotal
  case numberFormat(String)
  /// A number of a workbook that its cell shows as another, or in thousands or as a duration, which is nil.
  case shownOtherwise(String?)
  case tooFewCells(count: Int, columns: Int)
  case partOfRejected(line: Int)
  case isVariant, optionsInOneCell, oversold, saleEnds, saleLeftOut, saleUnclear, discountLeftOut, notATag
  /// Images or tags behind the most that an item can have.
  case leftOut(count: Int)
  case unreadable(TableProblem)
  /// The items with the key of the row: none, several with its title, or one where its command adds a new one.
  case noSuchItem, severalItems, itemExists
  case inTrash(id: Int)
  /// Since the export of the row.
  case wasDeleted(id: Int)
  /// The key of the row is that of one item, and its id that of another one, by their names.
  case twoItems(key: String, String, other: String)
  /// An item has the key, by its name; also that of the item of the row, nil for a new one.
  case taken(by: String, item: String?)

  var rule: String {
    switch self {
    case .invalid(let error): error.word
    case .noTitleColumn: "title-missing"
    case .number(.notANumber): "amount"
    case .number(.exponent): "exponent"
    case .number(.grouping): "grouping"
    case .number(.otherDecimalSign): "decimal-sign"
    case .number(.tooLong): "too-many-digits"
    case .notMoney: "not-money"
    case .currencyContradicts: "currency-contradiction"
    case .currencyAmbiguous: "ambiguous-currency"
    case .currencyMissing: "currency-missing"
    case .abovePrice: "discounted-price-above-price"
    case .notADate: "date"
    case .notAnID: "id"
    case .notAVersion: "version"
    case .notACommand: "command"
    case .badCharacters: "characters"
    case .notAList: "list"
    case .cannotBeCleared: "cannot-be-cleared"
    case .keyMissing: "key-missing"
    case .keyDamaged: "damaged-key"
    case .errorValue: "error-value"
    case .numberFormat: "number-format"
    case .shownOtherwise: "shown-otherwise"
    case .discountUnclear: "unclear-discount"
    case .notAPercentage: "percentage"
    case .keyRepeated: "repeated-key"
    case .tooFewCells: "too-few-cells"
    case .isVariant: "variant"
    case .partOfRejected: "part-of-rejected"
    case .optionsInOneCell: "options-in-one-cell"
    case .oversold: "oversold"
    case .saleEnds: "sale-ends"
    case .saleLeftOut: "sale-left-out"
    case .saleUnclear: "sale-unclear"
    case .discountLeftOut: "discount-left-out"
    case .notATag: "not-a-tag"
    case .leftOut: "left-out"
    case .isTotal: "total"
    case .unreadable(let problem): problem.word
    case .noSuchItem, .wasDeleted: "no-such-item"
    case .severalItems: "several-items"
    case .itemExists: "item-exists"
    case .inTrash: "in-trash"
    case .twoItems: "two-items"
    case .taken: "taken"
    }
  }

  func sentence(of value: String = "", in column: String = "") -> LocalizedPhrase {
    switch self {
    case .invalid(let error) where error.field == .price && error.rule == .missing:
      "Price is missing; with '--default price=0' new items come in, off sale"
    case .noTitleColumn:
      "Title is missing; name its column, as in --map 'Description=title'"
    case .invalid(let error): error.message
    case .number(.notANumber): "'\(value)' in '\(column)' is not a number"
    case .number(.exponent):
      "'\(value)' in '\(column)' was shortened by a spreadsheet; format its cells as numbers without an exponent"
    case .number(.grouping): "'\(value)' in '\(column)' has groups of digits that are not of three"
    case .number(.otherDecimalSign):
      "'\(value)' in '\(column)' has the other decimal sign; see '--decimal comma' and '--decimal point'"
    case .number(.tooLong): "'\(value)' in '\(column)' has more than 19 digits"
    case .notMoney(let currency):
      currency.kind.problem.map { "'\(value)': \($0)" } ?? "'\(value)' is not a currency"
    case .currencyContradicts(let currency):
      "'\(value)' in '\(column)' is not in \(currency.code), the currency of the row"
    case .currencyAmbiguous:
      "'\(value)' in '\(column)' has a sign that several currencies share; name one with '--currency' or a column"
    case .currencyMissing: "'\(value)' in '\(column)' has no currency; name it with '--currency' or a column"
    case .abovePrice(let price): "Discounted price '\(value)' is above the price '\(price.shortened)'"
    case .notADate: "'\(value)' in '\(column)' is not a date; write it like 2026-11-20 or 2026-11-20T18:30"
    case .notAnID: "'\(value)' in '\(column)' is not a whole number from 1"
    case .notAVersion:
      "'\(value)' in '\(column)' is damaged, or no version of an export; copy it from the export again, or pass '--ignore version'"
    case .notACommand:
      "'\(value)' in '\(column)' is none of \(RowCommand.allCases.map(\.rawValue).joined(separator: ", "))"
    case .badCharacters: "'\(value)' in '\(column)' has characters that are not permitted there"
    case .notAList: "'\(column)' takes one value, not a list"
    case .cannotBeCleared: "'\(column)' cannot be cleared"
    case .keyMissing: "The row has no key in '\(column)'"
    case .errorValue:
      "'\(value)' in '\(column)' is an error value of a spreadsheet; correct the formula, and save the file again"
    case .numberFormat(let format):
      "'\(value)' in '\(column)' has a number format without a known currency, '\(format.shortened)'; choose another format in the spreadsheet"
    case .shownOtherwise(nil):
      "'\(value)' in '\(column)' is shown in thousands or as a duration; choose another format in the spreadsheet"
    case .shownOtherwise(let shown?):
      "'\(value)' in '\(column)' is shown as \(shown); choose a format in the spreadsheet that shows its decimals"
    case .discountUnclear:
      "'\(value)' in '\(column)' can be an amount or a percentage; write it like 10%, or give the price in 'discounted_price'"
    case .notAPercentage: "'\(value)' in '\(column)' is not a percentage from 0 to 100"
    case .keyDamaged where DamagedKey.isShortened(value):
      "'\(value)' in '\(column)' was probably shortened by a spreadsheet (8801234567890 → 8.80E+12). Format the column as text and enter it again"
    case .keyDamaged:
      "'\(value)' in '\(column)' was probably changed by a spreadsheet (1-2 → 2-Jan). Format the column as text and enter it again"
    case .keyRepeated(let line, nil): "'\(value)' in '\(column)' is in row \(line) too"
    case .keyRepeated(let line, let file?):
      "'\(value)' in '\(column)' is in row \(line) of '\(file.shortened)' too"
    case .tooFewCells(let count, let columns):
      "Fewer cells (\(count)) than columns (\(columns)); the others are empty"
    case .isVariant: "The product has variants, and '--variants reject' was given"
    case .partOfRejected(let line): "Row \(line) of the same product is rejected"
    case .optionsInOneCell: "The options in '\(column)' have no rows of their own; one item stands for all"
    case .oversold: "'\(value)' in '\(column)' is negative; the stock is taken as 0"
    case .saleEnds: "The sale price holds until '\(value)' ('\(column)'); change it then"
    case .saleLeftOut: "The sale price is left out: by '\(column)' ('\(value)') it is not that of today"
    case .saleUnclear:
      "The sale price is left out: '\(value)' in '\(column)' is no date, or one that can be read in two ways; write it like 2026-11-20"
    case .discountLeftOut: "'\(value)' in '\(column)' is more than the price, and is left out"
    case .notATag: "'\(value)' in '\(column)' cannot be a tag, and is left out"
    case .leftOut(let count):
      "'\(column)' has more values than an item can have; the last \(count) are left out"
    case .isTotal: "The row looks like a total, and is left out; a SKU or a description makes it an item"
    case .unreadable(let problem): problem.sentence
    case .noSuchItem: "There is no item with the key '\(value)'"
    case .severalItems: "Several items have the title '\(value)'"
    case .itemExists: "There is an item with the key '\(value)' already"
    case .inTrash(let id): "'\(value)' is in the trash: market trash restore \(id)"
    case .wasDeleted(let id): "#\(id) was deleted since the export; '--ignore id' adds it again"
    case .twoItems(let key, let name, let other):
      "'\(key.shortened)' is \(name), and the id is that of \(other); choose one with '--key id' or '--ignore id'"
    case .taken(let name, nil): "'\(value)' in '\(column)' is that of \(name)"
    case .taken(let name, let item?):
      "'\(value)' in '\(column)' is that of \(name), and the row is of \(item)"
    }
  }
}

extension ValidationError {
  /// A stable word for the field and the rule: `title-empty`, `unknown-currency`.
  fileprivate var word: String {
    let name = field == .descriptions ? "description" : field.rawValue.replacing("_", with: "-")
    return switch rule {
    case .notInISO4217: "unknown-currency"
    case .tooManyImages: "too-many-images"
    case .missing: "\(name)-missing"
    case .empty: "\(name)-empty"
    case .longerThan, .tooManyCharacters: "\(name)-too-long"
    case .holdsControlCharacter, .holdsUnprintable, .holdsNoncharacter, .invisible, .holdsBar,
      .surroundedBySpace:
      "\(name)-characters"
    case .tooManyTags: "too-many-tags"
    case .repeated: "\(name)-repeated"
    case .notANumber, .notAWholeNumber: "\(name)-not-whole"
    case .negative: "\(name)-negative"
    case .above: "\(name)-too-large"
    case .tooManyDecimals: "\(name)-decimals"
    case .abovePrice: "\(name)-above-price"
    default: name
    }
  }
}
