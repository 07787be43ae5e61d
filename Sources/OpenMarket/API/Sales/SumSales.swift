import HTTP

/// `GET /sales`: what was sold, added up by day, item, tag or currency.
struct SumSales: LedgerRequest {
  typealias Response = SalesBody

  static let route = Route(method: .get, path: "/sales")

  static let form = QueryForm<Self>(
    items: [
      .choice("by", \.sales.grouping, absent: .day) { $0.rawValue },
      .text("from", \.sales.from, \.text, { GivenDay($0) }, rule: GivenDay.examples.english),
      .text("to", \.sales.to, \.text, { GivenDay($0) }, rule: GivenDay.examples.english) {
        try checkOrder($0.sales)
      },
      .scale(of: \.sales.period), .date(of: \.sales.period),
      .init(name: "margin", text: { $0.sales.readsCost ? "1" : nil }) { text, request in
        guard text == "1" else { throw APIError.malformed("margin '\(text)' is not 1", field: "margin") }
        request.sales.readsCost = true
      },
      .init(name: "page", text: { _ in nil }) { _, _ in
        throw APIError.malformed("sales have no page numbers: follow the Link of a page", field: "page")
      },
      .init(name: "after", text: { $0.sales.after?.text }) { text, request in
        request.sales.after = try SalesCursor(text, of: request.sales).orThrow(
          APIError.malformed(
            "after '\(text)' is not from the Link of a page of this report", field: "after"))
      },
      .number("per_page", \.sales.size, atMost: SalesQuery.largestSize, absent: SalesQuery.largestSize),
    ], isOrdered: true)

  var sales: SalesQuery

  static func read(_ received: ReceivedRequest) throws -> Self {
    let request = try received.query(of: Self(sales: SalesQuery()))
    guard request.sales.period == nil || request.sales.from == nil && request.sales.to == nil else {
      throw APIError.malformed("date and period are instead of from and to", field: "date")
    }
    return request
  }

  private static func checkOrder(_ sales: SalesQuery) throws(APIError) {
    guard let first = sales.first, let last = sales.last, last < first else { return }
    throw APIError.malformed("to '\(last)' is before \(first)", field: "to")
  }

  func response(from api: APIContext, to message: HTTPRequest) async throws -> HTTPResponse {
    guard !sales.readsCost || api.isOperated else {
      throw APIError(
        status: 403, code: .refused, reason: "Costs are private: only the market itself shows them",
        field: "margin")
    }
    let query = try await permitted(by: api, message)
    try Self.checkOrder(query)
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
    return try .json(SalesBody(sales: report.rows), headers: headers).tagged
  }

  /// The query as it is answered: that of a vendor for its own items, and at a server of a year where it names no days. Throws
  /// `APIError.privateSales`.
  private func permitted(by api: APIContext, _ message: HTTPRequest) async throws -> SalesQuery {
    var query = sales.isRelative ? sales.resolved(today: try await api.marketplace.today()) : sales
    guard !api.isOperated else { return query }
    if let credentials = message.credentials, !credentials.user.isEmpty {
      let (vendor, _) = try await api.marketplace.vendor(
        credentials.user.lowercased(), secret: credentials.password, client: message.peer)
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

extension QueryForm.Item {
  /// The length of a period, before its `date`.
  static func scale(of field: any WritableKeyPath<Value, BestQuery.Time?> & Sendable) -> Self {
    Self(
      name: "period", text: { $0[keyPath: field].flatMap { $0.scale == .day ? nil : $0.scale.rawValue } }
    ) { text, value in
      guard let scale = SalesPeriod.Scale(rawValue: text) else {
        throw APIError.malformed("period '\(text)' is none of day, week, month", field: "period")
      }
      value[keyPath: field] = .last(scale)
    }
  }

  /// A day of a period.
  static func date(of field: any WritableKeyPath<Value, BestQuery.Time?> & Sendable) -> Self {
    Self(name: "date", text: { $0[keyPath: field]?.text }) { text, value in
      value[keyPath: field] = try BestQuery.Time(text, value[keyPath: field]?.scale ?? .day).orThrow(
        APIError.malformed(
          "date '\(text)' is not \(GivenDay.examples.english), nor 'last'", field: "date"))
    }
  }
}
