package import Foundation

/// A seller with a name and a secret of its own.
package struct Vendor: Sendable, Equatable {
  package let id: Int
  package let name: String
  package let registrationDate: Date
}
