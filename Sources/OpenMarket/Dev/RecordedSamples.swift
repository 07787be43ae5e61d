package import Foundation
import HTTP
import SystemSupport

/// Items in recorded responses of v1 and v2, as apps have them among the samples of their tests.
package enum RecordedSamples {
  /// Most items, and bytes of one file.
  private static let (most, mostBytes) = (1_000, 8 << 20)

  /// The items in the JSON files of a folder, in the order of the files' names, each once; with a drawn picture, since the recorded
  /// URLs lead nowhere. Empty where there are none.
  package static func entries(inFolder folder: String, before now: Date) throws -> [DevSeed.Entry] {
    var numbers = SeededNumbers(seed: 1)
    var entries: [DevSeed.Entry] = []
    var seen: Set<[String]> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where name.lowercased().hasSuffix(".json") {
      guard let file = FileHandle(forReadingAtPath: folder + "/" + name),
        let bytes = try file.read(upToCount: mostBytes),
        let json = try? JSONReader.value(of: bytes, JSON.init)
      else { continue }
      for draft in drafts(in: json) where entries.count < most && seen.insert(draft.texts).inserted {
        let image = ItemImage(filename: "picture.png", content: .bytes(DrawnImage.png(&numbers)))
        entries.append(
          DevSeed.Entry(draft, images: [image], date: now.addingTimeInterval(-86_400 + Double(entries.count)))
        )
      }
    }
    return entries
  }

  /// The objects that have a name, a price and a currency, at any depth.
  private static func drafts(in json: JSON) -> [ItemDraft] {
    switch json {
    case .array(let values): values.flatMap(drafts)
    case .object(let members): draft(members).map { [$0] } ?? members.flatMap { drafts(in: $0.value) }
    default: []
    }
  }

  private static func draft(_ members: [(key: String, value: JSON)]) -> ItemDraft? {
    func text(_ keys: String...) -> String? {
      members.first { keys.contains($0.key) && $0.value != .null }?.value.plainText
    }
    func amount(_ keys: String...) -> Decimal? {
      for key in keys { if let amount = text(key).flatMap({ Decimal(exactly: $0) }) { return amount } }
      return nil
    }
    guard let title = text("title", "name"), let price = amount("price"),
      let currency = text("currency").flatMap({ Currency($0) })
    else { return nil }
    // The discounted price of v2 is the amount off.
    let discounted =
      text("bargain_price", "bargainPrice") == nil
      ? amount("discounted_price") : amount("bargain_price", "bargainPrice")
    let draft = ItemDraft(
      title: title, description: text("descriptions", "description") ?? "", price: Price(price, currency),
      discountedPrice: discounted.flatMap { $0 < price ? $0 : nil },
      stock: text("stock").flatMap { Int($0) } ?? 1)
    return (try? ValidDraft(draft))?.draft
  }
}
