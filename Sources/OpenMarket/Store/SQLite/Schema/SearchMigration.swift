extension Migration {
  /// Indexes of the titles, and of the titles with SKUs and tags, by which searches are ordered; and the texts of all items as
  /// `SearchText` has them now. Reads all items once, and writes their texts to three indexes.
  static let search = Migration(
    "parts of searches",
    schema: "6d923a2e5411a83ff8315ffb4ef8cad4176cc0180abfb059f886c21531501139",
    statements: """
      CREATE VIRTUAL TABLE item_search_title USING fts5 (text, tokenize = 'trigram case_sensitive 1');
      CREATE VIRTUAL TABLE item_search_title_run USING fts5vocab (item_search_title, instance);
      CREATE VIRTUAL TABLE item_search_head USING fts5 (text, tokenize = 'trigram case_sensitive 1');
      CREATE VIRTUAL TABLE item_search_head_run USING fts5vocab (item_search_head, instance);
      DROP TABLE item_search_run;
      DROP TABLE item_search;
      CREATE VIRTUAL TABLE item_search USING fts5 (text, tokenize = 'trigram case_sensitive 1');
      CREATE VIRTUAL TABLE item_search_run USING fts5vocab (item_search, instance);
      DELETE FROM search_backlog;
      """
  ) { database, _ in
    // The pages of three indexes, which are written again and again: kibibytes.
    try database.execute("PRAGMA cache_size = -131072")
    defer { try? database.execute("PRAGMA cache_size = -2000") }
    var last: Int? = 0
    while let id = last { last = try SearchRows(database: database).indexItems(after: id) }
  }
}
