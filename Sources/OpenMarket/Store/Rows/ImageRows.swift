import Foundation

/// The table of images. Only to be used inside a transaction.
struct ImageRows {
  let database: any Database

  /// For how many seconds the images of a deleted item are served: apps fetch those that the response to the deletion names.
  static let timeAfterDeletion = 600.0

  /// The condition of an image that is served.
  private static func isServed(at date: Date) -> SQLCondition {
    """
    EXISTS (SELECT 1 FROM item WHERE item.id = image.item_id
      AND (state < 2 OR deleted > \(.date(date - timeAfterDeletion))))
    """
  }

  /// Images with their digests, those that are known, and the digest of the stored bytes (`StoredImage.digest`).
  static let digested = "image LEFT JOIN image_digest ON image_digest.image_id = image.id"
  static let digest = "substr(image_digest.sha256, length(image_digest.sha256) - 63, 32)"

  /// The length of an image in bytes, which is read without the image, with its digest and pixels; nil where there is none of that id, format and
  /// digest, or its item is deleted.
  func size(of image: StoredImage, at date: Date) throws -> StoredBytes.Properties? {
    let found = try database.rows(
      of: """
        SELECT length(image.bytes), \(sql: Self.digest), image.width, image.height FROM \(sql: Self.digested)
        WHERE image.id = \(.integer(image.id)) AND image.format = \(.text(image.format.rawValue))
          AND \(Self.isServed(at: date))
        """
    ) {
      StoredBytes.Properties(
        count: $0.integer(0), digest: $0.optionalText(1),
        pixels: Double($0.integer(2)) * Double($0.integer(3)))
    }.first
    guard let found, image.digest == nil || image.digest == found.digest else { return nil }
    return found
  }

  /// Returns the ids of the images that are served, among some.
  func served(_ ids: [Int], at date: Date) throws -> Set<Int> {
    let list = SQLCondition.list("id", in: ids)
    return try Set(database.integers(of: "SELECT id FROM image WHERE \(list) AND \(Self.isServed(at: date))"))
  }

  /// A part of an image, as far as the image goes; nil where there is none of that id and format.
  func bytes(of image: StoredImage, in range: Range<Int>, at date: Date) throws -> Data? {
    guard try size(of: image, at: date) != nil else { return nil }
    return try database.bytes(
      in: DatabaseColumn(table: "image", name: "bytes"), ofRow: image.id, range: range)
  }

  /// The widths and heights of images in pixels, by their ids.
  func pixels(of images: [StoredImage]) throws -> [Int: (width: Int, height: Int)] {
    let list = SQLCondition.list("id", in: images.map(\.id))
    return try database.values(of: "SELECT id, width, height FROM image WHERE \(list)") {
      (width: $0.integer(1), height: $0.integer(2))
    }
  }

  func insert(_ images: [StrippedImage], ofItem id: Int) throws {
    guard !images.isEmpty else { return }
    try insert(Array(zip(images.indices, images)), ofItem: id)
    try recount(ofItem: id)
  }

  /// Notes how many images an item has.
  func recount(ofItem id: Int) throws {
    try database.run(
      "UPDATE item SET images = (SELECT count(*) FROM image WHERE item_id = item.id) WHERE id = ?",
      .integer(id))
  }

  /// The items whose number of images is not how many they have.
  func miscountedItems(limit: Int) throws -> [Int] {
    try database.integers(
      of: """
        SELECT id FROM item WHERE images <> (SELECT count(*) FROM image WHERE item_id = item.id)
        ORDER BY id LIMIT \(.integer(limit))
        """)
  }

  private func insert(_ images: [(position: Int, image: StrippedImage)], ofItem id: Int) throws {
    for (position, image) in images {
      try database.run(
        """
        INSERT INTO image (item_id, position, format, width, height, bytes, name) VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        .integer(id), .integer(position), .text(image.info.format.rawValue), .integer(image.info.width),
        .integer(image.info.height), .blob(image.bytes), .text(image.name))
      // Without waiting for the id of each.
      try database.run(
        """
        INSERT INTO image_digest (image_id, sha256) SELECT max(id), ? FROM image WHERE item_id = ? AND position = ?
        """, .text(image.digest), .integer(id), .integer(position))
    }
  }

  /// Gives an item images in an order: the ids of present ones, and nil for each new one in turn. Throws
  /// `MarketplaceError.foreignImage`.
  ///
  /// - Parameter client: As for `takeAway`.
  func arrange(
    _ order: [Int?], _ new: [StrippedImage], of item: StoredItem, client: String?
  ) throws {
    let stays = Set(order.compactMap(\.self))
    if let foreign = stays.subtracting(item.images.map(\.id)).min() {
      throw MarketplaceError.foreignImage(id: foreign)
    }
    try takeAway(item.images.filter { !stays.contains($0.id) }, client: client)
    var added: [(position: Int, image: StrippedImage)] = []
    for (position, image) in order.enumerated() {
      if let image {
        try database.run("UPDATE image SET position = ? WHERE id = ?", .integer(position), .integer(image))
      } else {
        added.append((position, new[added.count]))
      }
    }
    try insert(added, ofItem: item.id)
    try recount(ofItem: item.id)
  }

  /// Makes an image the first of its item. Throws `MarketplaceError.foreignThumbnail` for an id that is none of the item's.
  func putFirst(_ first: Int, among images: [StoredImage], ofItem id: Int) throws {
    guard images.contains(where: { $0.id == first }) else {
      throw MarketplaceError.foreignThumbnail(id: first)
    }
    for (position, image) in images.filter({ $0.id != first }).enumerated() {
      try database.run(
        "UPDATE image SET position = ? WHERE id = ?", .integer(position + 1), .integer(image.id))
    }
    try database.run("UPDATE image SET position = 0 WHERE id = ?", .integer(first))
  }

  /// The file names of an item's images by their ids; those that are known. The names stand behind the bytes: those of five images of
  /// 10 MiB take 27 ms, so only a single item is read with them.
  func names(ofItem id: Int) throws -> [Int: String] {
    try database.values(
      of: "SELECT id, name FROM image WHERE item_id = \(.integer(id)) AND name IS NOT NULL"
    ) { $0.text(1) }
  }

  /// The file names of images by their ids; those that are known.
  func names(ofImages ids: [Int]) throws -> [Int: String] {
    guard !ids.isEmpty else { return [:] }
    let list = SQLCondition.list("id", in: ids)
    return try database.values(of: "SELECT id, name FROM image WHERE name IS NOT NULL AND \(list)") {
      $0.text(1)
    }
  }

  /// The digests of images (`StrippedImage.digest`) by their ids; those that are known.
  func digests(ofItems ids: [Int]) throws -> [Int: String] {
    try database.values(
      of: """
        SELECT image_digest.image_id, image_digest.sha256 FROM image
        JOIN image_digest ON image_digest.image_id = image.id WHERE \(.list("image.item_id", in: ids))
        """
    ) { $0.text(1) }
  }

  /// Takes images from their items, and keeps them: a change of the log names them.
  func keep(_ ids: [Int]) throws {
    guard !ids.isEmpty else { return }
    try database.run(statement: "UPDATE image SET item_id = 0 WHERE \(.list("id", in: ids))")
  }

  /// Takes replaced images from their item: keeps them for the log, or deletes what would take a client of a server too long.
  ///
  /// - Parameter client: The network of the client; nil for a command.
  func takeAway(_ images: [StoredImage], client: String?) throws {
    let ids = images.map(\.id)
    if try client == nil || bytes(of: ids) <= LogLimits.keptBytes { return try keep(ids) }
    try delete(SQLCondition.list("id", in: ids))
  }

  /// The bytes of images, those of them that are there.
  ///
  /// - Parameter isKept: Whether those of items do not count, and those that are kept for the log do.
  func bytes(of ids: [Int], isKept: Bool = false) throws -> Int {
    guard !ids.isEmpty else { return 0 }
    return try database.number(
      """
      SELECT CAST(coalesce(sum(length(bytes)), 0) AS BIGINT) FROM image
      WHERE \(sql: isKept ? "item_id = 0 AND " : "")\(.list("id", in: ids))
      """)
  }

  /// Gives an item images that it had before, in their order; false where one of them is gone.
  func giveBack(_ ids: [Int], toItem id: Int) throws -> Bool {
    for (position, image) in ids.enumerated() {
      let count = try database.changes(
        "UPDATE image SET item_id = ?, position = ? WHERE id = ? AND item_id IN (0, ?)", .integer(id),
        .integer(position), .integer(image), .integer(id))
      guard count == 1 else { return false }
    }
    try recount(ofItem: id)
    return true
  }

  func delete(ofItem id: Int) throws { try delete("item_id = \(.integer(id))") }

  /// Deletes images that are kept for the log alone.
  func deleteKept(_ ids: [Int]) throws {
    try delete("item_id = 0 AND \(.list("id", in: ids))")
  }

  /// Deletes images, and after the commit the copies of them (`Store.transact`).
  private func delete(_ condition: SQLCondition) throws {
    let ids = try database.integers(of: "SELECT id FROM image WHERE \(condition)")
    guard !ids.isEmpty else { return }
    for (table, column) in [("image_digest", "image_id"), ("image", "id")] {
      try database.run(statement: "DELETE FROM \(sql: table) WHERE \(.list(column, in: ids))")
    }
    database.notes.deletedImages += ids
  }
}
