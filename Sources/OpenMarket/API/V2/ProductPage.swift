import Foundation

extension JSONWriter {
  /// A page of products with its place in the list. v2a has the same keys in snake_case.
  ///
  /// - Parameter form: Nil where there is no store, and so no product.
  mutating func productPage(
    _ page: StoredPage, _ query: PageQuery, _ base: ImageBase, _ contract: ProductContract,
    _ form: ProductForm?
  ) throws {
    let isSnakeCase = contract == .v2a
    func name(_ camelCase: StaticString, _ snakeCase: StaticString) -> StaticString {
      isSnakeCase ? snakeCase : camelCase
    }
    let offset = (query.number - 1) * query.size
    let lastPage = (page.total + query.size - 1) / query.size
    try object { writer in
      writer.key(name("hasNext", "has_next"))
      writer.value(query.number < lastPage)
      writer.key(name("hasPrev", "has_prev"))
      writer.value(query.number > 1)
      writer.key(name("itemsPerPage", "items_per_page"))
      writer.value(query.size)
      writer.key(name("lastPage", "last_page"))
      writer.value(lastPage)
      // The index after the last product of a full page: the end, and not the length.
      writer.key("limit")
      writer.value(offset + query.size)
      // The index of the page's first product, from 0.
      writer.key("offset")
      writer.value(offset)
      writer.key(name("pageNo", "page_no"))
      writer.value(query.number)
      writer.key("pages")
      try writer.array { writer in
        guard let form else { return }
        try page.forEach { item in
          writer.product(item, base, form)
          try writer.flush()
        }
      }
      writer.key(name("totalCount", "total_count"))
      writer.value(page.total)
    }
  }

  /// An item in a list, as `Product` encodes itself.
  private mutating func product(_ item: StoredItem, _ base: ImageBase, _ form: ProductForm) {
    let (draft, date, contract) = (form.draft(of: item), form.date(of: item), form.contract)
    object(with: draft.details.published) { writer in
      writer.key("bargain_price")
      writer.value(draft.discountedPrice ?? draft.price.amount)
      writer.key("created_at")
      writer.value(date)
      writer.key("currency")
      writer.value(draft.price.currency.code)
      writer.key("description")
      writer.value(draft.description)
      writer.key("discounted_price")
      writer.value(draft.amountOff)
      writer.key("id")
      writer.value(item.id)
      writer.key("issued_at")
      writer.value(date)
      writer.key("name")
      writer.value(draft.title)
      writer.key("price")
      writer.value(draft.price.amount)
      writer.key("stock")
      writer.value(draft.stock)
      writer.key("thumbnail")
      writer.value(base.url(of: item.images.first ?? .placeholder))
      if contract == .v2b {
        writer.key("vendorName")
        writer.value(item.vendor.name)
      }
      writer.key("vendor_id")
      writer.value(item.vendor.id)
      if contract == .v2a {
        writer.key("vendor_name")
        writer.value(item.vendor.name)
      }
    }
  }
}
