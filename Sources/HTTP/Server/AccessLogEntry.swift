/// What is told of each request when it has been answered. It holds nothing of fields or contents, where secrets are.
package struct AccessLogEntry: Sendable, Equatable {
  package let peer: String
  package let method: String
  package let target: String
  package let status: Int
  /// Of the answer's contents.
  package let bytes: Int
  package let milliseconds: Int
}
