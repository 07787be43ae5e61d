/// The details of a market that its operator sets, and every page shows.
package struct ShopDetails: Sendable, Equatable {
  /// Most bytes of each.
  package static let longest = 200

  /// The name of the market; nil for the word itself, in the language of the reader.
  package var title: String?
  /// A line by which readers reach the operator: an address, a telephone number, or the address of a page.
  package var contact: String?

  package init(title: String? = nil, contact: String? = nil) {
    (self.title, self.contact) = (title, contact)
  }
}
