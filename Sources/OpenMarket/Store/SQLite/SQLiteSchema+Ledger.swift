extension SQLiteSchema {
  /// What the fourth migration creates: the ledger.
  static let fourthObjects = [
    // Every change of a stock. Rows outlive their item, and but for the day, which the time zone gives, never change.
    SQLiteObject(
      .table, "movement",
      """
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
      ) STRICT
      """),
    SQLiteObject(
      .index, "movement_by_item", on: "movement",
      """
      CREATE INDEX movement_by_item ON movement (item_id, id)
      """),
    SQLiteObject(
      .index, "movement_by_reference", on: "movement",
      """
      CREATE INDEX movement_by_reference ON movement (reference, item_id) WHERE reference IS NOT NULL
      """),
    SQLiteObject(
      .index, "movement_by_sale", on: "movement",
      """
      CREATE INDEX movement_by_sale ON movement (sale) WHERE sale IS NOT NULL
      """),
    SQLiteObject(
      .index, "movement_by_day", on: "movement",
      """
      CREATE INDEX movement_by_day ON movement (day)
      """),
    // The last count of an item, and the last known cost, without a walk over its sales.
    SQLiteObject(
      .index, "movement_by_count", on: "movement",
      """
      CREATE INDEX movement_by_count ON movement (item_id, reported_at) WHERE kind = 'counted'
      """),
    SQLiteObject(
      .index, "movement_by_cost", on: "movement",
      """
      CREATE INDEX movement_by_cost ON movement (item_id, id) WHERE kind = 'received' AND cost IS NOT NULL
      """),
    SQLiteObject(
      .table, "item_change",
      """
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
      ) STRICT
      """),
    SQLiteObject(
      .index, "item_change_by_item", on: "item_change",
      """
      CREATE INDEX item_change_by_item ON item_change (item_id, movement_id, id)
      """),
    // The titles of items that were sold and are deleted.
    SQLiteObject(
      .table, "deleted_item",
      """
      CREATE TABLE deleted_item (id INTEGER PRIMARY KEY, title TEXT NOT NULL) STRICT
      """),
    // Sales less returns by period, item and currency.
    SQLiteObject(
      .table, "sale_total",
      """
      CREATE TABLE sale_total (
        -- 0 day, 1 ISO week, 2 month, 3 all time
        scale INTEGER NOT NULL,
        -- the day, the week's first day, year * 12 + month - 1, 0
        period INTEGER NOT NULL,
        item_id INTEGER NOT NULL,
        currency TEXT NOT NULL,
        pieces INTEGER NOT NULL,
        revenue INTEGER NOT NULL,
        PRIMARY KEY (scale, period, item_id, currency)
      ) STRICT, WITHOUT ROWID
      """),
    SQLiteObject(
      .index, "sale_total_by_pieces", on: "sale_total",
      """
      CREATE INDEX sale_total_by_pieces ON sale_total (scale, period, pieces, revenue)
      """),
    SQLiteObject(
      .table, "market_setting",
      """
      CREATE TABLE market_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID
      """),
    // What was recorded under an Idempotency-Key: the first and last movement, and a fingerprint of the request.
    SQLiteObject(
      .table, "movement_request",
      """
      CREATE TABLE movement_request (
        key TEXT PRIMARY KEY,
        fingerprint INTEGER NOT NULL,
        first_id INTEGER NOT NULL,
        last_id INTEGER NOT NULL,
        date INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID
      """),
    SQLiteObject(
      .index, "movement_request_by_date", on: "movement_request",
      """
      CREATE INDEX movement_request_by_date ON movement_request (date)
      """),
  ]
}
