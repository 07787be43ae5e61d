extension Migration {
  /// Deleted items that can be restored. No image is copied: a row of `image` or `review` may outlive the row of its item.
  static let trash = Migration(
    "trash",
    schema: "2c74709d276727f106de72693d1091c419e86a0b6deb428bd3c774ac5d7e67e5",
    statements: """
      -- Deleted items that can be restored. Each is in `deleted_item`, too, and its images and reviews are where they were.
      CREATE TABLE trashed_item (
        id INTEGER PRIMARY KEY REFERENCES deleted_item (id),
        vendor_id INTEGER NOT NULL,
        -- as in item_detail
        seller_id INTEGER NOT NULL,
        -- when it was deleted, and when it is deleted for good, in microseconds since 1970
        date INTEGER NOT NULL,
        expiry INTEGER NOT NULL,
        -- a digest of the network that deleted it, whose limit on bytes it counts for; null for a command at the store
        client TEXT,
        password_hash TEXT NOT NULL,
        -- the columns of `item` and `item_detail` that are in no other table, in JSON
        contents TEXT NOT NULL
      ) STRICT;
      CREATE INDEX trashed_item_by_date ON trashed_item (date, id);
      CREATE INDEX trashed_item_by_seller ON trashed_item (vendor_id, seller_id, date, id);
      CREATE INDEX trashed_item_by_expiry ON trashed_item (expiry);
      CREATE INDEX trashed_item_by_client ON trashed_item (client, date) WHERE client IS NOT NULL;
      """,
    outlivingItems: ["image", "review"])

  /// The bytes of each item in the trash, by which a client has no more than a share of the store for it.
  static let trashShares = Migration(
    "shares of the trash",
    schema: "8d3b68b4d85f0c71eb4bb1269428b5a426046a858199820a89a37f968f255e6d",
    statements: """
      ALTER TABLE trashed_item ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
      DROP INDEX trashed_item_by_client;
      CREATE INDEX trashed_item_by_client ON trashed_item (client, date, bytes);
      UPDATE trashed_item SET bytes = length(CAST(contents AS BLOB))
        + coalesce((SELECT sum(length(image.bytes)) FROM image WHERE image.item_id = trashed_item.id), 0);
      """)
}
