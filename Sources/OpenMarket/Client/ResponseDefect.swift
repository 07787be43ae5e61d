/// Why an answer is none that the Open Market API gives.
package enum ResponseDefect: Sendable, Equatable {
  case unreadable(JSONDefect)
  case empty(status: Int)
  case unexpectedStatus(Int)
  /// A refusal that does not say why.
  case noReason(status: Int)
  /// 404 to a question that is not about one item.
  case unknownPath
  /// It tells of the deletion of something else.
  case deletedOther(id: Int, insteadOf: Int)
  /// There is no answer: the question cannot be written as a request.
  case noRequest
}
