import Console
import Tables

extension TableFile.Detection {
  /// Notes on detected properties that differ from those of most files: UTF-8, commas or tabs, and one sheet.
  var notes: [LocalizedPhrase] {
    var notes: [LocalizedPhrase] = []
    if isEncodingDetected, let encoding, encoding != .utf8 {
      notes.append("Detected encoding: \(encoding.rawValue.uppercased())")
    }
    let usual = UInt8(ascii: format == .tsv ? "\t" : ",")
    if isDelimiterDetected, let delimiter, delimiter != usual {
      let name =
        delimiter == UInt8(ascii: "\t") ? LocalizedPhrase("tab") : "'\(String(UnicodeScalar(delimiter)))'"
      notes.append("Detected delimiter: \(name)")
    }
    if let sheet, sheetCount > 1 {
      let name = sheet.shortened
      let note: LocalizedPhrase =
        switch (isSheetDetected, isFirstSheet) {
        case (true, true): "Reading sheet '\(name)', the first of \(sheetCount); choose with --sheet"
        case (true, false): "Reading sheet '\(name)' of \(sheetCount) sheets; choose with --sheet"
        case (false, _): "Reading sheet '\(name)' of \(sheetCount) sheets"
        }
      notes.append(note)
    }
    return notes
  }
}
