/// Why bytes are not a request that may be answered: the status to answer with, a sentence, and the rule. The
/// connection is closed after it, since where the next request would begin is not known.
package struct HTTPError: Error, Sendable, Equatable {
  package let status: Int
  package let reason: String
  /// The section of the RFC that says so, or that leaves the limit to the server.
  package let section: String

  package init(_ status: Int, _ reason: String, _ section: String) {
    self.status = status
    self.reason = reason
    self.section = section
  }
}
