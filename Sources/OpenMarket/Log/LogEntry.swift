package import Foundation
package import SystemSupport

/// A write, as the log has it.
package struct LogEntry: Sendable, Equatable {
  /// Ascending in the order of the writes, never given twice.
  package let id: Int
  package let date: Date
  package let command: LogCommand
  /// The first changes; all of them where they are few.
  package var changes: [LogChange]
  /// How many changes there are.
  package var count: Int
  /// The entry that this one takes back.
  package let undoes: Int?
  /// The entry that has taken this one back.
  package let undone: Int?
}

/// A page of the log, the newest entry first.
package struct LogPage: Sendable, Equatable {
  package let entries: [LogEntry]
  package let total: Int
  /// Whether there were older entries, which the log has forgotten or a server does not look through.
  package let isCut: Bool
}

/// The kind of a write, by the command that makes it. The raw value is stored.
package enum LogCommand: String, Codable, Sendable, CaseIterable {
  case add
  case edit
  case delete
  case restore
  case emptyTrash = "trash empty"
  case keepTrash = "trash keep"
  case batch = "import"
  case sell
  case restock
  case `return`
  case writeOff = "write-off"
  case adjust = "edit --stock"
  case correct
  case review
  case zone
  case configure = "config set"
  case addVendor = "vendor add"
  case removeVendor = "vendor remove"
  case purge
  case undo

  /// The words that a person types for it now; in other languages what it does.
  package var words: LocalizedPhrase {
    switch self {
    case .restore, .purge: LocalizedPhrase(term: "trash \(rawValue)")
    case .review: LocalizedPhrase("reviews")
    case .addVendor: "seller add"
    case .removeVendor: "seller remove"
    default: LocalizedPhrase(term: rawValue)
    }
  }
}

/// One change of a write: of an item, of a review, or of a setting of the market.
package struct LogChange: Sendable, Equatable {
  /// The raw value is stored.
  package enum Kind: String, Sendable, CaseIterable {
    case added
    /// Into the trash.
    case deleted
    case deletedForGood = "deleted_for_good"
    case restored
    case edited
    /// Movements were recorded.
    case moved
    case reviewed
    case reviewChanged = "review_changed"
    case reviewDeleted = "review_deleted"
    case answered
    case unanswered
    case folded
    case unfolded
    /// A setting of the market: its time zone, the days of the trash, or what its buyers see.
    case set
    case vendorAdded = "vendor_added"
    case vendorRemoved = "vendor_removed"
    case passwordSet = "password_set"
    case purged
    /// The changed rows were purged since.
    case forgotten
  }

  /// A field or a setting with its value before and after; nil for none.
  package struct Field: Sendable, Equatable {
    package let name: String
    package let before: String?
    package let after: String?

    /// Whether the values are amounts of money.
    package var isPrice: Bool { [.price, .discountedPrice, .cost].contains(ItemField(rawValue: name)) }

    /// The change that takes this one back.
    package var reversed: Field { Field(name: name, before: after, after: before) }
  }

  package let kind: Kind
  package var item: Int?
  /// The title of the item, or the name of a vendor.
  package var title: String?
  package var fields: [Field] = []
  /// The currency of the prices among the fields; nil where it is one of the fields, and in entries of earlier versions.
  package var currency: Currency?
  /// The images before and after, where they have changed.
  package var formerImages: [Int]?
  package var images: [Int]?
  /// The file names of the images before and after, nil for one without a known name; nil where none is known.
  package var formerNames: [String?]?
  package var names: [String?]?
  /// The movements that were recorded.
  package var movements: [Int] = []
  package var review: Int?
  /// The answer to a review.
  package var text: String?

  package init(_ kind: Kind, item: Int? = nil, title: String? = nil) {
    (self.kind, self.item, self.title) = (kind, item, title)
  }
}

/// How much the log keeps. The bytes of a change count for the client that writes, as all others do.
package enum LogLimits {
  /// Most changes: more than an import of a hundred thousand rows.
  package static let changes = 200_000
  /// Most bytes of changes of more than 1 KiB, with the images that they keep.
  package static let bytes = 256 << 20
  /// Most changes of an entry that a client of a server takes back, and most images among them: a transaction of it is bounded.
  package static let undone = 100
  static let undoneImages = 10
  /// Most bytes of replaced images that are kept for a client of a server: keeping rewrites them, 8 ms for a MiB.
  static let keptBytes = 8 << 20
  /// Most bytes of a change that a page of the log has; of a longer one it has the item alone.
  static let shownBytes = 16 << 10
  /// The newest entries among which a server looks for those of a seller.
  package static let searched = 20_000
  /// Most entries of a page of a server, and most changes of the item in each.
  package static let served = 40
  static let servedChanges = 3
  /// Changes of an entry that a page of the log has.
  package static let shown = 20
}

/// Why a write is not taken back.
package enum UndoRefusal: Error, Sendable, Equatable {
  /// The log has no such entry, or none at all.
  case noSuchEntry(Int?)
  case undone(Int, by: Int)
  /// Something has changed what the entry has changed.
  case changed(item: Int, title: String)
  /// The item is gone for good.
  case gone(item: Int)
  /// Writes of this kind are not taken back.
  case notUndoable(LogChange.Kind)
  /// The ledger does not take it back.
  case ledger(LedgerRefusal)
  /// Another item of the seller has the value of a key now.
  case taken(item: Int, ItemKey)
  /// All of an import has changed since.
  case nothingLeft(Int)
  /// The former images of the item were too large to keep.
  case imagesGone(item: Int)
  /// The entry has more changes than a client of a server takes back.
  case tooMany(Int)
}

/// A part of an import that stays when the import is taken back.
package struct RemainingItem: Sendable, Equatable {
  package enum Reason: String, Codable, Sendable, Equatable {
    case sold
    case edited
    case reviewed
    case deleted
    /// A key of a deleted item is taken by another one.
    case taken
  }

  package let item: Int
  package let title: String
  package let reason: Reason
}

/// The changes by which an entry is taken back.
package struct UndoResult: Sendable, Equatable {
  /// The entry that is taken back.
  package let entry: Int
  package let command: LogCommand
  package var changes: [LogChange] = []
  package var remaining: [RemainingItem] = []
  /// The entry of the log that takes it back; nil in a plan.
  package var undo: Int?
}
