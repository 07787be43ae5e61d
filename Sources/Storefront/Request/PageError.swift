/// Why a request has no page. Each becomes a page with a status, which says what to do next.
enum PageError: Error, Equatable {
  case notFound
  /// A value of the query that its name cannot have.
  case invalid(name: String, value: String)
  /// Another method than GET.
  case notAllowed
  /// The form is not one that this page has sent to this seller.
  case foreignForm
  case failed(status: Int, retryAfter: Int?)

  var status: Int {
    switch self {
    case .notFound: 404
    case .invalid: 400
    case .notAllowed: 405
    case .foreignForm: 403
    case .failed(let status, _): status
    }
  }
}
