package import OpenMarket

extension NetworkManager {
  /// Adds an item whose draft the test knows to be valid; throws the `ValidationError` otherwise.
  @discardableResult
  package func add(_ draft: ItemDraft, images: [ItemImage], password: String) async throws -> Item {
    try await add(ValidDraft(draft), images: images, password: password)
  }
}
