/// Which items a list is of, by their state. Every index of an order begins with it.
enum ItemScope {
  /// Items on sale.
  case listed
  case inStock
  /// Items in stock, found by their stock and not in the order of a list.
  case fewInStock
  case soldOut
  case offSale
  /// All but those in no list.
  case present
  /// Items in the trash.
  case trashed

  /// A condition of an item.
  var sql: String {
    switch self {
    case .listed: "item.state = 0"
    // With `IS TRUE` they are walked in the order of a list, and not sorted from that of an index.
    case .inStock: "item.state = 0 AND (item.stock > 0) IS TRUE"
    case .fewInStock: "item.state = 0 AND item.stock > 0"
    case .soldOut: "item.state = 0 AND item.stock = 0"
    case .offSale: "item.state = 1"
    case .present: "item.state < 2"
    case .trashed: "item.state IN (2, 3)"
    }
  }

  var condition: SQLCondition { SQLCondition(sql) }

  /// A SELECT of the ids of the items.
  var selection: SQLCondition { "SELECT id FROM item WHERE \(sql: sql)" }

  /// A SELECT of the number of the items.
  var count: SQLCondition { "SELECT count(*) FROM item WHERE \(sql: sql)" }

  /// A SELECT of the ids of a SELECT, in its order, that are of these items.
  func selected(among ids: SQLCondition) -> SQLCondition {
    """
    SELECT id FROM (\(ids)) AS found WHERE EXISTS (SELECT 1 FROM item WHERE item.id = found.id AND \(sql: sql))
    """
  }

  /// A SELECT of the ids of all other items; nil for a part of a list, whose items are walked and not counted with it.
  var others: SQLCondition? {
    switch self {
    case .listed: "SELECT id FROM item WHERE state > 0"
    case .offSale: "SELECT id FROM item WHERE state <> 1"
    case .present: "SELECT id FROM item WHERE state > 1"
    case .inStock, .fewInStock, .soldOut, .trashed: nil
    }
  }
}
