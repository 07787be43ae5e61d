import Console
import OpenMarket

extension ItemDraft {
  /// The item that would be added, in lines of at most `columns` columns: names in one column, values in the other.
  func preview(images: [ItemImage], _ format: OutputFormat, _ style: Style, columns: Int) -> [String] {
    let rows = rows(words(format), images)
    let width = (rows.map { format.text($0.field.name).displayWidth }.max() ?? 0) + 4
    if format.isAccessible {
      return rows.map { field, text in format.text("\(field.name): \(text.sanitized)") }
    }
    return rows.flatMap { field, text in
      let label = "  " + format.text(field.name)
      let lines = text.sanitizedKeepingLines.wrapped(toWidth: columns, taken: width, hanging: width)
      return [style.dim(label.padded(toWidth: width)) + (lines.first ?? "")] + lines.dropFirst()
    }
  }

  /// The item that would be added, for another program: a name, a tab and a value on each line.
  func previewLines(images: [ItemImage]) -> [String] {
    rows(data, images).map { TSV.line([$0.field.key, $0.text]) }
  }

  private func rows(_ fields: Fields, _ images: [ItemImage]) -> Fields {
    fields.filter { !$0.text.isEmpty } + images.map { (.images, $0.filename) }
  }
}
