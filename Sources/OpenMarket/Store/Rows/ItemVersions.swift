import SystemSupport

/// The versions of items, by which a change says which state of an item it is for. A version is public and depends on the
/// private note, so that it is keyed: without the store's key it cannot be computed for a note that is guessed. Use it only
/// inside a transaction.
struct ItemVersions {
  private let key: SHA256.AuthenticationKey
  private let mark: String

  init(_ database: any Database) throws {
    let settings = MarketSettings(database: database)
    key = SHA256.AuthenticationKey(try settings.key(for: .versions))
    mark = ItemVersion.mark(try settings.key(for: .mark))
  }

  /// Differs after every change of the item but its ratings.
  ///
  /// - Parameter isWhole: Whether its reader may read private fields.
  func version(of item: StoredItem, isWhole: Bool = true) -> ItemVersion {
    version(of: BatchItem(item), images: item.images, id: item.id, isWhole: isWhole)
  }

  /// - Parameter item: Has all fields, and the date of registration as it is stored.
  func version(of item: BatchItem, images: [StoredImage] = [], id: Int, isWhole: Bool = true) -> ItemVersion {
    ItemVersion(
      of: item, images: images.map(\.id), mark: mark, key: key(ofItem: id), isWhole: isWhole)
  }

  /// The key by which a reader of all fields of an item compares values with its versions.
  func key(ofItem id: Int) -> ItemVersion.Key { ItemVersion.Key(ofItem: id, key) }

  /// Throws `BatchRefusal.changed` if a field that changes is another one than in the version that a client has.
  ///
  /// - Parameters:
  ///   - version: Nil for any; what is no version is none of the item.
  ///   - fields: The fields that change; nil for all.
  func check(_ version: String?, of present: StoredItem, changing fields: [ItemVersion.Field]?) throws {
    guard let version else { return }
    let current = self.version(of: present)
    guard version != current.text else { return }
    guard let expected = ItemVersion(version) else { throw BatchRefusal.changed(version: current.text) }
    let others = (fields ?? ItemVersion.Field.allCases).filter { expected.differs(from: current, in: $0) }
    guard !others.isEmpty else { return }
    let item = BatchItem(present)
    var values = BatchItem()
    for field in others { values.take(field, from: item) }
    throw BatchRefusal.changed(version: current.text, present: values)
  }
}
