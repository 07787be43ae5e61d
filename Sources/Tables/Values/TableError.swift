package import Foundation

/// Why no table can be read from a file.
package enum TableError: Error, Sendable, Equatable {
  case unreadable(POSIXErrorCode)
  /// A named pipe that nothing has opened for writing in this time.
  case noWriter(Duration)
  /// More bytes than are taken of a pipe or a device.
  case streamTooLong(limit: Int)
  case empty
  /// Something else than a table.
  case otherContents(OtherContents)
  /// No row with contents has this number, which the options give for the header.
  case noHeaderRow(Int)
  case header(TableProblem)
  case tooManyColumns(limit: Int)
  /// The text is not UTF-8, and its header is known in no other encoding, or in several. The words that differ, in each
  /// encoding in which the text can be read.
  case undecidedEncoding([Decoding])
  /// UTF-16 whose byte order cannot be told.
  case noByteOrder
  /// A JSON file that is not an array of objects from this line and column on.
  case json(line: Int, column: Int)
  /// A workbook without this sheet; the names of those that it has.
  case noSheet(String, sheets: [String])
  /// A workbook that is damaged, or out of the limits.
  case workbook(WorkbookDefect)

  /// Words of the file, as they read in an encoding.
  package struct Decoding: Sendable, Equatable {
    package let encoding: TextEncoding
    package let words: String

    package init(encoding: TextEncoding, words: String) {
      self.encoding = encoding
      self.words = words
    }
  }

  package enum OtherContents: Sendable, Equatable {
    case image, pdf, compressed, html, xml
    /// A workbook of Excel 97 to 2003, or another OLE file.
    case oldWorkbook
    /// A workbook of LibreOffice, or another ZIP file without a workbook.
    case zip
    /// The first line has control characters.
    case binary
  }

  package enum WorkbookDefect: Sendable, Equatable {
    /// The ZIP file is cut off or damaged.
    case zip
    case encrypted
    /// A compression method other than deflate, several disks, or ZIP64 where it is not needed.
    case zipFeature
    /// A part of the workbook is larger than it may be, or inflates to too many times its size.
    case tooLarge(part: String)
    case missing(part: String)
    /// XML that is not well-formed, has a document type declaration, or nests too deeply.
    case xml(part: String)
    case tooManyTexts
  }
}
