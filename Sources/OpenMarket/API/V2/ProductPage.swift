/// A page of products with its place in the list. v2a writes the same keys in snake_case.
struct ProductPage: Encodable {
  let pageNo: Int
  let itemsPerPage: Int
  let totalCount: Int
  /// The index of the page's first product, from 0.
  let offset: Int
  /// The index after the last product of a full page: the end, and not the length.
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
