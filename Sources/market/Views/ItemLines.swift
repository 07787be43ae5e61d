import Console
import Foundation
import OpenMarket
import SystemSupport
import Wording

/// An item in lines of text.
extension Item {
  /// The names of the usual columns of a line in a pipe.
  static let piped = ["id", "title", "currency", "price", "discounted_price", "stock", "registration_date"]

  /// For a screen reader: a name and a value on each line, and words in place of colours and signs.
  ///
  /// - Parameter verified: How many ratings are of verified purchases; nil if that is not known.
  func flatLines(_ format: OutputFormat, verified: Int? = nil) -> [String] {
    let fields: [(name: LocalizedPhrase, value: LocalizedPhrase)?] = [
      (LocalizedPhrase("ID"), "\(id)"),
      (LocalizedPhrase("Title"), LocalizedPhrase(verbatim: title.sanitizedLine)),
      (LocalizedPhrase("Price"), priceWords(format)),
      (LocalizedPhrase("Stock"), stock == 0 ? "sold out" : LocalizedPhrase(verbatim: format.number(stock))),
      (LocalizedPhrase("Added"), LocalizedPhrase(verbatim: format.age(registrationDate))),
      rating.map {
        (
          LocalizedPhrase("Rating"),
          $0.mean == nil ? LocalizedPhrase("none") : $0.words(format, verified: verified)
        )
      },
    ]
    let details = DetailField.published.map { field -> (name: LocalizedPhrase, value: LocalizedPhrase)? in
      self.details[field].map {
        (field.name, LocalizedPhrase(verbatim: $0.words(format).sanitizedLine))
      }
    }
    let contents: [(name: LocalizedPhrase, value: LocalizedPhrase)?] = [
      images.map {
        (LocalizedPhrase("Images"), $0.isEmpty ? LocalizedPhrase("none") : "\($0.count)")
      },
      description.flatMap {
        $0.isEmpty ? nil : (LocalizedPhrase("Description"), LocalizedPhrase(verbatim: $0.indented))
      },
    ]
    let costs = [cost.map { (LocalizedPhrase("Cost"), LocalizedPhrase(verbatim: format.price($0))) }]
    return format.labelled(fields + details + costs + contents)
  }

  /// For other programs: a name, a tab and a value on each line; none for a field without a value.
  func cardLines(_ format: OutputFormat) -> [String] {
    members(format).flatMap { name, value -> [String] in
      switch value {
      case .null, .truth(false): []
      case .array(let values): values.map { TSV.line([name, $0.plainText]) }
      case let value: [TSV.line([name, value.plainText])]
      }
    }
  }
}

extension String {
  /// A text of several lines, indented so that none of them looks like a field.
  fileprivate var indented: String {
    sanitizedKeepingLines.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { index, line in index == 0 || line.isEmpty ? line : "  " + line }.joined(separator: "\n")
  }
}

extension Item {
  /// The price in runs: `KRW 50,000 → KRW 45,000 (−10%)`, the old one struck through in colour output.
  ///
  /// - Parameter showsOldPrice: False for `KRW 45,000 (−10%)`.
  func priceRuns(
    _ format: OutputFormat, _ style: Style, showsOldPrice: Bool = true
  ) -> [Cell.Run] {
    guard let discountedPrice, discountedPrice != price else { return [(format.price(price), nil)] }
    let oldPrice: [Cell.Run] = [
      (format.price(price), { style.dim(style.strikethrough($0)) }),
      (" → ", style.dim),
    ]
    return (showsOldPrice ? oldPrice : []) + [
      (format.price(discountedPrice), style.bold),
      (discountPercent.map { " (−\($0)%)" } ?? "", style.magenta),
    ]
  }

  /// The price on one line.
  func priceText(_ format: OutputFormat, _ style: Style) -> String {
    guard !format.isAccessible else { return format.text(priceWords(format)) }
    return priceRuns(format, style).painted
  }
}

/// The values of a draft, field by field; empty for a field without a value.
extension ItemDraft {
  typealias Fields = [(field: ItemField, text: String)]

  /// - Parameter format: Nil for another program, whose values are alike in every locale.
  func fields(_ format: OutputFormat?) -> Fields {
    func text(_ amount: Decimal?) -> String {
      amount.map { format?.price(Price($0, price.currency)) ?? "\($0)" } ?? ""
    }
    func details(isPrivate: Bool) -> Fields {
      DetailField.allCases.filter { $0.isPrivate == isPrivate }.map { field in
        let value = self.details[field]
        return (.detail(field), value.map { format.map($0.words) ?? $0.texts.joined(separator: "|") } ?? "")
      }
    }
    var fields: Fields = [
      (.title, title), (.price, text(price.amount)), (.discountedPrice, text(discountedPrice)),
    ]
    // A price for a person has its currency with it.
    if format == nil { fields.append((.currency, price.currency.code)) }
    fields.append((.stock, format?.number(stock) ?? String(stock)))
    fields += details(isPrivate: false)
    fields.append((.descriptions, description))
    return fields + details(isPrivate: true) + [(.cost, text(cost))]
  }
}

extension Item {
  /// The values that the seller has set, without those that no response has.
  var draft: ItemDraft {
    var draft = ItemDraft(
      title: title, description: description ?? "", price: price, discountedPrice: discountedPrice?.amount,
      stock: stock)
    draft.details = details
    return draft
  }
}

extension ItemField {
  /// The field's name in data, as in `--json`.
  var key: String { self == .images ? "images" : rawValue }
}

extension ItemDraft {
  /// The item that would be added, in lines of at most `columns` columns: names in one column, values in the other.
  func preview(images: [ItemImage], _ format: OutputFormat, style: Style, columns: Int) -> [String] {
    let rows = rows(format, images: images)
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
    rows(nil, images: images).map { TSV.line([$0.field.key, $0.text]) }
  }

  private func rows(_ format: OutputFormat?, images: [ItemImage]) -> Fields {
    fields(format).filter { !$0.text.isEmpty } + images.map { (.images, $0.filename) }
  }
}

extension RatingSummary {
  /// `★★★★½ 4.5 (1.2만)`; nil without ratings. Halves and digits are cut, not rounded.
  func line(_ format: OutputFormat) -> String? {
    tenths.map { "\(Self.stars(tenths: $0)) \(format.tenths($0)) (\(format.compact(count)))" }
  }

  /// Five signs: from half a star on the half one.
  private static func stars(tenths: Int) -> String {
    let (full, rest) = tenths.quotientAndRemainder(dividingBy: 10)
    let half = rest >= 5 ? "½" : ""
    return String(repeating: "★", count: full) + half
      + String(repeating: "☆", count: max(0, 5 - full - half.count))
  }
}

extension Stars {
  /// `★★★★☆`.
  var signs: String {
    String(repeating: "★", count: rawValue) + String(repeating: "☆", count: Self.allCases.count - rawValue)
  }
}

extension Rating {
  private static let widestBar = 30

  /// The ratings by star, the best first: a bar in proportion to all ratings, and their number.
  func histogram(_ format: OutputFormat, _ style: Style, columns: Int) -> [String] {
    let counts = Stars.allCases.reversed().map { ($0, format.compact(count(of: $0))) }
    let room = counts.map(\.1.displayWidth).max() ?? 0
    // "5★ ", the bar, and a space.
    let width = max(1, min(Self.widestBar, columns - room - 4))
    return counts.map { stars, text in
      let halves = count == 0 ? 0 : count(of: stars) * width * 2 / count
      let bar = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
      let padding = String(repeating: " ", count: width - bar.count)
      return "\(stars.rawValue)★ " + style.magenta(bar) + padding + " "
        + style.dim(text.padded(toWidth: room, alignment: .right))
    }
  }

  /// The ratings by star in words, the best first, a line for each number of stars.
  func flatHistogram(_ format: OutputFormat) -> [String] {
    Stars.allCases.reversed().map { stars in
      let number = format.number(count(of: stars))
      return format.text(stars == .one ? "1 star: \(number)" : "\(stars.rawValue) stars: \(number)")
    }
  }
}

/// A place of a ranking as texts.
extension BestSeller {
  /// The title, and whether the item has left the market.
  func titleRuns(_ format: OutputFormat, _ style: Style, _ paint: Cell.Paint? = nil) -> [Cell.Run] {
    [(title, paint)]
      + (isOnSale ? [] : [(" · " + format.text(LocalizedPhrase("no longer for sale")), style.dim)])
  }

  /// The change as a sign, `▲2`, or in words.
  func changeRun(_ format: OutputFormat, _ style: Style, isSign: Bool) -> Cell.Run {
    guard isSign, !format.isAccessible else {
      return (format.text(status.words(change: change ?? 0)), nil)
    }
    let places = String(abs(change ?? 0))
    return switch status {
    case .new: (format.text(LocalizedPhrase("NEW")), style.bold)
    case .re: (format.text(LocalizedPhrase("RE")), style.bold)
    case .up: ("▲" + places, style.red)
    case .down: ("▼" + places, style.magenta)
    case .same: ("–", style.dim)
    }
  }

}
