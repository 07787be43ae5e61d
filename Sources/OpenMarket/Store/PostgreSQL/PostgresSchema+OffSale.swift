extension PostgresSchema {
  /// The stock at which an item is ordered again, items that stand in no list, and the file names of images. A program of an
  /// earlier version lists what is off sale.
  static let offSale = #"""
    ALTER TABLE image ADD COLUMN name TEXT;
    ALTER TABLE item_detail ADD COLUMN reorder_at TEXT, ADD COLUMN off_sale TEXT;
    -- Items with a stock at or below their own level.
    CREATE TABLE item_low (item_id BIGINT PRIMARY KEY);
    CREATE FUNCTION note_item_level() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM item_low WHERE item_id = NEW.id;
      INSERT INTO item_low (item_id)
        SELECT item_id FROM item_detail WHERE item_id = NEW.id AND NEW.stock <= CAST(reorder_at AS BIGINT);
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_stock_meets_level AFTER UPDATE OF stock ON item FOR EACH ROW
      WHEN (OLD.stock <> NEW.stock) EXECUTE FUNCTION note_item_level();
    CREATE TABLE item_off_sale (item_id BIGINT PRIMARY KEY);
    CREATE FUNCTION note_item_detail() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' AND OLD.reorder_at IS NOT NULL THEN
        DELETE FROM item_low WHERE item_id = OLD.item_id;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.reorder_at IS NOT NULL THEN
        INSERT INTO item_low (item_id)
          SELECT id FROM item WHERE id = NEW.item_id AND stock <= CAST(NEW.reorder_at AS BIGINT);
      END IF;
      IF TG_OP <> 'INSERT' AND OLD.off_sale IS NOT NULL THEN
        DELETE FROM item_off_sale WHERE item_id = OLD.item_id;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.off_sale IS NOT NULL THEN
        INSERT INTO item_off_sale (item_id) VALUES (NEW.item_id);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_detail_begins AFTER INSERT ON item_detail FOR EACH ROW
      WHEN (NEW.reorder_at IS NOT NULL OR NEW.off_sale IS NOT NULL) EXECUTE FUNCTION note_item_detail();
    CREATE TRIGGER item_detail_changes AFTER UPDATE OF reorder_at, off_sale ON item_detail FOR EACH ROW
      WHEN (OLD.reorder_at IS DISTINCT FROM NEW.reorder_at OR OLD.off_sale IS DISTINCT FROM NEW.off_sale)
      EXECUTE FUNCTION note_item_detail();
    CREATE TRIGGER item_detail_ends AFTER DELETE ON item_detail FOR EACH ROW
      WHEN (OLD.reorder_at IS NOT NULL OR OLD.off_sale IS NOT NULL) EXECUTE FUNCTION note_item_detail();
    CREATE FUNCTION count_off_sale() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    DECLARE
      id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.item_id ELSE OLD.item_id END;
      change BIGINT := CASE TG_OP WHEN 'INSERT' THEN -1 ELSE 1 END;
    BEGIN
      INSERT INTO item_count_change (level, block, change) VALUES
        (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
      IF EXISTS (SELECT 1 FROM rating WHERE item_id = id) THEN
        INSERT INTO rating_count_change (level, block, change) VALUES
          (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_off_sale_is_counted AFTER INSERT OR DELETE ON item_off_sale FOR EACH ROW
      EXECUTE FUNCTION count_off_sale();
    -- Takes back what count_rating adds, which earlier versions have.
    CREATE FUNCTION uncount_rating() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    DECLARE
      id BIGINT := CASE TG_OP WHEN 'INSERT' THEN NEW.item_id ELSE OLD.item_id END;
      change BIGINT := CASE TG_OP WHEN 'INSERT' THEN -1 ELSE 1 END;
    BEGIN
      IF EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = id) THEN
        INSERT INTO rating_count_change (level, block, change) VALUES
          (1, id >> 6, change), (2, id >> 12, change), (3, id >> 18, change), (4, id >> 24, change), (5, 0, change);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER rating_off_sale_is_uncounted AFTER INSERT OR DELETE ON rating FOR EACH ROW
      EXECUTE FUNCTION uncount_rating();
    -- Does what item_of_rank does, among the items on sale.
    CREATE FUNCTION listed_item_of_rank(rank BIGINT, is_unrated BOOLEAN) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$
    DECLARE
      place BIGINT := 0;
      skip BIGINT := rank;
      child RECORD;
    BEGIN
      FOR level_below IN REVERSE 4..1 LOOP
        FOR child IN
          SELECT c.block, c.count - CASE WHEN is_unrated THEN coalesce(
            (SELECT r.count FROM rating_count AS r WHERE r.level = level_below AND r.block = c.block), 0) ELSE 0 END AS count
          FROM item_count AS c
          WHERE c.level = level_below AND (level_below = 4 OR c.block BETWEEN place << 6 AND (place << 6) + 63)
          ORDER BY c.block
        LOOP
          place := child.block;
          EXIT WHEN skip < child.count;
          skip := skip - child.count;
        END LOOP;
      END LOOP;
      RETURN (
        SELECT i.id FROM item AS i
        WHERE i.id >= place << 6 AND NOT (is_unrated AND EXISTS (SELECT 1 FROM rating WHERE item_id = i.id))
          AND NOT EXISTS (SELECT 1 FROM item_off_sale WHERE item_id = i.id)
        ORDER BY i.id LIMIT 1 OFFSET skip);
    END $$;
    """#
}
