extension Migration {
  /// Indexes for the conditions of lists. Reads all items, tags and images once.
  static let filters = Migration(
    "filters of lists",
    schema: "9aae31a96d63e2605a1951e3b364f5239da20aff51cfe2fed988389bd2a84f66",
    statements: """
      -- By what is paid.
      CREATE INDEX item_by_paid ON item (coalesce(discounted_price, price), id);
      CREATE INDEX item_discounted ON item (id) WHERE discounted_price IS NOT NULL;
      CREATE INDEX item_by_registration ON item (registration_date, id);
      CREATE TABLE item_without_image (item_id INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER item_begins_without_image AFTER INSERT ON item
        WHEN NOT EXISTS (SELECT 1 FROM image WHERE item_id = NEW.id)
      BEGIN
        INSERT INTO item_without_image (item_id) VALUES (NEW.id);
      END;
      CREATE TRIGGER item_ends_without_image AFTER DELETE ON item BEGIN
        DELETE FROM item_without_image WHERE item_id = OLD.id;
      END;
      CREATE TRIGGER item_gets_image AFTER INSERT ON image BEGIN
        DELETE FROM item_without_image WHERE item_id = NEW.item_id;
      END;
      CREATE TRIGGER item_loses_image AFTER DELETE ON image
        WHEN NOT EXISTS (SELECT 1 FROM image WHERE item_id = OLD.item_id)
      BEGIN
        INSERT INTO item_without_image (item_id) SELECT id FROM item WHERE id = OLD.item_id;
      END;
      CREATE TRIGGER item_gives_image_up AFTER UPDATE OF item_id ON image
        WHEN NOT EXISTS (SELECT 1 FROM image WHERE item_id = OLD.item_id)
      BEGIN
        INSERT INTO item_without_image (item_id)
          SELECT id FROM item WHERE id = OLD.item_id ON CONFLICT DO NOTHING;
      END;
      CREATE TRIGGER item_gets_image_back AFTER UPDATE OF item_id ON image BEGIN
        DELETE FROM item_without_image WHERE item_id = NEW.item_id;
      END;
      INSERT INTO item_without_image (item_id) SELECT id FROM item WHERE id NOT IN (SELECT item_id FROM image);
      -- The tags of items, each in a row, which the program inserts.
      CREATE TABLE item_tag (
        tag TEXT NOT NULL,
        item_id INTEGER NOT NULL,
        PRIMARY KEY (tag, item_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX item_tag_by_item ON item_tag (item_id);
      CREATE TRIGGER item_detail_changes_tags AFTER UPDATE OF tags ON item_detail BEGIN
        DELETE FROM item_tag WHERE item_id = OLD.item_id;
      END;
      CREATE TRIGGER item_detail_loses_tags AFTER DELETE ON item_detail BEGIN
        DELETE FROM item_tag WHERE item_id = OLD.item_id;
      END;
      """
  ) { database, _ in try DetailRows(database: database).indexTags() }
}
