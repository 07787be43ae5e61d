package import Foundation

/// Who sells under a name through the newer API (v2).
package struct Vendor: Sendable, Equatable {
  package let id: Int
  package let name: String
  package let registrationDate: Date
}
