import Foundation

/// The table of images. Only to be used inside a transaction.
struct ImageRows {
  let database: Database

  func images(ofItem id: Int) throws(StoreError) -> [StoredImage] {
    try database.rows("SELECT id, format FROM image WHERE item_id = ? ORDER BY position", .integer(id)) {
      row throws(StoreError) in
      guard let format = ImageFormat(rawValue: row.text(1)) else { throw StoreError.damaged }
      return StoredImage(id: row.integer(0), format: format)
    }
  }

  func bytes(of image: StoredImage) throws -> Data? {
    try database.rows(
      "SELECT bytes FROM image WHERE id = ? AND format = ?", .integer(image.id), .text(image.format.rawValue)
    ) { $0.blob(0) }.first
  }

  func insert(_ images: [ItemImage], ofItem id: Int) throws {
    for (position, image) in images.enumerated() {
      let info = try image.info()
      try database.run(
        "INSERT INTO image (item_id, position, format, width, height, bytes) VALUES (?, ?, ?, ?, ?, ?)",
        .integer(id), .integer(position), .text(info.format.rawValue), .integer(info.width),
        .integer(info.height), .blob(try StrippedImage(image.bytes()).bytes))
    }
  }

  /// Throws the `APIError` that refuses an id which is none of the item's images.
  func putFirst(_ first: Int, among images: [StoredImage], ofItem id: Int) throws {
    guard images.contains(where: { $0.id == first }) else {
      throw APIError.malformed("thumbnail_id '\(first)' is none of the product's images")
    }
    for (position, image) in images.filter({ $0.id != first }).enumerated() {
      try database.run(
        "UPDATE image SET position = ? WHERE id = ?", .integer(position + 1), .integer(image.id))
    }
    try database.run("UPDATE image SET position = 0 WHERE id = ?", .integer(first))
  }

  func delete(ofItem id: Int) throws {
    try database.run("DELETE FROM image WHERE item_id = ?", .integer(id))
  }
}
