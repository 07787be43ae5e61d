extension PostgresSchema {
  /// Does what `search_runs` does, which earlier versions call: its plan stays with the connection, where a function in SQL is
  /// parsed and planned with each statement.
  static let plannedRuns = #"""
    CREATE FUNCTION text_runs(text TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      RETURN (
        SELECT coalesce(array_agg(DISTINCT run COLLATE "C"), '{}') FROM (
          SELECT unnest(ARRAY[one, one || two, one || two || three]) AS run FROM (
            SELECT one, lead(one, 1) OVER (ORDER BY place) AS two, lead(one, 2) OVER (ORDER BY place) AS three
            FROM unnest(string_to_array($1, NULL)) WITH ORDINALITY AS characters (one, place)) AS places) AS runs
        WHERE run IS NOT NULL);
    END $$;
    """#

  /// Indexes for the conditions of lists. Writers wait until the indexes are made.
  static let filters = #"""
    -- By what is paid.
    CREATE INDEX item_by_paid ON item ((coalesce(discounted_price, price)), id);
    CREATE INDEX item_discounted ON item (id) WHERE discounted_price IS NOT NULL;
    CREATE INDEX item_by_registration ON item (registration_date, id);
    CREATE INDEX item_detail_by_tag ON item_detail USING GIN ((string_to_array(tags, '|')));
    CREATE TABLE item_without_image (item_id BIGINT PRIMARY KEY);
    CREATE FUNCTION note_item_image() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        INSERT INTO item_without_image (item_id)
          SELECT NEW.id WHERE NOT EXISTS (SELECT 1 FROM image WHERE item_id = NEW.id);
      ELSE
        DELETE FROM item_without_image WHERE item_id = OLD.id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_is_without_image AFTER INSERT OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION note_item_image();
    CREATE FUNCTION note_image() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO item_without_image (item_id) SELECT id FROM item
          WHERE id = OLD.item_id AND NOT EXISTS (SELECT 1 FROM image WHERE item_id = OLD.item_id)
          ON CONFLICT DO NOTHING;
      END IF;
      IF TG_OP <> 'DELETE' THEN
        DELETE FROM item_without_image WHERE item_id = NEW.item_id;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_has_image AFTER INSERT OR DELETE OR UPDATE OF item_id ON image FOR EACH ROW EXECUTE FUNCTION note_image();
    INSERT INTO item_without_image (item_id)
      SELECT id FROM item WHERE NOT EXISTS (SELECT 1 FROM image WHERE item_id = item.id);
    """#

  /// Tells a text of an earlier program, which begins with the title, from one of this program, which begins with a space.
  static let isFormerText = "text NOT LIKE ' %'"

  /// Finds the texts that earlier programs have written, before this migration or beside this program, which has them in another
  /// form. This program writes them again after the migration, a few in a transaction: until then their items are found by what the
  /// earlier form has. An earlier program finds both forms, but for words with marks in texts of this one.
  static let search = """
    CREATE INDEX item_search_former ON item_search (id) WHERE \(isFormerText);
    """
}
