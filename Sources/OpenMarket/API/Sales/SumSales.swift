import HTTP

/// `GET /sales`: what was sold, added up by day, item or currency.
struct SumSales: LedgerRequest {
  typealias Response = SalesBody

  static let route = Route(method: .get, path: "/sales")

  static let form = QueryForm<Self>(
    items: [
      .choice("by", \.sales.grouping, absent: .day) { $0.rawValue },
      .text("from", \.sales.first, \.description, { CalendarDay($0) }, rule: "a day such as 2026-11-20"),
      .text("to", \.sales.last, \.description, { CalendarDay($0) }, rule: "a day such as 2026-11-20") {
        request in
        guard let first = request.sales.first, let last = request.sales.last, last < first else { return }
        throw APIError.malformed("to '\(last)' is before \(first)", field: "to")
      },
      .init(name: "margin", text: { $0.sales.readsCost ? "1" : nil }) { $1.sales.readsCost = $0 == "1" },
      .init(name: "page", text: { _ in nil }) { _, _ in
        throw APIError.malformed("sales have no page numbers: follow the Link of a page", field: "page")
      },
      .init(name: "after", text: { $0.sales.after?.text }) { text, request in
        guard let cursor = SalesCursor(text, of: request.sales) else {
          throw APIError.malformed(
            "after '\(text)' is not from the Link of a page of this report", field: "after")
        }
        request.sales.after = cursor
      },
      .number("per_page", \.sales.size, atMost: PageQuery.largestSize, absent: PageQuery.largestSize),
    ], isOrdered: true)

  var sales: SalesQuery

  static func read(_ received: ReceivedRequest) throws -> Self {
    try received.query(of: Self(sales: SalesQuery()))
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard !sales.readsCost || api.isEmbedded else {
      throw APIError(
        status: 403, code: .refused, reason: "Costs are private: only the market itself shows them",
        field: "margin")
    }
    let query = try await permitted(by: api, message)
    let report = try await api.marketplace.sales(query)
    var headers = HTTPHeaders()
    if query.vendor != nil { headers.forbidStoring() }
    if let first = query.first, let last = query.last {
      headers[.salesFrom] = first.description
      headers[.salesTo] = last.description
    }
    if let end = report.next {
      var next = query
      next.after = end
      headers.link(Self(sales: next).target, as: "next")
    } else if query.after == nil {
      // More pages are not counted: that would read all of them.
      headers[.totalCount] = String(report.rows.count)
    }
    return try .json(SalesBody(sales: report.rows.map(SalesBody.Row.init)), headers: headers).tagged
  }

  /// The query as it is answered: that of a vendor for its own items, and at a server of a year where it names no days. Throws
  /// `APIError.privateSales`.
  private func permitted(by api: APIContext, _ message: HTTPRequest) async throws -> SalesQuery {
    guard !api.isEmbedded else { return sales }
    var query = sales
    if let credentials = message.credentials, !credentials.user.isEmpty {
      let (vendor, _) = try await api.marketplace.vendor(
        credentials.user.lowercased(), secret: credentials.password, message.peer)
      query.vendor = vendor.id
    } else if !api.sales.isOpen {
      throw APIError.privateSales
    }
    if query.first == nil, query.last == nil {
      let today = try await api.marketplace.today()
      (query.first, query.last) = (today - (SalesAccess.days - 1), today)
    }
    return query
  }
}
