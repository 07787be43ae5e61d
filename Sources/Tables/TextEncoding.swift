/// The encodings of text files that spreadsheet programs write.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  /// Unified Hangul Code: EUC-KR and the syllables that it lacks.
  case cp949
  /// As Windows has it, code page 932.
  case shiftJIS = "shift-jis"
  case windows1252 = "windows-1252"

  /// - Parameter name: A raw value or another name in use, without regard to case, `-` and `_`.
  package init?(name: String) {
    switch name.lowercased().filter({ $0 != "-" && $0 != "_" }) {
    case "utf8", "utf8sig": self = .utf8
    case "utf16": self = .utf16
    case "cp949", "euckr", "uhc", "ksc56011987", "windows949", "ms949": self = .cp949
    case "shiftjis", "sjis", "cp932", "windows31j", "ms932": self = .shiftJIS
    case "windows1252", "cp1252": self = .windows1252
    default: return nil
    }
  }
}
