extension Migration {
  /// SKUs, tags, notes and identities of imported items.
  static let details = Migration(
    "details of items",
    schema: "4357811055b6fb9fd0893b98206ffa71bda22659702fe62734b4dfdb43fedd06",
    statements: """
      -- The items that have one of these. A table of its own: behind an item's description they would be slow to read.
      CREATE TABLE item_detail (
        item_id INTEGER PRIMARY KEY REFERENCES item (id),
        -- that of the item, for the indexes
        vendor_id INTEGER NOT NULL,
        sku TEXT,
        -- the item's identity where it was imported from
        reference TEXT,
        -- a fingerprint of the imported row
        row_key TEXT,
        -- with a vertical bar between them
        tags TEXT,
        -- private
        note TEXT
      ) STRICT;
      CREATE UNIQUE INDEX item_detail_by_sku ON item_detail (vendor_id, sku) WHERE sku IS NOT NULL;
      CREATE UNIQUE INDEX item_detail_by_reference ON item_detail (vendor_id, reference)
        WHERE reference IS NOT NULL;
      CREATE UNIQUE INDEX item_detail_by_row_key ON item_detail (vendor_id, row_key) WHERE row_key IS NOT NULL;
      CREATE TABLE image_digest (
        image_id INTEGER PRIMARY KEY REFERENCES image (id),
        -- of the file that was sent, in hexadecimal
        sha256 TEXT NOT NULL
      ) STRICT;
      """)

  /// Bounds the work of a write by numbers that are stored, where earlier versions read all rows of an item. Sums that an old
  /// store has beyond 64 bits are cut to what fits: `market check` names them.
  static let bounds = Migration(
    "bounds of writes",
    schema: "dd9897225ebce21a62dea402ef1de09be6e7dd6cd1beef620295f6a789796696",
    statements: """
      DROP INDEX item_beyond_v2;
      DROP INDEX item_detail_by_sku;
      DROP INDEX item_detail_by_reference;
      DROP INDEX item_detail_by_row_key;
      ALTER TABLE item_detail RENAME TO former_item_detail;
      ALTER TABLE deleted_item RENAME TO former_deleted_item;
      -- The items that have one of these. A table of its own: behind an item's description they would be slow to read.
      CREATE TABLE item_detail (
        item_id INTEGER PRIMARY KEY REFERENCES item (id),
        -- that of the item, for the indexes
        vendor_id INTEGER NOT NULL,
        -- whose it is among the items of the market's own vendor, a number computed from the password hash; 0 for a vendor
        -- with an account, and for items of earlier versions
        seller_id INTEGER NOT NULL DEFAULT 0,
        sku TEXT,
        -- the item's identity where it was imported from
        reference TEXT,
        -- a fingerprint of the imported row
        row_key TEXT,
        -- with a vertical bar between them
        tags TEXT,
        -- private
        note TEXT
      ) STRICT;
      CREATE UNIQUE INDEX item_detail_by_sku ON item_detail (vendor_id, sku, seller_id) WHERE sku IS NOT NULL;
      CREATE UNIQUE INDEX item_detail_by_reference ON item_detail (vendor_id, reference, seller_id)
        WHERE reference IS NOT NULL;
      CREATE UNIQUE INDEX item_detail_by_row_key ON item_detail (vendor_id, row_key, seller_id)
        WHERE row_key IS NOT NULL;
      -- The items that were sold and are deleted, until the operator purges them.
      CREATE TABLE deleted_item (
        id INTEGER PRIMARY KEY,
        vendor_id INTEGER NOT NULL,
        -- as in item_detail
        seller_id INTEGER NOT NULL,
        title TEXT NOT NULL,
        -- microseconds since 1970
        date INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX deleted_item_by_date ON deleted_item (date);
      -- Every sale as it stands after its returns and corrections.
      CREATE TABLE sale (
        -- its first movement
        id INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL,
        reference TEXT,
        -- the movement of kind 'sold' that no correction has replaced
        entry INTEGER NOT NULL,
        -- the first movement of the last correction, or the sale: what came before it stands no more
        since INTEGER NOT NULL,
        -- sold pieces that were not returned
        standing INTEGER NOT NULL CHECK (standing >= 0)
      ) STRICT;
      CREATE INDEX sale_by_reference ON sale (item_id, reference) WHERE reference IS NOT NULL;
      -- The sales of an item of which something can be returned.
      CREATE INDEX sale_standing ON sale (item_id, id) WHERE standing > 0;
      -- The movements of an item in numbers, which bound what they add up to in any grouping.
      CREATE TABLE item_ledger (
        item_id INTEGER PRIMARY KEY,
        movements INTEGER NOT NULL,
        -- pieces sold, returned and corrected, and their prices and costs, in ten-thousandths: absolute values added up
        pieces INTEGER NOT NULL,
        amount INTEGER NOT NULL
      ) STRICT;
      -- Every 64th movement of an item, the first as number 0: finds the n-th without reading those before it.
      CREATE TABLE movement_mark (
        item_id INTEGER NOT NULL,
        number INTEGER NOT NULL,
        movement_id INTEGER NOT NULL,
        PRIMARY KEY (item_id, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX movement_mark_by_movement ON movement_mark (item_id, movement_id);
      -- Sales less returns of all items of a vendor by day and currency. An amount is `high` × 10⁹ + `low`: that of all
      -- items can be beyond 64 bits.
      CREATE TABLE vendor_total (
        day INTEGER NOT NULL,
        vendor_id INTEGER NOT NULL,
        currency TEXT NOT NULL,
        pieces INTEGER NOT NULL,
        revenue_high INTEGER NOT NULL,
        revenue_low INTEGER NOT NULL,
        PRIMARY KEY (day, vendor_id, currency)
      ) STRICT, WITHOUT ROWID;
      -- Counts the items in currencies that a list leaves out.
      CREATE INDEX item_by_currency ON item (currency);
      -- Texts of items that are not in the search index yet; null for an item that is deleted.
      CREATE TABLE search_backlog (
        -- ascending: a transaction finds what it has added
        number INTEGER PRIMARY KEY,
        item_id INTEGER NOT NULL UNIQUE,
        text TEXT
      ) STRICT;
      INSERT INTO item_detail (item_id, vendor_id, sku, reference, row_key, tags, note)
        SELECT item_id, vendor_id, sku, reference, row_key, tags, note FROM former_item_detail;
      DROP TABLE former_item_detail;
      INSERT INTO deleted_item (id, vendor_id, seller_id, title, date)
        SELECT id, 1, 0, title, (SELECT coalesce(max(recorded_at), 0) FROM movement WHERE item_id = former.id)
        FROM former_deleted_item AS former;
      DROP TABLE former_deleted_item;
      INSERT INTO market_setting (name, value) VALUES ('seller_salt', lower(hex(randomblob(16))))
        ON CONFLICT DO NOTHING;
      DELETE FROM item_change WHERE item_id NOT IN (SELECT id FROM item);
      DELETE FROM item_change WHERE id IN (
        SELECT id FROM (
          SELECT id, row_number() OVER (PARTITION BY item_id ORDER BY id DESC) AS place FROM item_change)
        WHERE place > 100);
      INSERT INTO sale (id, item_id, reference, entry, since, standing)
        SELECT id, item_id, reference,
          coalesce((SELECT max(id) FROM movement WHERE sale = first.id AND kind = 'sold'), id),
          coalesce(
            (SELECT max(reversal.id) FROM movement AS reversal JOIN movement AS reversed
              ON reversed.id = reversal.reverses
              WHERE reversal.sale = first.id AND reversal.kind = 'correction' AND reversed.kind = 'sold'),
            id),
          CAST(max(0, min(1.0e15, -1.0 * quantity - (SELECT total(quantity) FROM movement WHERE sale = first.id)))
            AS INTEGER)
        FROM movement AS first WHERE kind = 'sold' AND sale IS NULL;
      INSERT INTO item_ledger (item_id, movements, pieces, amount)
        SELECT item_id, count(*),
          CAST(min(4.0e18, total(CASE WHEN kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL
            THEN abs(1.0 * quantity) ELSE 0 END)) AS INTEGER),
          CAST(min(4.0e18, total(CASE WHEN kind IN ('sold', 'returned') OR kind = 'correction' AND sale IS NOT NULL
            THEN abs(1.0 * quantity) * (unit_price + coalesce(cost, 0))
            WHEN kind = 'received' THEN abs(1.0 * quantity) * coalesce(cost, 0) ELSE 0 END)) AS INTEGER)
        FROM movement GROUP BY item_id;
      INSERT INTO movement_mark (item_id, number, movement_id)
        SELECT item_id, place / 64, id
        FROM (SELECT item_id, id, row_number() OVER (PARTITION BY item_id ORDER BY id) - 1 AS place FROM movement)
        WHERE place % 64 = 0;
      INSERT INTO vendor_total (day, vendor_id, currency, pieces, revenue_high, revenue_low)
        SELECT period, coalesce(item.vendor_id, 1), sale_total.currency,
          CAST(max(-4.0e18, min(4.0e18, total(pieces))) AS INTEGER),
          sum(revenue / 1000000000), sum(revenue % 1000000000)
        FROM sale_total LEFT JOIN item ON item.id = item_id WHERE scale = 0
        GROUP BY period, coalesce(item.vendor_id, 1), sale_total.currency;
      """)
}
