import Foundation

enum WorkbookNumber {
  /// Digits that a workbook stores exactly.
  private static let digits = 15

  /// The shortest decimal of at most 15 digits that is the number, without an exponent: `74418.399999999994`, which is how
  /// a workbook writes 74418.4, is `74418.4`. Nil for what is no number or needs more digits.
  static func text(_ written: String) -> String? {
    let bytes = written.utf8
    // Most numbers of a workbook are as short as they can be.
    if bytes.count <= digits, isWhole(bytes) { return written }
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(written), value.isFinite
    else { return nil }
    if value == 0 { return "0" }
    let short = String(format: "%.\(digits - 1)e", value)
    guard let nearest = Double(short), (1e-30..<1e31).contains(abs(value)),
      let plain = Decimal(string: short).map({ "\($0)" })
    else { return nil }
    if nearest == value { return plain }
    // The last bits of a result that was computed: 0.30000000000000004. A whole number has no such bits, and neither has
    // one whose 15 digits do not end early, such as a third.
    guard value != value.rounded(), plain.utf8.count(where: { (0x30...0x39).contains($0) }) <= 12,
      abs(nearest - value) <= 8 * value.ulp
    else { return nil }
    return plain
  }

  /// Whether a number has nothing but digits, and no zero before others.
  private static func isWhole(_ bytes: String.UTF8View) -> Bool {
    bytes.first != 0x30 && !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}
