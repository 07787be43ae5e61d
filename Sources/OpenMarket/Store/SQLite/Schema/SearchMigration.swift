extension Migration {
  /// Indexes of the titles, and of the titles with SKUs and tags, by which searches are ordered; and the texts of all items as
  /// `SearchText` has them now. Reads all items once, and writes their texts to three indexes.
  static let search = Migration(
    "parts of searches",
    schema: "cceb3f933f6144e933dd65a732eeb932fe76e1310f29e37beba6504839dcc9fc",
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
    var last: Int? = 0
    while let id = last { last = try SearchRows(database: database).indexItems(after: id) }
  }
}
