extension Migration {
  /// The stock at which an item is ordered again, items that stand in no list, and the file names of images.
  ///
  /// The tables `item_low` and `item_off_sale` follow the columns of `item_detail`. The counts by which pages are found leave
  /// out what is off sale.
  static let offSale = Migration(
    "reorder levels and items off sale",
    schema: "880b48d319362ec9b03dbd06ecccf27452969f2356a939200dc334f672c1fdc3",
    statements: """
      ALTER TABLE image ADD COLUMN name TEXT;
      -- The names of an item's images without their bytes, which stand before them in the rows.
      CREATE INDEX image_name ON image (item_id, position, id, name) WHERE name IS NOT NULL;
      ALTER TABLE item_detail ADD COLUMN reorder_at TEXT;
      ALTER TABLE item_detail ADD COLUMN off_sale TEXT;
      -- Items with a stock at or below their own level.
      CREATE TABLE item_low (item_id INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER item_stock_meets_level AFTER UPDATE OF stock ON item WHEN OLD.stock <> NEW.stock BEGIN
        DELETE FROM item_low WHERE item_id = NEW.id;
        INSERT INTO item_low (item_id)
          SELECT item_id FROM item_detail WHERE item_id = NEW.id AND NEW.stock <= CAST(reorder_at AS INTEGER);
      END;
      CREATE TRIGGER item_level_begins AFTER INSERT ON item_detail WHEN NEW.reorder_at IS NOT NULL BEGIN
        INSERT INTO item_low (item_id)
          SELECT id FROM item WHERE id = NEW.item_id AND stock <= CAST(NEW.reorder_at AS INTEGER);
      END;
      CREATE TRIGGER item_level_changes AFTER UPDATE OF reorder_at ON item_detail
        WHEN OLD.reorder_at IS NOT NEW.reorder_at
      BEGIN
        DELETE FROM item_low WHERE item_id = OLD.item_id;
        INSERT INTO item_low (item_id)
          SELECT id FROM item WHERE id = NEW.item_id AND stock <= CAST(NEW.reorder_at AS INTEGER);
      END;
      CREATE TRIGGER item_level_ends AFTER DELETE ON item_detail WHEN OLD.reorder_at IS NOT NULL BEGIN
        DELETE FROM item_low WHERE item_id = OLD.item_id;
      END;
      CREATE TABLE item_off_sale (item_id INTEGER PRIMARY KEY) STRICT;
      CREATE TRIGGER item_detail_begins_off_sale AFTER INSERT ON item_detail WHEN NEW.off_sale IS NOT NULL BEGIN
        INSERT INTO item_off_sale (item_id) VALUES (NEW.item_id);
      END;
      CREATE TRIGGER item_detail_goes_off_sale AFTER UPDATE OF off_sale ON item_detail
        WHEN OLD.off_sale IS NULL AND NEW.off_sale IS NOT NULL
      BEGIN
        INSERT INTO item_off_sale (item_id) VALUES (NEW.item_id);
      END;
      CREATE TRIGGER item_detail_goes_on_sale AFTER UPDATE OF off_sale ON item_detail
        WHEN OLD.off_sale IS NOT NULL AND NEW.off_sale IS NULL
      BEGIN
        DELETE FROM item_off_sale WHERE item_id = NEW.item_id;
      END;
      CREATE TRIGGER item_detail_ends_off_sale AFTER DELETE ON item_detail WHEN OLD.off_sale IS NOT NULL BEGIN
        DELETE FROM item_off_sale WHERE item_id = OLD.item_id;
      END;
      CREATE TRIGGER item_off_sale_is_uncounted AFTER INSERT ON item_off_sale BEGIN
        UPDATE item_count SET count = count - 1 WHERE (level, block) IN
          (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
            (4, NEW.item_id >> 24), (5, 0));
        DELETE FROM item_count WHERE count = 0 AND (level, block) IN
          (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
            (4, NEW.item_id >> 24), (5, 0));
        UPDATE rating_count SET count = count - 1 WHERE (level, block) IN
          (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
            (4, NEW.item_id >> 24), (5, 0)) AND EXISTS (SELECT 1 FROM rating WHERE item_id = NEW.item_id);
        DELETE FROM rating_count WHERE count = 0 AND (level, block) IN
          (VALUES (1, NEW.item_id >> 6), (2, NEW.item_id >> 12), (3, NEW.item_id >> 18),
            (4, NEW.item_id >> 24), (5, 0));
      END;
      CREATE TRIGGER item_on_sale_is_counted AFTER DELETE ON item_off_sale BEGIN
        INSERT INTO item_count VALUES
          (1, OLD.item_id >> 6, 1), (2, OLD.item_id >> 12, 1), (3, OLD.item_id >> 18, 1),
          (4, OLD.item_id >> 24, 1), (5, 0, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
        INSERT INTO rating_count
          SELECT column1, column2, 1 FROM
            (VALUES (1, OLD.item_id >> 6), (2, OLD.item_id >> 12), (3, OLD.item_id >> 18),
              (4, OLD.item_id >> 24), (5, 0))
          WHERE EXISTS (SELECT 1 FROM rating WHERE item_id = OLD.item_id)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;
      DROP TRIGGER rating_is_counted;
      CREATE TRIGGER rating_is_counted AFTER INSERT ON rating
        WHEN NOT EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = NEW.item_id)
      BEGIN
        INSERT INTO rating_count VALUES
          (1, NEW.item_id >> 6, 1), (2, NEW.item_id >> 12, 1), (3, NEW.item_id >> 18, 1),
          (4, NEW.item_id >> 24, 1), (5, 0, 1)
          ON CONFLICT DO UPDATE SET count = count + 1;
      END;
      DROP TRIGGER rating_is_uncounted;
      CREATE TRIGGER rating_is_uncounted AFTER DELETE ON rating
        WHEN NOT EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = OLD.item_id)
      BEGIN
        UPDATE rating_count SET count = count - 1 WHERE (level, block) IN
          (VALUES (1, OLD.item_id >> 6), (2, OLD.item_id >> 12), (3, OLD.item_id >> 18),
            (4, OLD.item_id >> 24), (5, 0));
        DELETE FROM rating_count WHERE count = 0 AND (level, block) IN
          (VALUES (1, OLD.item_id >> 6), (2, OLD.item_id >> 12), (3, OLD.item_id >> 18),
            (4, OLD.item_id >> 24), (5, 0));
      END;
      """)
}
