import HTTP

/// A request that only the operator of the market may send: from the process that has the store open, or signed with the market's
/// key (`OperatorSignatures`). `MarketAPI` refuses it before it is read.
protocol OperatorRequest: MarketRequest {}

extension OperatorRequest {
  static var absence: ClientError? { .unsupported(.operation) }

  func error(in failure: FailedResponse) -> ClientError? {
    switch failure.code {
    case .operatorOnly: .operatorOnly
    // That of the path.
    case .noSuchVendor: .noSuchVendor(parameter)
    default: nil
    }
  }
}

extension HTTPResponse {
  /// A response to an operator, which no cache keeps.
  static func privateJSON(_ value: some Encodable, status: Int = 200) throws -> HTTPResponse {
    try json(value, status: status, headers: .unstored)
  }
}
