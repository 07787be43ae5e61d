import Console
import OpenMarket

extension CommandContext {
  /// The private note of an item, in lines below its card. A server never shows it with an item, so there is none.
  func noteLines(ofItem id: Int) async throws -> [String] {
    guard case .embedded = settings.place else { return [] }
    let rows = try await market.export(ExportQuery(.ids([id]), limit: 1))
    guard let note = rows.first?.note, !note.isEmpty else { return [] }
    if isFlat {
      return [format.text("\(ItemField.note.name): \(LocalizedPhrase(verbatim: note.sanitizedLine))")]
    }
    guard console.output.isTerminal else { return [TSV.line([ItemField.note.rawValue, note])] }
    return [""]
      + format.text("private note: \(note.sanitizedLine)").wrapped(toWidth: console.columns, hanging: 2)
      .map(console.style.dim)
  }
}
