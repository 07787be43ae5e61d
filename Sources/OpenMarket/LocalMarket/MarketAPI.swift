import HTTP

/// The requests of one path beside v1 and v2 (see `.github/API.md`).
struct MarketAPI: RefusingSession {
  /// All requests; several of one path in the order of the field `Allow`.
  static let requests: [any MarketRequest.Type] = [
    ApplyBatch.self, ExportItems.self, SumItems.self, RankItems.self, ListMovements.self, RecordMovement.self,
    FindSales.self, RecordMovements.self, ShowMovement.self, SumSales.self, ListReviews.self,
    WriteReview.self, ShowReview.self, ChangeReview.self, DeleteReview.self, ListTrash.self, RestoreItem.self,
    DiscardItem.self, ListLog.self, ListSellerLog.self, UndoEntry.self, ArrangeImages.self,
    SetPassword.self, ShowSettings.self, ChangeSettings.self, ListVendors.self, AddVendor.self,
    RemoveVendor.self, SetContact.self, ForgetItems.self,
  ]

  /// The requests of v1 and these.
  static var allRoutes: [Route] { Endpoint.routes + requests.map { $0.route } }

  private let api: APIContext
  private let route: Route
  private let requests: [any MarketRequest.Type]

  /// The routes of all paths.
  static func routes(_ api: APIContext) -> [Router.Route] {
    Dictionary(grouping: requests) { $0.route.path }.values.map { requests in
      .template(
        requests[0].route.components, MarketAPI(api: api, route: requests[0].route, requests: requests))
    }
  }

  func response(to message: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: message, in: route.contract, reads: route.reads) {
      let received = ReceivedRequest(message, of: route, isEmbedded: api.isEmbedded)
      let type = try requestType(of: received)
      if type is any OperatorRequest.Type, !api.isOperated { throw APIError.operatorOnly }
      // A misspelt item would answer another question. v1 and v2 ignore them, as their clients expect.
      if let name = message.queryItems.map(\.name).first(where: { !type.queryNames.contains($0) }) {
        throw APIError.unknownQueryItem(name, known: type.queryNames)
      }
      return try await type.read(received).response(from: api, to: message)
    }
  }

  func refusal(of head: HTTPRequest) -> HTTPResponse? {
    api.refusal(in: route.contract) { _ = try requestType(of: ReceivedRequest(head, of: route)) }
  }

  /// The request of the path with its method.
  private func requestType(of received: ReceivedRequest) throws(APIError) -> any MarketRequest.Type {
    if route.isNumbered { _ = try received.id() }
    let method = received.message.method
    guard let type = requests.first(where: { $0.route.method == method }) else {
      throw .notAllowed(method, instead: requests.map { $0.route.method })
    }
    return type
  }
}

/// The response to a request whose path no API has: the requests that there are.
struct UnknownPath: RefusingSession {
  let api: APIContext

  func response(to request: HTTPRequest) async throws -> HTTPResponse {
    try await api.response(to: request, in: .items) { throw Self.error }
  }

  func refusal(of head: HTTPRequest) -> HTTPResponse? { api.refusal(in: .items) { throw Self.error } }

  private static let error = {
    var error = APIError.notFound
    error.requests = MarketAPI.allRoutes.map(\.text)
    return error
  }()
}
