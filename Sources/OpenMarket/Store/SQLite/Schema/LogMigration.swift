extension Migration {
  /// The log of writes, by which they are taken back.
  static let log = Migration(
    "log of writes",
    schema: "e4e2ea59127ce5978e04a1e6decfb29b129be28f16199cb64e7d5e8e2e1c3cfc",
    statements: """
      -- The changes of writes. The first change of a write has its number; the others name that one. An image that an item
      -- has no more is of item 0 while a change names it.
      CREATE TABLE log_change (
        -- AUTOINCREMENT: a number that was forgotten is never given again
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        -- the first change of the write; null for that one
        entry INTEGER,
        -- names the requests of one import
        run TEXT,
        -- microseconds since 1970
        date INTEGER NOT NULL,
        command TEXT NOT NULL,
        item_id INTEGER,
        -- of the contents and of the images that this change keeps
        bytes INTEGER NOT NULL,
        -- the entry that this one takes back, and the one that has taken this one back
        undoes INTEGER,
        undone INTEGER,
        -- JSON
        contents TEXT NOT NULL
      ) STRICT;
      CREATE INDEX log_change_of_entry ON log_change (id) WHERE entry IS NULL;
      CREATE INDEX log_change_by_entry ON log_change (entry, id) WHERE entry IS NOT NULL;
      CREATE INDEX log_change_by_run ON log_change (run) WHERE run IS NOT NULL;
      CREATE INDEX log_change_by_item ON log_change (item_id, id) WHERE item_id IS NOT NULL;
      -- Adds up what is large; the others are bounded by their number.
      CREATE INDEX log_change_large ON log_change (bytes) WHERE bytes > 1024;
      """)
}
