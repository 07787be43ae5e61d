/// The encodings of text files that spreadsheet programs write.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  /// Unified Hangul Code: EUC-KR and the syllables that it lacks.
  case cp949
  /// As Windows has it, code page 932.
  case shiftJIS = "shift-jis"
  case windows1252 = "windows-1252"

  /// The names to offer: each encoding's own, and others that are in wide use.
  package static let names = ["utf-8", "utf-16", "cp949", "euc-kr", "shift-jis", "windows-1252"]

  /// - Parameter name: A raw value or another name in use, without regard to case, `-`, `_` and spaces.
  package init?(name: String) {
    switch name.lowercased().filter({ !"-_ ".contains($0) }) {
    case "utf8", "utf8sig": self = .utf8
    case "utf16": self = .utf16
    case "cp949", "949", "euckr", "uhc", "ksc5601", "ksc56011987", "windows949", "ms949", "xwindows949":
      self = .cp949
    case "shiftjis", "sjis", "xsjis", "cp932", "932", "windows31j", "ms932", "mskanji": self = .shiftJIS
    // As in the WHATWG Encoding Standard, the name Latin-1 is the code page that contains it.
    case "windows1252", "cp1252", "1252", "latin1", "iso88591": self = .windows1252
    default: return nil
    }
  }
}
