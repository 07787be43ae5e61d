extension PostgresSchema {
  /// Tells a text of an earlier program, which begins with the title, from one of this program, which begins with a space.
  static let isFormerText = "text NOT LIKE ' %'"

  /// Finds the texts that earlier programs have written, before this migration or beside this program, which has them in another
  /// form. This program writes them again after the migration, a few in a transaction: until then their items are found by what the
  /// earlier form has. An earlier program finds both forms, but for words with marks in texts of this one.
  static let search = """
    CREATE INDEX item_search_former ON item_search (id) WHERE \(isFormerText);
    """
}
