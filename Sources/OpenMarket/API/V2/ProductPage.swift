import SystemSupport

extension JSONWriter {
  /// A page of products with its place in the list. v2a has the same keys in snake_case.
  ///
  /// - Parameter form: Nil where there is no store, and so no product.
  mutating func productPage(
    _ page: StoredPage, _ query: PageQuery, base: ImageBase, contract: ProductContract,
    form: ProductForm?
  ) throws {
    let isSnakeCase = contract == .v2a
    func name(_ camelCase: StaticString, _ snakeCase: StaticString) -> StaticString {
      isSnakeCase ? snakeCase : camelCase
    }
    let offset = (query.number - 1) * query.size
    // Clients decode whole numbers: a search that is not counted has the items so far, and one more where more follow.
    let total = page.total ?? offset + page.count + (page.hasNext ? 1 : 0)
    let lastPage = (total + query.size - 1) / query.size
    try object { writer in
      writer.member(name("hasNext", "has_next"), page.hasNext)
      writer.member(name("hasPrev", "has_prev"), query.number > 1)
      writer.member(name("itemsPerPage", "items_per_page"), query.size)
      writer.member(name("lastPage", "last_page"), lastPage)
      // The index after the last product of a full page: the end, and not the length.
      writer.member("limit", offset + query.size)
      // The index of the page's first product, from 0.
      writer.member("offset", offset)
      writer.member(name("pageNo", "page_no"), query.number)
      writer.key("pages")
      try writer.array { writer in
        guard let form else { return }
        try page.forEach { item in
          writer.product(item, base, form: form)
          try writer.flush()
        }
      }
      writer.member(name("totalCount", "total_count"), total)
    }
  }

  /// An item as v2 has it. Keys that only some clients read are always present: no client minds.
  ///
  /// - Parameter isFull: Whether it stands by itself, with its images; its keys are then those of both forms.
  mutating func product(_ item: StoredItem, _ base: ImageBase, form: ProductForm, isFull: Bool = false) {
    let (draft, date, vendor) = (form.draft(of: item), form.date(of: item), item.vendor)
    let isSnakeCase = form.contract == .v2a && !isFull
    object(inserting: draft.details.published.members) { writer in
      // The price after the discount.
      writer.member("bargain_price", draft.discountedPrice ?? draft.price.amount)
      writer.member("created_at", date)
      writer.member("currency", draft.price.currency.code)
      writer.member("description", draft.description)
      writer.member("discounted_price", draft.amountOff)
      writer.member("id", item.id)
      if isFull {
        writer.array("images", item.images) { writer, image in
          writer.object { writer in
            writer.member("id", image.id)
            writer.member("issued_at", date)
            writer.member("succeed", true)
            writer.member("thumbnail_url", base.text(ofThumbnail: image))
            writer.member("url", base.text(of: image))
          }
        }
      }
      writer.member("issued_at", date)
      writer.member("name", draft.title)
      writer.member("price", draft.price.amount)
      writer.member("stock", draft.stock)
      writer.member("thumbnail", base.text(ofThumbnail: item.images.first ?? .placeholder))
      writer.member("vendorName", isSnakeCase ? nil : vendor.name)
      writer.member("vendor_id", vendor.id)
      writer.member("vendor_name", isSnakeCase ? vendor.name : nil)
      guard isFull else { return }
      writer.key("vendors")
      writer.object { writer in
        writer.member("created_at", date)
        writer.member("id", vendor.id)
        writer.member("issued_at", date)
        writer.member("name", vendor.name)
      }
    }
  }
}
