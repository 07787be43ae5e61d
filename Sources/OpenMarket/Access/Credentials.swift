package import Foundation

/// The credentials that authorise a change.
package enum Credentials: Sendable, Equatable {
  /// The password of the item itself, which is sold by the market's own vendor.
  case password(String)
  /// The identifier and secret of a vendor, which sells under its name.
  case vendor(identifier: String, secret: String)

  /// Throws the `ValidationError` for a password that no item can have.
  func validate() throws(ValidationError) {
    guard case .password(let password) = self else { return }
    try validatePassword(password)
  }
}

/// A seller with a name and a secret of its own.
package struct Vendor: Sendable, Equatable {
  package let id: Int
  package let name: String
  package let registrationDate: Date
  /// Where buyers reach it; nil where they ask the shop.
  package var contact: String?
}
