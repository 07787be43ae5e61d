import Console
import Dispatch
import Foundation
import OpenMarket
import SystemSupport
import Tables

/// One file of an import: its table, and what its columns mean.
struct ImportTable {
  /// Absolute; `-` for standard input.
  let path: String
  let planned: PlannedFile
  let notes: [LocalizedPhrase]
  /// Its path in sentences; nil where it is the only file.
  private let name: String?
  private let table: TableFile
  private let reader: ImportReader

  init(_ name: String, _ arguments: ImportArguments, isOneOfSeveral: Bool = false) throws {
    path = name.absolutePath
    self.name = isOneOfSeveral ? name : nil
    do throws(TableError) {
      let source = try name == "-" ? TableSource(spooling: 0, name: name) : TableSource(path: name)
      table = try TableFile(reading: source, options: arguments.table)
    } catch {
      throw UnreadableTable(path: name, reason: error)
    }
    var rows = arguments.rows
    rows.format = table.detection.format
    rows.encoding = table.detection.encoding
    var columns = table.columns
    do {
      // Keys of JSON may come with later rows.
      var cursor = try table.cursor()
      for _ in 0..<(rows.isJSON ? DecimalSignSearch.mostTypedRows : 0) {
        guard try cursor.next() != nil else { break }
      }
      columns = cursor.columns
      var reader = try ImportReader(columns, arguments.columns, options: rows, from: arguments.from)
      if !rows.hasGivenSign {
        let (sign, hasWholeDecimals) = try DecimalSignSearch.sign(of: table, reader, rows, file: self.name)
        if sign != rows.decimalSign || hasWholeDecimals {
          (rows.decimalSign, rows.hasWholeDecimals) = (sign, hasWholeDecimals)
          reader = try ImportReader(columns, arguments.columns, options: rows, from: arguments.from)
        }
      }
      self.reader = reader
    } catch var error as ColumnError {
      Self.look(at: table, for: &error, arguments.columns)
      error.file = isOneOfSeveral ? name : nil
      throw error
    } catch let error as TableError {
      throw UnreadableTable(path: name, reason: error)
    }
    let isStream =
      name == "-" || path == "/dev/stdin" || path.hasPrefix("/dev/fd/")
      || path.fileType != S_IFREG
    planned = PlannedFile(
      path: path, sha256: isStream ? "" : try PlannedFile.digest(of: path),
      columns: columns.map(\.name), isJSON: rows.isJSON,
      needsByteOrderMark: table.detection.hasByteOrderMark
        || table.detection.encoding.map { $0 != .utf8 } ?? false,
      backslashSign: rows.backslashSign.map(String.init))
    let place: (LocalizedPhrase) -> LocalizedPhrase = { isOneOfSeveral ? "'\(name.shortened)': \($0)" : $0 }
    var notes = table.detection.notes.map(place)
    if arguments.from == nil, let format = reader.format {
      notes.append("'\(name.shortened)' is taken as a table of \(format.name); '--from none' turns this off")
    }
    if let header = reader.priceHeader, header.isNet {
      notes.append(place("The prices of '\(header.shortened)' are without the tax"))
    }
    // Columns of a file of rejects are not worth a note.
    let count = columns.count - ReportColumns.count(of: columns.map(\.name))
    let unread = reader.unread.filter { !$0.name.isEmpty && $0.position < count }
    if !unread.isEmpty {
      let names = unread.prefix(Self.mostNames).map { "'\($0.name.shortened)'" }.joined(separator: ", ")
      let more = unread.count - Self.mostNames
      notes.append(
        place(
          more > 0
            ? "Columns that are not read: \(names), and \(more) more" : "Columns that are not read: \(names)")
      )
    }
    self.notes = notes
  }

  /// Adds what unknown columns probably mean, by 100 rows: without another key or title, the one with the most different texts is the
  /// title, and where no column is the stock, the first one of counts with a word for it is: without it, it would be lost.
  private static func look(at table: TableFile, for error: inout ColumnError, _ options: ColumnOptions) {
    guard let unknown = error.unknownColumns, var cursor = try? table.cursor() else { return }
    for _ in 0..<100 {
      guard let row = try? cursor.next() else { break }
      for (column, _) in unknown {
        // A cell may have as many bytes as a file; its beginning tells what it is.
        let text = row.cell(at: column.position)?.plainText.beginning(scalars: 200).plainCell ?? ""
        if !text.isEmpty { error.samples[column.position, default: []].append(text) }
      }
    }
    let known = Set(
      options.mapping.map(\.column)
        + (table.columns.map(\.name) + unknown.compactMap(\.nearest)).compactMap(ImportColumn.init(meant:)))
    let samples = error.samples
    let columns = unknown.filter { $0.nearest == nil }.map(\.column)
      .filter { !ImportColumn.price.isGuessed(for: $0.name) }
    // Where no column is the price, whole numbers may be prices.
    if known.contains(.price), !known.contains(.stock),
      let stock = columns.first(where: { column in
        ImportColumn.stock.isGuessed(for: column.name)
          && samples[column.position]?.allSatisfy { $0.wholeMatch(of: /[0-9]{1,5}/) != nil } == true
      })
    {
      error.guesses[stock.position] = .stock
    }
    guard known.isDisjoint(with: [.title, .id, .sku, .reference, .detail(.barcodes)]) else { return }
    func texts(in column: TableColumn) -> Int {
      Set(samples[column.position, default: []].filter { (try? CellAmount($0, decimalSign: .point)) == nil })
        .count
    }
    let title = columns.filter {
      !ImportColumn.stock.isGuessed(for: $0.name) && ImportColumn.otherWords(in: $0.name).isEmpty
    }.max { texts(in: $0) < texts(in: $1) }
    if let title, texts(in: title) > 0 { error.guesses[title.position] = .title }
  }

  /// The most columns that are named: an export of a shop has dozens.
  private static let mostNames = 20

  /// The rows of a piece, and how many pieces are read before they are used.
  private static let (pieceSize, ahead) = (500, 4)

  /// Calls `body` with what comes of each row, in the order of the file, and what the columns mean by then; nil for a table
  /// of another shop. The rows are read in pieces, on a thread of its own.
  func readings(_ body: (RowReading, ColumnMap?) async throws -> Void) async throws {
    let free = DispatchSemaphore(value: Self.ahead)
    let isCancelled = CancellationFlag()
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: ([RowReading], ColumnMap?).self)
    Thread.detachNewThread { [table, reader] in
      do {
        var (reader, readings) = (reader, [RowReading]())
        func send() throws {
          free.wait()
          guard !isCancelled.isCancelled else { throw CancellationError() }
          continuation.yield((readings, reader.columns))
          readings.removeAll(keepingCapacity: true)
        }
        try table.rows { row, columns in
          try reader.read(row, columns) { readings.append($0) }
          if readings.count >= Self.pieceSize { try send() }
        }
        try reader.finish { readings.append($0) }
        if !readings.isEmpty { try send() }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    defer {
      isCancelled.cancel()
      for _ in 0...Self.ahead { free.signal() }
    }
    do {
      for try await (readings, columns) in stream {
        for reading in readings { try await body(reading, columns) }
        free.signal()
      }
    } catch let error as TableError {
      throw UnreadableTable(path: path, reason: error)
    } catch var error as ColumnError {
      error.file = name
      throw error
    }
  }
}
