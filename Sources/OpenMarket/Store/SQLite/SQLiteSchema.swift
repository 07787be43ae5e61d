/// The tables of a store in SQLite, as numbered migrations: the file's `user_version` is how many of them it has.
enum SQLiteSchema {
  /// In the file's header (https://www.sqlite.org/fileformat.html#application_id), to identify a store of this program:
  /// `Mrkt`.
  static let applicationID = 0x4D72_6B74

  static let migrations = [
    """
    CREATE TABLE vendor (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL,
      -- what a vendor's client shows with each request, and the hash of the secret that goes with it; both are gone
      -- when the vendor is removed, and the name stays with what the vendor sold
      identifier TEXT UNIQUE,
      secret_hash TEXT,
      registration_date INTEGER NOT NULL
    ) STRICT;
    -- whose items are that were added with a password of their own
    INSERT INTO vendor (id, name, registration_date) VALUES (1, 'market', 0);

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
    """,
    """
    -- What identifies this store wherever it is moved or served: 128 random bits, in lower-case hex.
    CREATE TABLE store (identity TEXT NOT NULL) STRICT;
    INSERT INTO store VALUES (lower(hex(randomblob(16))));

    -- What was added under an Idempotency-Key: its id, and a fingerprint of what was sent.
    CREATE TABLE idempotency_record (
      key TEXT PRIMARY KEY,
      fingerprint INTEGER NOT NULL,
      item_id INTEGER NOT NULL,
      date INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX idempotency_record_by_date ON idempotency_record (date);
    INSERT INTO idempotency_record
      SELECT key, fingerprint, json_extract(CAST(body AS TEXT), '$.id'), date FROM answer;
    DROP TABLE answer;

    CREATE INDEX item_by_vendor ON item (vendor_id, id);
    -- The few items that v2 cannot list; their number is the difference between its totals and the store's.
    CREATE INDEX item_beyond_v2 ON item (id) WHERE currency NOT IN ('KRW', 'USD', 'JPY', 'HKD');
    """,
    """
    -- With what vendors delete their items: tokens in two parts, the first to find it, the second as a hash.
    CREATE TABLE deletion_token (
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
    """,
  ]
}

extension Dialect {
  /// SQLite with its FTS5 full-text index, whose trigram tokenizer finds any part of a word.
  static let sqlite = Dialect(
    migrations: SQLiteSchema.migrations,
    insertSearchText: "INSERT INTO item_search (rowid, text) VALUES (?, ?)",
    updateSearchText: "UPDATE item_search SET text = ? WHERE rowid = ?",
    deleteSearchText: "DELETE FROM item_search WHERE rowid = ?",
    searchCondition: search)

  private static func search(_ words: [String]) -> SQLCondition {
    // No item holds NUL, and SQLite reads a pattern no further than that.
    guard !words.contains(where: { $0.utf8.contains(0) }) else { return SQLCondition("FALSE") }
    var conditions = words.filter { $0.unicodeScalars.count < SearchText.run }.map { word in
      // Runs that begin with the word: there is one wherever it stands, because the text is longer than its words.
      SQLCondition(
        "id IN (SELECT doc FROM item_search_run WHERE term >= ? AND term <= ?)",
        [.text(word), .text(word + "\u{10FFFF}")])
    }
    let phrases = words.filter { $0.unicodeScalars.count >= SearchText.run }.map(phrase)
    if !phrases.isEmpty {
      // All in one expression: the index then skips through a word that half the items have, by the one that few have.
      conditions.append(
        SQLCondition(
          "id IN (SELECT rowid FROM item_search WHERE item_search MATCH ?)",
          [.text(phrases.joined(separator: " AND "))]))
    }
    return .joined(conditions, by: "AND")
  }

  /// In quotes the runs have to follow each other, which finds the word wherever it begins. Scalar by scalar, as SQLite
  /// reads: to Swift a quotation mark with an accent is another character.
  private static func phrase(_ word: String) -> String {
    "\"" + word.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
