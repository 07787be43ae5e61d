import Foundation
import OpenMarket
import Tables

struct RowOptions: Sendable {
  /// Which column identifies the item of a row.
  enum Key: String, Sendable {
    /// The sku; without one the reference, then the first barcode, and then the id of an export, which has the item's version beside
    /// it.
    case sku
    case id
    case title
    case column
  }

  var format = TableFormat.csv
  /// The encoding of text; nil for a workbook.
  var encoding: TextEncoding?
  var key = Key.sku
  /// The columns that are not read (`--ignore`).
  var ignored: Set<ImportColumn> = []
  /// The currency of `--currency`, for a table without a currency column.
  var currency: Currency?
  /// The currency of amounts where neither the table nor `--currency` names one.
  var defaultCurrency: Currency?
  var decimalSign = CellNumber.DecimalSign.point
  var hasGivenSign = false
  /// Whether the table shows decimals of a currency without any: `1500.000` won.
  var hasWholeDecimals = false
  /// Whether an empty cell clears the value (`--empty clear`) instead of leaving it.
  var emptyClears = false
  var timeZone = TimeZone.current
  /// When the table is read: prices of a sale have a time.
  var now = Date()

  /// The treatment of a product that is sold in variants, in a table of another shop.
  enum Variants: String, CaseIterable, Sendable {
    case items
    case reject
  }

  var variants = Variants.items
  /// Whether cells of text may be guarded for spreadsheets, as exports of this program are. JSON needs no guard.
  var hasGuards: Bool { !isJSON && !isForeign }
  var isForeign = false

  /// JSON has absent values and needs no guard of spreadsheets.
  var isJSON: Bool { format == .json || format == .jsonl }

  /// The sign of a currency that the byte of `\` shows as where the file was written: in code pages 949 and 932 it takes the
  /// place of the won sign and of the yen sign.
  var backslashSign: Character? {
    let signs: [TextEncoding: Character] = [.cp949: "₩", .shiftJIS: "¥"]
    return format.isDelimited ? encoding.flatMap { signs[$0] } : nil
  }

  /// Whether the cells are those of `--default`, whose percentage is off the prices of the rows.
  var isDefault = false

  /// Numbers of workbooks and of JSON have a point in every locale; a text there is read as one of a text file.
  func cellDecimalSign(isText: Bool) -> CellNumber.DecimalSign {
    format.isDelimited || isText ? decimalSign : .point
  }
}
