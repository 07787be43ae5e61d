extension Migration {
  /// One receipt for the sales of an order, and corrected deliveries. No row is written; three indexes are made.
  static let orders = Migration(
    "receipts of orders",
    schema: "3871aa13b80830b5511ef7c68349bb42be10bdd705291eb729fc66149eb0d8c8",
    statements: """
      -- A receipt names one sale of each item of its order.
      DROP INDEX sale_by_receipt;
      CREATE UNIQUE INDEX sale_by_receipt ON sale (receipt, item_id) WHERE receipt IS NOT NULL;
      -- The last known cost: that of the last delivery, also where an earlier one was recorded or corrected later.
      DROP INDEX movement_by_cost;
      CREATE INDEX movement_by_cost ON movement (item_id, reported_at) WHERE kind = 'received' AND cost IS NOT NULL;
      -- Corrected deliveries, by the movement that was replaced.
      CREATE INDEX movement_by_delivery ON movement (reverses) WHERE kind = 'received' AND reverses IS NOT NULL;
      """)
}
