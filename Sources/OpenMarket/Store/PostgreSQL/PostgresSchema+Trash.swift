extension PostgresSchema {
  /// Deleted items that can be restored. No image is copied: a row of `image` or `review` may outlive the row of its item.
  static let trash = #"""
    -- Deleted items that can be restored. Each is in `deleted_item`, too, and its images and reviews are where they were.
    CREATE TABLE trashed_item (
      id BIGINT PRIMARY KEY REFERENCES deleted_item (id),
      vendor_id BIGINT NOT NULL,
      -- as in item_detail
      seller_id BIGINT NOT NULL,
      -- when it was deleted, and when it is deleted for good, in microseconds since 1970
      date BIGINT NOT NULL,
      expiry BIGINT NOT NULL,
      -- a digest of the network that deleted it, whose limit on bytes it counts for; null for a command at the store
      client TEXT COLLATE "C",
      password_hash TEXT COLLATE "C" NOT NULL,
      -- the columns of `item` and `item_detail` that are in no other table, in JSON
      contents TEXT COLLATE "C" NOT NULL
    );
    CREATE INDEX trashed_item_by_date ON trashed_item (date, id);
    CREATE INDEX trashed_item_by_seller ON trashed_item (vendor_id, seller_id, date, id);
    CREATE INDEX trashed_item_by_expiry ON trashed_item (expiry);
    CREATE INDEX trashed_item_by_client ON trashed_item (client, date) WHERE client IS NOT NULL;
    ALTER TABLE image DROP CONSTRAINT image_item_id_fkey;
    ALTER TABLE review DROP CONSTRAINT review_item_id_fkey;
    """#
}
