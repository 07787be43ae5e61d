extension Migration {
  /// Vendors, items and their images, searches, and the numbers by which pages are found.
  static let items = Migration(
    "items",
    schema: "aa811cf5855b69a288e6cabf99c2e15412ffec6b70fceccfaa60bdc18875e725",
    statements: """
      CREATE TABLE vendor (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        -- what a vendor's client shows with each request, and the hash of the secret that goes with it; both are gone
        -- when the vendor is removed, and the name stays with what the vendor sold
        identifier TEXT UNIQUE,
        secret_hash TEXT,
        registration_date INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE item (
        -- AUTOINCREMENT: an id that was deleted is never given again
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        vendor_id INTEGER NOT NULL REFERENCES vendor (id),
        title TEXT NOT NULL,
        currency TEXT NOT NULL,
        -- amounts count ten-thousandths of the major unit, whatever the currency: the finest minor unit that
        -- ISO 4217 knows, and no change of its table can change an amount that is stored
        price INTEGER NOT NULL CHECK (price >= 0),
        discounted_price INTEGER CHECK (discounted_price BETWEEN 0 AND price),
        stock INTEGER NOT NULL CHECK (stock >= 0),
        -- microseconds since 1970
        registration_date INTEGER NOT NULL,
        password_hash TEXT NOT NULL,
        -- last, so that a list never reads the pages that a long one flows over to
        description TEXT NOT NULL
      ) STRICT;
      CREATE INDEX item_by_price ON item (price, id);
      CREATE INDEX item_by_title ON item (title, id);
      CREATE INDEX item_by_stock ON item (stock, id);
      CREATE TABLE image (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id),
        position INTEGER NOT NULL,
        format TEXT NOT NULL CHECK (format IN ('png', 'jpeg')),
        width INTEGER NOT NULL,
        height INTEGER NOT NULL,
        bytes BLOB NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX image_by_item ON image (item_id, position, id, format);
      -- Answers to what was added under an Idempotency-Key, so that asking again adds nothing again.
      CREATE TABLE answer (
        key TEXT PRIMARY KEY,
        fingerprint INTEGER NOT NULL,
        date INTEGER NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      CREATE INDEX answer_by_date ON answer (date);
      -- The items by every run of three characters in their titles and descriptions, folded (SearchText). A word is
      -- found as a phrase of runs; one that is shorter, by the runs that begin with it.
      CREATE VIRTUAL TABLE item_search USING fts5 (text, tokenize = 'trigram case_sensitive 1');
      CREATE VIRTUAL TABLE item_search_run USING fts5vocab (item_search, instance);
      -- How many items have an id in [block << 6 * level, (block + 1) << 6 * level): finds the n-th item by reading
      -- at most 64 counts on each level, where OFFSET would read n rows.
      CREATE TABLE item_count (
        level INTEGER NOT NULL,
        block INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (level, block)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER item_is_counted AFTER INSERT ON item BEGIN
        INSERT INTO item_count VALUES
          (1, new.id >> 6, 1), (2, new.id >> 12, 1), (3, new.id >> 18, 1), (4, new.id >> 24, 1), (5, 0, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;
      CREATE TRIGGER item_is_uncounted AFTER DELETE ON item BEGIN
        UPDATE item_count SET count = count - 1 WHERE (level, block) IN
          (VALUES (1, old.id >> 6), (2, old.id >> 12), (3, old.id >> 18), (4, old.id >> 24), (5, 0));
        DELETE FROM item_count WHERE count = 0 AND (level, block) IN
          (VALUES (1, old.id >> 6), (2, old.id >> 12), (3, old.id >> 18), (4, old.id >> 24), (5, 0));
      END;
      -- whose items are that were added with a password of their own
      INSERT INTO vendor (id, name, registration_date) VALUES (1, 'market', 0);
      """)

  /// The identity of the store, and what was added under an Idempotency-Key by its id.
  static let records = Migration(
    "records of requests",
    schema: "7bfdb45b8f8535fc09d4f91dcf20410e7d41501667c9b8d55effd430124a7ce9",
    statements: """
      -- What identifies this store wherever it is moved or served: 128 random bits, in lower-case hex.
      CREATE TABLE store (identity TEXT NOT NULL) STRICT;
      -- What was added under an Idempotency-Key: its id, and a fingerprint of what was sent.
      CREATE TABLE idempotency_record (
        key TEXT PRIMARY KEY,
        fingerprint INTEGER NOT NULL,
        item_id INTEGER NOT NULL,
        date INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX idempotency_record_by_date ON idempotency_record (date);
      CREATE INDEX item_by_vendor ON item (vendor_id, id);
      -- The few items that v2 cannot list; their number is the difference between its totals and the store's.
      CREATE INDEX item_beyond_v2 ON item (id) WHERE currency NOT IN ('KRW', 'USD', 'JPY', 'HKD');
      INSERT INTO store VALUES (lower(hex(randomblob(16))));
      INSERT INTO idempotency_record
        SELECT key, fingerprint, json_extract(CAST(body AS TEXT), '$.id'), date FROM answer;
      DROP TABLE answer;
      """)

  /// Tokens with which v2 deletes an item.
  static let deletionTokens = Migration(
    "deletion tokens",
    schema: "f181bd16c8752cfb7ce0b0fd68b8ce01635970c7e28f442898de42d2c4e4e61e",
    statements: """
      CREATE TABLE deletion_token (
        -- the first part of a token finds it, the second is stored as a hash
        selector TEXT PRIMARY KEY,
        hash TEXT NOT NULL,
        item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
        vendor_id INTEGER NOT NULL,
        -- microseconds since 1970
        expiry INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX deletion_token_by_item ON deletion_token (item_id);
      CREATE INDEX deletion_token_by_vendor ON deletion_token (vendor_id, expiry);
      -- The secret of a removed vendor opens none of its items.
      UPDATE item SET password_hash = '*'
        WHERE vendor_id IN (SELECT id FROM vendor WHERE id <> 1 AND identifier IS NULL);
      """)
}
