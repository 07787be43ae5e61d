/// A page of products with where it lies in the list. v2a writes the same names with underscores.
struct ProductPage: Encodable {
  let pageNo: Int
  let itemsPerPage: Int
  let totalCount: Int
  /// Where the page begins.
  let offset: Int
  /// Where it would end if it were full, and not how long it is.
  let limit: Int
  let lastPage: Int
  let hasNext: Bool
  let hasPrev: Bool
  let pages: [Product]

  init(_ query: PageQuery, total: Int, products: [Product]) {
    pageNo = query.number
    itemsPerPage = query.size
    totalCount = total
    offset = (query.number - 1) * query.size
    limit = offset + query.size
    lastPage = (total + query.size - 1) / query.size
    hasNext = query.number < lastPage
    hasPrev = query.number > 1
    pages = products
  }
}
