extension Migration {
  /// The index by which the items of a password are found: by the last 16 characters of its hash, which are 96 bits.
  static let sellers = Migration(
    "items of sellers",
    schema: "ac7bdcdcf486991806ce6d36fa2d0a60530aa7bd0e042b02ac62db1e798d7e0d",
    statements: """
      CREATE INDEX item_by_seller ON item (substr(password_hash, length(password_hash) - 15), id);
      """)
}
