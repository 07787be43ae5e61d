import Console
import Foundation
import OpenMarket

/// An item on its own.
extension Item {
  /// The card for a person, in lines of at most `columns` columns.
  func card(_ presenter: Presenter, _ style: Style, columns: Int) -> [String] {
    let facts = presenter.facts([
      stock == 0 ? "sold out" : "\(presenter.number(stock)) in stock",
      "added \(presenter.age(registrationDate))",
      images.map { $0.isEmpty ? "no pictures" : $0.count == 1 ? "1 picture" : "\($0.count) pictures" },
    ])
    var lines = "#\(id) \(title.sanitized)".wrapped(toWidth: columns, hanging: 2).map(style.bold)
    lines.append(priceText(presenter, style))
    lines += facts.wrapped(toWidth: columns).map(style.dim)
    if let description, !description.isEmpty {
      lines += [""] + description.sanitizedKeepingLines.wrapped(toWidth: columns)
    }
    if let images, !images.isEmpty {
      lines += [""] + images.map { style.cyan($0.absoluteString.sanitized) }
    }
    return lines
  }

  /// The card for other programs: a name, a tab and a value on each line.
  func cardLines(_ presenter: Presenter) -> [String] {
    members(presenter).flatMap { name, value -> [String] in
      switch value {
      case .null: []
      case .array(let values): values.map { TSV.line([name, $0.plainText]) }
      case .string, .number, .object: [TSV.line([name, value.plainText])]
      }
    }
  }
}
