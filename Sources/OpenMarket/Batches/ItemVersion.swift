package import Foundation
import SystemSupport

/// The version of an item: the mark of its market, and a digest of each field, so that a change of a field conflicts with
/// changes of that field alone.
///
/// As text it is `v`, which no spreadsheet takes for a number, and characters of base32: 6 of the mark, 4 of each field, and 3
/// that are computed of those before them and show damage: 62 characters. A field that has changed has the same digest as before
/// with a probability of one in a million (20 bits).
package struct ItemVersion: Sendable, Equatable {
  /// A part of an item that has a digest of its own.
  package enum Field: Sendable, Hashable {
    case title
    case description
    /// With its currency.
    case price
    /// With its currency.
    case discountedPrice
    case stock
    case registrationDate
    case images
    case reference
    case detail(DetailField)

    /// In the order of their digests. A new detail is the last of them: versions of before have no digest of it.
    package static let allCases: [Field] =
      [.title, .description, .price, .discountedPrice, .stock, .registrationDate, .images, .reference]
      + DetailField.allCases.map { .detail($0) }

    /// Whether only the seller reads it.
    fileprivate var isPrivate: Bool {
      switch self {
      case .title, .description, .price, .discountedPrice, .stock, .registrationDate, .images: false
      case .reference: true
      case .detail(let field): field.isPrivate
      }
    }
  }

  /// The mark of a market.
  ///
  /// - Parameter key: Derived from the secret of its store.
  static func mark(_ key: Data) -> String {
    String(decoding: Base32.characters(key.leadingBits(5 * markSize), count: markSize), as: UTF8.self)
  }

  private static let letter = UInt8(ascii: "v")
  private static let markSize = 6
  private static let digestSize = 4
  private static let checkSize = 3
  /// In place of the digest of a field that the reader of the version cannot read; not a character of base32.
  private static let hidden = [UInt8](repeating: UInt8(ascii: "0"), count: digestSize)

  package let text: String
  /// Names the market that the item is in: the same in all its versions, and no secret.
  package let mark: String
  /// The digests of the fields, `digestSize` characters each, one after the other.
  private let digests: [UInt8]

  /// Nil for a text without the form of a version, and for one that is damaged.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    let (start, end) = (1 + Self.markSize, bytes.count - Self.checkSize)
    guard bytes.first == Self.letter, end > start, (end - start) % Self.digestSize == 0,
      Array(bytes[end...]) == Self.check(bytes[..<end])
    else { return nil }
    self.text = text
    mark = String(decoding: bytes[1..<start], as: UTF8.self)
    digests = Array(bytes[start..<end])
  }

  /// - Parameters:
  ///   - images: The ids of the item's images.
  ///   - isWhole: Whether its reader may read private fields, whose digests are hidden otherwise.
  init(of item: BatchItem, images: [Int], mark: String, key: Key, isWhole: Bool) {
    var bytes = [Self.letter] + mark.utf8
    bytes.reserveCapacity(1 + Self.markSize + Field.allCases.count * Self.digestSize + Self.checkSize)
    var digests = FieldDigests(key)
    for field in Field.allCases {
      if field.isPrivate && !isWhole {
        bytes += Self.hidden
      } else {
        digests.append(field, field == .images ? images.map(String.init) : item.values(of: field), to: &bytes)
      }
    }
    self.digests = Array(bytes[(1 + Self.markSize)...])
    bytes += Self.check(bytes[...])
    (text, self.mark) = (String(decoding: bytes, as: UTF8.self), mark)
  }

  private static func check(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    Base32.characters(SHA256.leadingBits(5 * checkSize, of: Array(bytes)), count: checkSize)
  }

  /// The key of the digests of one item. Whoever may read all fields of the item may have it, and can compute which value of a
  /// field a version has; to others a digest tells nothing.
  package struct Key: Sendable, Equatable {
    /// 24 characters of base32: 120 bits.
    package let text: String

    package init(_ text: String) { self.text = text }

    /// - Parameter key: That of the versions of a store.
    init(ofItem id: Int, _ key: SHA256.AuthenticationKey) {
      let code = key.code(of: Data("item \(id)".utf8))
      var characters: [UInt8] = []
      for start in 0..<3 {
        Base32.append(code.dropFirst(5 * start).leadingBits(40), count: 8, to: &characters)
      }
      text = String(decoding: characters, as: UTF8.self)
    }

    fileprivate func digest(of field: Field, _ values: [String]) -> [UInt8] {
      var digest: [UInt8] = []
      var digests = FieldDigests(self)
      digests.append(field, values, to: &digest)
      return digest
    }
  }

  /// Computes the digests of the fields of one item.
  private struct FieldDigests {
    /// The key, and what is hashed after it. The key is the beginning of the message: a digest of 20 bits gives no state to go
    /// on from.
    private var message: [UInt8]
    private let keySize: Int

    init(_ key: Key) {
      message = Array(key.text.utf8)
      keySize = message.count
    }

    mutating func append(_ field: Field, _ values: [String], to digests: inout [UInt8]) {
      message.removeSubrange(keySize...)
      message += field.name.utf8
      message.append(values)
      Base32.append(SHA256.leadingBits(5 * digestSize, of: message), count: digestSize, to: &digests)
    }
  }
}

extension ItemVersion {
  /// Whether a field has another value in another version of the item; false where one of them does not tell.
  package func differs(from other: ItemVersion, in field: Field) -> Bool {
    guard let one = digest(of: field), let two = other.digest(of: field) else { return false }
    return one != two
  }

  /// Whether the version is one of an item with this value of a field. False for images, whose numbers only the market knows.
  package func has(_ field: Field, of item: BatchItem, key: Key) -> Bool {
    field != .images && digest(of: field) == key.digest(of: field, item.values(of: field))
  }

  /// Whether the version tells a value of a field.
  package func tells(_ field: Field) -> Bool { digest(of: field) != nil }

  private func digest(of field: Field) -> [UInt8]? {
    guard let index = Field.allCases.firstIndex(of: field) else { return nil }
    let digest = digests.dropFirst(index * Self.digestSize).prefix(Self.digestSize)
    return digest.isEmpty || digest.elementsEqual(Self.hidden) ? nil : Array(digest)
  }
}

extension ItemVersion.Field {
  /// Keeps equal values of two fields apart. It is part of stored exports: it never changes.
  package var name: String {
    switch self {
    case .title: "title"
    case .description: "description"
    case .price: "price"
    case .discountedPrice: "discounted_price"
    case .stock: "stock"
    case .registrationDate: "registration_date"
    case .images: "images"
    case .reference: "reference"
    case .detail(let field): field.rawValue
    }
  }
}

extension BatchItem {
  /// The values of a field that are compared; none where the item has none.
  func values(of field: ItemVersion.Field) -> [String] {
    switch field {
    case .title: [title ?? ""]
    case .description: [description ?? ""]
    case .price: [price.map { "\($0.tenThousandths)" } ?? "", currency ?? ""]
    case .discountedPrice: discountedPrice.map { ["\($0.tenThousandths)", currency ?? ""] } ?? []
    case .stock: [stock.map(String.init) ?? ""]
    case .registrationDate: registrationDate.map { ["\($0.microseconds)"] } ?? []
    case .images: images ?? []
    case .reference: reference.map { [$0] } ?? []
    case .detail(let field): details[field]?.texts ?? []
    }
  }

  /// The fields in which another item has other values. Images are not compared.
  func fields(otherThanIn other: BatchItem) -> [ItemVersion.Field] {
    ItemVersion.Field.allCases.filter { field in
      let (one, two) = (values(of: field), other.values(of: field))
      // Byte by byte: to Swift canonically equivalent texts are equal.
      return field != .images && !one.elementsEqual(two) { $0.utf8.elementsEqual($1.utf8) }
    }
  }

  /// The fields that the line sets or clears.
  package var changedFields: [ItemVersion.Field] {
    ItemVersion.Field.allCases.filter { field in
      switch field {
      case .title: title != nil
      case .description: description != nil || clear?.contains(.description) == true
      case .price: price != nil || currency != nil
      case .discountedPrice: discountedPrice != nil || clear?.contains(.discountedPrice) == true
      case .stock: stock != nil
      case .registrationDate: registrationDate != nil
      case .images: images != nil || clear?.contains(.images) == true
      case .reference: reference != nil
      case .detail(let field): details[field] != nil || clear?.contains(.detail(field)) == true
      }
    }
  }

  /// Takes the value of a field from an item; clears the field where that has none.
  package mutating func take(_ field: ItemVersion.Field, from item: BatchItem) {
    leave(field)
    var cleared: Clearable?
    switch field {
    case .title: title = item.title
    case .description: description = item.description
    case .price: (price, currency) = (item.price, item.currency)
    case .discountedPrice:
      discountedPrice = item.discountedPrice
      if discountedPrice == nil { cleared = .discountedPrice }
    case .stock: stock = item.stock
    case .registrationDate: registrationDate = item.registrationDate
    case .images: images = item.images ?? []
    case .reference: reference = item.reference ?? ""
    case .detail(let field):
      details[field] = item.details[field]
      if details[field] == nil { cleared = .detail(field) }
    }
    if let cleared { clear = (clear ?? []) + [cleared] }
  }

  /// Leaves a field as it is.
  package mutating func leave(_ field: ItemVersion.Field) {
    var cleared: Clearable?
    switch field {
    case .title: title = nil
    case .description: (description, cleared) = (nil, .description)
    case .price: (price, currency) = (nil, nil)
    case .discountedPrice: (discountedPrice, cleared) = (nil, .discountedPrice)
    case .stock: stock = nil
    case .registrationDate: registrationDate = nil
    case .images: (images, cleared) = (nil, .images)
    case .reference: reference = nil
    case .detail(let field): (details[field], cleared) = (nil, .detail(field))
    }
    guard let cleared, let rest = clear?.filter({ $0 != cleared }) else { return }
    clear = rest.isEmpty ? nil : rest
  }
}

extension [UInt8] {
  /// Adds values to what is hashed: their number and lengths keep `ab`, `c` apart from `a`, `bc`.
  mutating func append(_ values: [String]) {
    let colon = UInt8(ascii: ":")
    append(colon)
    self += String(values.count).utf8
    for value in values {
      append(colon)
      self += String(value.utf8.count).utf8
      append(colon)
      self += value.utf8
    }
  }
}

extension Date {
  /// Since 1970, rounded: as dates are stored and written.
  package var microseconds: Int { Int((timeIntervalSince1970 * 1_000_000).rounded()) }
}

extension Data {
  /// The first bits, 64 at most, as a number.
  fileprivate func leadingBits(_ count: Int) -> UInt64 {
    prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> UInt64(64 - count)
  }
}
