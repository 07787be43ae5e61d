extension Migration {
  /// The index by which the items of a password are found: by the end of its hash, which takes a quarter of the room of
  /// the whole.
  static let sellers = Migration(
    "items of sellers",
    schema: "e47d882137590d146a7ff737a13774b90b235bdc330118a946b530055f1b23fb",
    statements: """
      CREATE INDEX item_by_seller ON item (substr(password_hash, length(password_hash) - 7), id);
      """)
}
