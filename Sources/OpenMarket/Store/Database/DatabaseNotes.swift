/// Values that a connection has read of its database and need not read again.
final class DatabaseNotes {
  /// All settings, as the present transaction has read them; nil before it has.
  var settings: [String: String]?
  /// Settings that never change once they are stored.
  private(set) var permanent: [String: String] = [:]
  /// The items whose texts the present transaction has added to the search backlog, in that order.
  var waiting: [Int] = []
  /// Texts that are written to the search index later, behind other rows of the transaction; nil where each is written at once.
  var laterTexts: [(text: String, id: Int, isNew: Bool, former: Int)]?
  /// The images that the present transaction has deleted.
  var deletedImages: [Int] = []
  /// Values that the present transaction has found in no row, and has written to none, as their bytes: to Swift canonically
  /// equivalent texts are equal.
  var absent: Set<[UInt8]> = []

  /// Whether a write ends soon that another session's lock of a row has stopped.
  var isBrief = false

  /// The settings that stay once they are stored.
  private static let permanentNames = ["receipt_key", "seller_salt", "seller_cost"]

  func beginTransaction() {
    settings = nil
    waiting = []
    laterTexts = nil
    deletedImages = []
    absent = []
  }

  /// After a commit: what a transaction that was rolled back has read might not be stored.
  func keepPermanent() {
    for name in Self.permanentNames { permanent[name] = settings?[name] ?? permanent[name] }
  }
}
