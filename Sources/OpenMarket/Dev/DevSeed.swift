package import Foundation
import HTTP
import SystemSupport
import Synchronization

/// The contents with which a market for development begins.
package struct DevSeed: Sendable {
  package let contents: StoreSnapshot
  /// The password of the items of v1.
  package static let password = "password"
  package let sellers: [DevSeller]

  /// An item before it is added, with its images.
  package struct Entry: Sendable {
    package var draft: ItemDraft
    package var images: [ItemImage]
    package var date: Date

    package init(_ draft: ItemDraft, images: [ItemImage], date: Date) {
      (self.draft, self.images, self.date) = (draft, images, date)
    }
  }

  /// The number of generated items.
  package static let count = 60
  static let timeZone = TimeZone(identifier: "Asia/Seoul")
  /// A hash is made for each item that an app adds, of a password that is no secret.
  static let passwordCost = 1

  /// Adds entries: of three, one is sold by its password, and two by the sellers in turn.
  package init(_ entries: [Entry], sellers: [DevSeller] = [], now: Date) async throws {
    let date = Mutex(entries.map(\.date).min() ?? now)
    let sold = DevSeller.all(sellers)
    try await self.init(sellers: sold, now: { date.withLock(\.self) }) { _, marketplace in
      for (index, entry) in entries.enumerated() {
        date.withLock { $0 = entry.date }
        let seller = sold[(index - index / 3 + sold.count - 1) % sold.count]
        _ = try await marketplace.add(
          ValidDraft(entry.draft), images: entry.images,
          credentials: index % 3 == 0
            ? .password(Self.password) : .vendor(identifier: seller.identifier, secret: seller.secret),
          key: nil, client: nil)
      }
    }
  }

  /// Has a market filled by `fill`, such as by an import; its items then get the password of v1.
  package init(
    sellers: [DevSeller] = [], now: Date, filling fill: (LocalMarket) async throws -> Void
  ) async throws {
    try await self.init(sellers: DevSeller.all(sellers), now: { now }) { store, _ in
      var options = LocalMarket.Options()
      (options.isEmbedded, options.isOperated, options.now) = (true, true, { now })
      try await fill(LocalMarket(store, options))
      let count = try await store.summary(listing: []).items
      let operated = Marketplace(store, passwordCost: Self.passwordCost, isOperated: true, now: { now })
      for id in 1..<count + 1 { _ = try await operated.setPassword(Self.password, ofItem: id) }
    }
  }

  private init(
    sellers: [DevSeller], now: @escaping @Sendable () -> Date,
    _ fill: (Store, Marketplace) async throws -> Void
  ) async throws {
    self.sellers = sellers
    var options = StoreOptions()
    options.timeZone = Self.timeZone
    let store = Store(at: .memory, options)
    let marketplace = Marketplace(store, passwordCost: Self.passwordCost, now: now)
    for seller in sellers {
      _ = try await marketplace.addVendor(
        name: seller.name, id: seller.id, identifier: seller.identifier, secret: seller.secret)
    }
    try await fill(store, marketplace)
    guard let contents = try await store.snapshot() else { throw StoreError.inaccessible }
    self.contents = contents
  }

  /// Sixty items, the same for the same number and date.
  ///
  /// - Parameter now: The present of the market; the last item is a day older.
  package static func entries(_ number: Int, before now: Date) -> [Entry] {
    var numbers = SeededNumbers(seed: UInt64(truncatingIfNeeded: number))
    let pictures = (0..<12).map { _ in DrawnImage.png(&numbers) }
    // Afternoons in the market's time zone: some clients read hours by a clock of twelve.
    let day: TimeInterval = 86_400
    let midnight = (now.timeIntervalSinceReferenceDate / day).rounded(.down) * day - 9 * 3_600
    return (0..<count).map { index in
      let second = Double(Int.random(in: 13 * 3_600..<22 * 3_600, using: &numbers))
      let date = midnight - Double(count - index) * day + second
      let named = (0..<Int.random(in: 1...5, using: &numbers)).map { picture in
        ItemImage(
          filename: "picture-\(picture + 1).png",
          content: .bytes(pictures[Int.random(in: 0..<pictures.count, using: &numbers)]))
      }
      return Entry(
        draft(index, &numbers), images: index == withoutImage ? [] : named,
        date: Date(timeIntervalSinceReferenceDate: date))
    }
  }

  /// The items that every seed has, by their index.
  private static let (discounted, fractional, withoutImage, soldOut, long) = (1, 2, 4, 5, 7)

  private static func draft(_ index: Int, _ numbers: inout SeededNumbers) -> ItemDraft {
    func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &numbers)] }
    let isForeign = index == fractional || index != discounted && Int.random(in: 0..<4, using: &numbers) == 0
    let (adjective, noun) =
      isForeign
      ? (pick(english.adjectives), pick(english.nouns)) : (pick(korean.adjectives), pick(korean.nouns))
    let amount =
      isForeign
      ? Decimal(Int.random(in: 3...400, using: &numbers))
      : Decimal(1_000 * Int.random(in: 2...1_900, using: &numbers))
    var price = Price(amount, isForeign ? .usDollar : .won)
    if index == fractional { price = Price(Decimal(1_250) / 100, .usDollar) }
    let hasDiscount = index == discounted || Int.random(in: 0..<5, using: &numbers) == 0
    let sentences = (0..<(index == long ? 160 : Int.random(in: 1...4, using: &numbers))).map { _ in
      pick(isForeign ? english.sentences : korean.sentences)
    }
    let name = "\(adjective) \(noun) \(index + 1)"
    return ItemDraft(
      title: index == long
        ? name + " " + Array(repeating: "한정판 특별 기획 세트", count: 8).joined(separator: " ") : name,
      description: sentences.joined(separator: " "), price: price,
      discountedPrice: hasDiscount ? price.currency.rounded(price.amount * Decimal(85) / 100) : nil,
      stock: index == soldOut ? 0 : Int.random(in: 1...300, using: &numbers))
  }

  private static let korean = (
    adjectives: ["따뜻한", "새것 같은", "가벼운", "오래된", "작은", "튼튼한", "빨간", "조용한"],
    nouns: ["맥북 프로", "자전거", "책상", "스탠드", "운동화", "텐트", "키보드", "머그컵", "의자", "카메라"],
    sentences: [
      "두 번 사용했고 상자와 설명서가 모두 있습니다.", "직거래는 서울에서 가능하고 택배도 보내 드립니다.",
      "작은 흠집이 있으니 사진을 확인해 주세요.", "선물로 받았지만 쓰지 않아서 판매합니다.",
    ]
  )
  private static let english = (
    adjectives: ["Brass", "Walnut", "Folding", "Quiet", "Vintage", "Compact"],
    nouns: ["lamp", "chair", "kettle", "speaker", "backpack", "clock"],
    sentences: [
      "Used twice, with its box and manual.", "A small scratch on the left side, see the picture.",
      "Ships within two days.", "Collected in person at a lower price.",
    ]
  )
}

extension Currency {
  fileprivate static let won = Currency("KRW") ?? .usDollar
}

/// A reproducible random number generator: the same seed gives the same numbers (SplitMix64, Steele et al. 2014).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
