extension Migration {
  /// Reviews and ratings.
  static let reviews = Migration(
    "reviews",
    schema: "4fbb46b249d56a13bf32c7330060fe5ec1583f620b4310639e73ed21a123b7ca",
    statements: """
      CREATE TABLE review (
        -- AUTOINCREMENT: an id that was deleted is never given again
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL REFERENCES item (id),
        stars INTEGER NOT NULL CHECK (stars BETWEEN 1 AND 5),
        -- the sale whose receipt was given
        sale_id INTEGER,
        -- whether that sale still counts: 1 or 0
        verified INTEGER NOT NULL CHECK (verified IN (0, 1)),
        folded INTEGER NOT NULL DEFAULT 0 CHECK (folded IN (0, 1)),
        -- dates are microseconds since 1970
        date INTEGER NOT NULL,
        edit_date INTEGER,
        answer_date INTEGER,
        password_hash TEXT NOT NULL,
        author TEXT,
        answer TEXT,
        text TEXT NOT NULL
      ) STRICT;
      CREATE INDEX review_by_item ON review (item_id, id);
      CREATE INDEX review_by_stars ON review (item_id, stars, id);
      -- A receipt is one review.
      CREATE UNIQUE INDEX review_by_sale ON review (sale_id) WHERE sale_id IS NOT NULL;
      -- The items that have reviews, with what their reviews add up to.
      CREATE TABLE rating (
        item_id INTEGER PRIMARY KEY REFERENCES item (id),
        -- how many reviews have one star, two stars, and so on
        one INTEGER NOT NULL CHECK (one >= 0),
        two INTEGER NOT NULL CHECK (two >= 0),
        three INTEGER NOT NULL CHECK (three >= 0),
        four INTEGER NOT NULL CHECK (four >= 0),
        five INTEGER NOT NULL CHECK (five >= 0),
        verified INTEGER NOT NULL CHECK (verified >= 0),
        -- the lower bound of the mean, in billionths of a star
        bound INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX rating_by_bound ON rating (bound, item_id);
      -- How many items with ratings have an id in a block, as in `item_count`: both together find the n-th item without.
      CREATE TABLE rating_count (
        level INTEGER NOT NULL,
        block INTEGER NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (level, block)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER rating_is_counted AFTER INSERT ON rating BEGIN
        INSERT INTO rating_count VALUES
          (1, new.item_id >> 6, 1), (2, new.item_id >> 12, 1), (3, new.item_id >> 18, 1),
          (4, new.item_id >> 24, 1), (5, 0, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;
      CREATE TRIGGER rating_is_uncounted AFTER DELETE ON rating BEGIN
        UPDATE rating_count SET count = count - 1 WHERE (level, block) IN
          (VALUES (1, old.item_id >> 6), (2, old.item_id >> 12), (3, old.item_id >> 18),
            (4, old.item_id >> 24), (5, 0));
        DELETE FROM rating_count WHERE count = 0 AND (level, block) IN
          (VALUES (1, old.item_id >> 6), (2, old.item_id >> 12), (3, old.item_id >> 18),
            (4, old.item_id >> 24), (5, 0));
      END;
      -- What the operator has removed, and why.
      CREATE TABLE removed_review (
        id INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL,
        stars INTEGER NOT NULL,
        reason TEXT NOT NULL,
        date INTEGER NOT NULL
      ) STRICT;
      -- What was written under an Idempotency-Key: the review, and a fingerprint of the request.
      CREATE TABLE review_request (
        key TEXT PRIMARY KEY,
        fingerprint INTEGER NOT NULL,
        review_id INTEGER NOT NULL,
        date INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX review_request_by_date ON review_request (date);
      """)
}
