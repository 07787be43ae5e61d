extension Migration {
  /// The ledger: movements, changes of titles and prices, totals of sales.
  static let ledger = Migration(
    "ledger",
    schema: "1442d0cbe706d0f6e18c3183df46bf856f8c5ec52aae4138e5fd757c42072a7a",
    statements: """
      -- Every change of a stock. Rows outlive their item, and but for the day, which the time zone gives, never change.
      CREATE TABLE movement (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL,
        kind TEXT NOT NULL
          CHECK (kind IN ('opening', 'received', 'sold', 'returned', 'counted', 'removed', 'correction')),
        -- the signed change, and the stock after it
        quantity INTEGER NOT NULL,
        stock INTEGER NOT NULL CHECK (stock >= 0),
        currency TEXT NOT NULL,
        unit_price INTEGER NOT NULL,
        -- of one piece, in the same currency; private
        cost INTEGER,
        note TEXT,
        reference TEXT,
        reason TEXT,
        counted INTEGER,
        expected INTEGER,
        -- the movement that this one takes back or replaces
        reverses INTEGER,
        -- the first movement of the sale that this one belongs to
        sale INTEGER,
        -- microseconds since 1970
        recorded_at INTEGER NOT NULL,
        reported_at INTEGER NOT NULL,
        -- days since 1970-01-01 of reported_at in the market's time zone
        day INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX movement_by_item ON movement (item_id, id);
      CREATE INDEX movement_by_reference ON movement (reference, item_id) WHERE reference IS NOT NULL;
      CREATE INDEX movement_by_sale ON movement (sale) WHERE sale IS NOT NULL;
      CREATE INDEX movement_by_day ON movement (day);
      -- The last count of an item, and the last known cost, without a walk over its sales.
      CREATE INDEX movement_by_count ON movement (item_id, reported_at) WHERE kind = 'counted';
      CREATE INDEX movement_by_cost ON movement (item_id, id) WHERE kind = 'received' AND cost IS NOT NULL;
      CREATE TABLE item_change (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        item_id INTEGER NOT NULL,
        -- null where the title stayed
        title_before TEXT,
        title_after TEXT,
        -- null where the prices stayed
        currency_before TEXT,
        price_before INTEGER,
        discounted_price_before INTEGER,
        currency_after TEXT,
        price_after INTEGER,
        discounted_price_after INTEGER,
        recorded_at INTEGER NOT NULL,
        -- the item's last movement before it
        movement_id INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX item_change_by_item ON item_change (item_id, movement_id, id);
      -- The titles of items that were sold and are deleted.
      CREATE TABLE deleted_item (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT;
      -- Sales less returns by period, item and currency.
      CREATE TABLE sale_total (
        -- 0 day, 1 ISO week, 2 month, 3 all time
        scale INTEGER NOT NULL,
        -- the day, the week's first day, year * 12 + month - 1, 0
        period INTEGER NOT NULL,
        item_id INTEGER NOT NULL,
        currency TEXT NOT NULL,
        pieces INTEGER NOT NULL,
        revenue INTEGER NOT NULL,
        -- by item before period, for what an item has sold in the periods before one
        PRIMARY KEY (scale, item_id, period, currency)
      ) STRICT, WITHOUT ROWID;
      -- In the order of a ranking, with all that it reads.
      CREATE INDEX sale_total_by_pieces
        ON sale_total (scale, period, pieces DESC, currency, revenue DESC, item_id);
      -- The items that were sold in several currencies within a period: none of their totals is a place in its ranking.
      CREATE TABLE mixed_total (
        scale INTEGER NOT NULL,
        period INTEGER NOT NULL,
        item_id INTEGER NOT NULL,
        PRIMARY KEY (scale, period, item_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TRIGGER sale_total_inserted AFTER INSERT ON sale_total
      WHEN EXISTS (
        SELECT 1 FROM sale_total
        WHERE scale = new.scale AND item_id = new.item_id AND period = new.period AND currency <> new.currency)
      BEGIN
        INSERT OR IGNORE INTO mixed_total (scale, period, item_id) VALUES (new.scale, new.period, new.item_id);
      END;
      CREATE TABLE market_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
      -- What was recorded under an Idempotency-Key: the first and last movement, and a fingerprint of the request.
      CREATE TABLE movement_request (
        key TEXT PRIMARY KEY,
        fingerprint INTEGER NOT NULL,
        first_id INTEGER NOT NULL,
        last_id INTEGER NOT NULL,
        date INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX movement_request_by_date ON movement_request (date);
      """,
    seed: { try MarketSettings.seed(in: $0, timeZone: $1) })
}
