import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The page of an item: its images, price and stock, its description and its reviews.
struct ItemPage {
  /// Reviews on a page.
  private static let reviews = 10
  /// Last sales that its seller sees.
  private static let sales = 10
  /// A description with more characters than this is folded: about six lines.
  private static let longDescription = 400

  let item: StoredItem
  private let query: ReviewQuery
  private let reviews: ReviewPage
  private let timeZone: TimeZone
  let page: PageRequest
  /// The form of the seller that was sent and not done.
  let attempt: FormAttempt?
  /// Whether the item is of the seller of the session.
  let isOwn: Bool
  /// The last sales, for the seller.
  let sales: [SalesOfDay.Sale]
  private let pixels: [Int: (width: Int, height: Int)]
  /// Where buyers reach the vendor, or the shop.
  private let contact: String?

  /// Reads the item with a page of its reviews.
  init(id: Int, _ page: PageRequest, _ attempt: FormAttempt? = nil) async throws {
    let marketplace = page.market.marketplace
    item = try await marketplace.item(id: id)
    var query = ReviewQuery(item: id, page: try page.number(.reviews) ?? 1, size: Self.reviews)
    if let order = page.value(.order) {
      guard let sort = ReviewQuery.Sort(rawValue: order) else {
        throw PageError.invalid(name: "order", value: order)
      }
      query.sort = sort
    }
    self.query = query
    reviews = try await marketplace.reviews(query)
    guard query.number == 1 || !reviews.reviews.isEmpty else { throw PageError.notFound }
    timeZone = try await marketplace.calendar().timeZone
    isOwn = try await page.isOwn(item)
    sales = isOwn ? try await marketplace.sales(ofItem: id, limit: Self.sales) : []
    pixels = try await marketplace.pixels(of: item.images)
    contact =
      item.vendor.id == StoredVendor.marketID
      ? page.shop.contact : try await marketplace.contact(ofVendor: item.vendor.id) ?? page.shop.contact
    self.page = page
    self.attempt = attempt
  }

  /// Whether the seller has taken the item off sale: it is in no list, and search engines leave it out.
  private var isOffSale: Bool { item.draft.details.offSale == true }

  func response(status: Int = 200) -> HTTPResponse {
    let listed = item.listed
    var layout = Layout(title: listed.title)
    layout.description = String(item.draft.description.prefix(160))
    if !isOffSale { layout.canonical = item.url }
    layout.image = item.images.first.map { PageURL($0) }
    layout.kind = "product"
    layout.data = ProductData.json(item, reviews.rating, base: page.base)
    let html = layout.page(for: page, timeZone: timeZone) { html in
      html.pixels = pixels
      html.element(
        "article",
        [
          // The page may be the answer to a form, whose address is none to read.
          .class("wide goods"), .address(.dataPage, item.url),
          .phrase(.dataGone, "This item is no longer for sale."),
          .phrase(.dataChanged, "The price or stock has changed."),
        ]
      ) { html in
        html.notice(page)
        gallery(&html)
        html.element("div", [.class("facts")]) { html in
          html.element("h1") { $0.isolated(listed.title) }
          html.rating(item.rating, saysNone: true)
          html.price(listed)
          stock(&html)
          ask(&html)
          tools(&html)
          description(&html)
          details(&html)
        }
        reviewSection(&html)
      }
    }
    return .page(html, status: status, for: page)
  }

  /// The images side by side in a strip that scrolls, with a link to each.
  private func gallery(_ html: inout HTML) {
    let images = item.images
    html.element("div", [.class("gallery")]) { html in
      guard !images.isEmpty else {
        return html.element("div", [.class("photo none"), .token(.ariaHidden, "true")]) { $0.tile(item) }
      }
      html.element(
        "ul",
        [
          .id("photos"), .text(.class, "shape-\(shape)"), .token(.role, "list"),
          .label(LocalizedPhrase("Images")),
          .phrase(.dataPrevious, "Previous image"),
          .phrase(.dataNext, "Next image"),
          .phrase(.dataClose, LocalizedPhrase("Close")),
        ] + (images.count > 1 ? [.token(.tabindex, "0")] : [])
      ) { html in
        for (index, image) in images.enumerated() {
          html.element("li", [.text(.id, "photo-\(index + 1)")]) { html in
            html.element("a", [.href(PageURL(image)), .phrase(.title, LocalizedPhrase("Enlarge"))]) { html in
              html.void(
                "img",
                sources(of: image, html) + [
                  .phrase(.alt, alt(index)),
                  index == 0 ? .token(.fetchPriority, "high") : .token(.loading, "lazy"),
                  .token(.decoding, "async"),
                ])
            }
          }
        }
      }
      guard images.count > 1 else { return }
      html.list([.class("thumbs")], of: zip(1..., images)) { html, image in
        html.element("a", [.href(PageURL(fragment: "photo-\(image.0)"))]) { html in
          html.void(
            "img",
            html.sources(of: image.1, .small, room: "72px") + [
              .token(.width, "72"), .token(.height, "72"), .phrase(.alt, "Image \(String(image.0))"),
              .token(.loading, "lazy"),
            ])
        }
      }
    }
  }

  /// The shape of the frame of the images, in percent of width to height: that of the first one, between 4:5 and 4:3.
  private var shape: Int {
    guard let first = item.images.first, let pixels = pixels[first.id] else { return 100 }
    let shape = 100 * Double(pixels.width) / Double(pixels.height)
    return [80, 90, 100, 110, 120].min { abs(Double($0) - shape) < abs(Double($1) - shape) }
      .map { $0 == 120 && shape > 126 ? 133 : $0 } ?? 100
  }

  /// The address and the size of an image. One that is smaller than its copies is shown as it is.
  private func sources(of image: StoredImage, _ html: HTML) -> [HTMLAttribute] {
    let copies = html.sources(of: image, .large, room: "(min-width: 60rem) 40rem, 95vw")
    guard let pixels = pixels[image.id] else { return copies }
    let isSmall = max(pixels.width, pixels.height) <= ThumbnailSize.large.rawValue
    return (isSmall ? [.address(.src, PageURL(image))] : copies) + [
      .text(.width, String(pixels.width)), .text(.height, String(pixels.height)),
    ]
  }

  private func alt(_ index: Int) -> LocalizedPhrase {
    let title = item.draft.title
    let count = item.images.count
    return count == 1
      ? LocalizedPhrase(verbatim: title)
      : LocalizedPhrase("\(title), image \(String(index + 1)) of \(String(count))")
  }

  private func stock(_ html: inout HTML) {
    let count = item.draft.stock
    html.element(
      "p", [isOffSale || count == 0 ? .class("sold-out") : .class("stock")],
      isOffSale
        ? LocalizedPhrase("off sale")
        : count == 0
          ? LocalizedPhrase("sold out") : LocalizedPhrase("\(html.format.number(count)) in stock"))
  }

  /// The way to ask about the item, outside of the market: the seller sees nothing of it here.
  private func ask(_ html: inout HTML) {
    guard !isOwn else { return }
    let subject = html.format.text(LocalizedPhrase("No. \(String(item.id)): \(item.draft.title)"))
    let name: StaticString = contact == nil ? "actions sharing" : "actions ask"
    html.element("p", [.class(name), .phrase(.dataShare, "Share this item")]) { html in
      guard let contact else { return }
      if let url = PageURL(contact: contact, subject: String(subject.prefix(200))) {
        html.link(LocalizedPhrase("Ask"), url, .class("button"), .token(.rel, "noopener"))
        // Not every machine can call or send mail.
        if !contact.contains("://") { html.element("span", [.class("count")]) { $0.isolated(contact) } }
      } else {
        html.text(LocalizedPhrase("Contact:"))
        html.text(" ")
        html.isolated(contact)
      }
    }
  }

  /// The tags, and a line with the vendor and the numbers of the item.
  private func details(_ html: inout HTML) {
    let details = item.draft.details
    if let tags = details.tags {
      html.list([.class("tags")], of: tags) { html, tag in
        html.element("a", [.href(PageURL(tag: tag))]) { $0.isolated(tag) }
      }
    }
    html.part("p", [.class("details")]) { html in
      if item.vendor.id != StoredVendor.marketID {
        html.element("a", [.href(PageURL("vendors", item.vendor.id))]) { $0.isolated(item.vendor.name) }
        html.text(" · ")
      }
      for code in [details.sku].compactMap(\.self) + (details.barcodes ?? []) {
        html.isolated(code)
        html.text(" · ")
      }
      html.text(LocalizedPhrase("No. \(String(item.id))"))
      if isOwn, let number = details.reorderAt ?? nil {
        html.text(" · ")
        html.text(DetailField.reorderAt.name)
        html.text(" \(html.format.number(number))")
      }
      html.text(" · ")
      html.text(LocalizedPhrase("Added"))
      html.text(" ")
      html.age(item.registrationDate)
    }
  }

  private func description(_ html: inout HTML) {
    let text = item.draft.description
    guard !text.isEmpty else { return }
    let beginning = text.prefix(Self.longDescription)
    html.part("section", [.class("description"), .token(.ariaLabelledBy, "description")]) { html in
      html.element("h2", [.id("description")], ItemField.descriptions.name)
      guard beginning.endIndex < text.endIndex else { return html.prose(text) }
      html.element("details") { html in
        html.element("summary") { html in
          html.element(
            "span", [.class("beginning prose"), .token(.dir, "auto")], text: beginning + "…")
          html.element("span", [.class("unfold")], "Show the whole description")
          html.element("span", [.class("fold")], "Show less of the description")
        }
        html.prose(text)
      }
    }
  }

  private func reviewSection(_ html: inout HTML) {
    let rating = reviews.rating
    html.element("section", [.class("reviews"), .token(.ariaLabelledBy, "reviews")]) { html in
      html.element("h2", [.id("reviews")], LocalizedPhrase("Reviews"))
      if page.sellers != nil {
        html.element("p") { html in
          html.link("Write a review", PageURL(["goods", String(item.id), "review"]), .forSeller)
        }
      }
      guard rating.count > 0 else { return html.element("p", [.class("count")], "No reviews yet.") }
      html.histogram(rating)
      order(&html)
      html.element("ol", [.class("opinions")]) { html in
        for review in reviews.reviews { html.review(review) { answering(&$0, review) } }
      }
      turning(&html, rating.count)
    }
  }

  private func order(_ html: inout HTML) {
    html.views(
      [
        (ReviewQuery.Sort.newest, LocalizedPhrase("Newest")), (.highest, LocalizedPhrase("Highest")),
        (.lowest, LocalizedPhrase("Lowest")),
      ].map {
        (PageURL(page.path, [("order", $0.rawValue)], fragment: "reviews"), $1, $0 == query.sort)
      })
  }

  private func turning(_ html: inout HTML, _ total: Int) {
    func part(_ number: Int) -> PageURL {
      PageURL(page.path, [("order", query.sort.rawValue), ("reviews", String(number))], fragment: "reviews")
    }
    let before = (query.number - 1) * query.size
    guard before > 0 || total > query.size else { return }
    html.element("nav", [.class("turn"), .label("Parts of the reviews")]) { html in
      if query.number > 1 {
        html.link(LocalizedPhrase("Previous"), part(query.number - 1), .token(.rel, "prev"))
      }
      if before + query.size < total {
        html.link(LocalizedPhrase("Next"), part(query.number + 1), .token(.rel, "next"))
      }
    }
  }
}

extension PageURL {
  /// The list of a tag. Browsers take the tags `.` and `..` for folders, so these are conditions of the front page.
  init(tag: String) {
    self = [".", ".."].contains(tag) ? PageURL([], [("tag", tag)]) : PageURL(["tags", tag])
  }
}

/// The part of an item's page for its seller: links to edit and delete it, and forms for its stock and reviews.
extension ItemPage {
  private func attempt(in form: String) -> FormAttempt? { attempt?.form == form ? attempt : nil }

  /// The links and forms for the item.
  func tools(_ html: inout HTML) {
    guard isOwn, let seller = page.seller else { return }
    let path = ["goods", String(item.id)]
    html.part("section", [.class("tools"), .label("For the seller")]) { html in
      quantity(&html, seller, "sell", "Pieces sold", "Record the sale")
      quantity(&html, seller, "restock", "Pieces delivered", "Record the delivery")
      html.element("p", [.class("actions")]) { html in
        html.link(LocalizedPhrase("Edit"), PageURL(path + ["edit"]), .class("quiet"), .forSeller)
        html.link(LocalizedPhrase("Delete"), PageURL(path + ["delete"]), .class("quiet"), .forSeller)
      }
      guard !sales.isEmpty else { return }
      html.element("h2", "Last sales")
      html.sales(sales, hasDays: true)
    }
  }

  private func quantity(
    _ html: inout HTML, _ seller: SellerSession, _ kind: String, _ label: LocalizedPhrase,
    _ words: LocalizedPhrase
  ) {
    html.form(PageURL(["goods", String(item.id), "stock"]), seller, [.class("quantity")]) { html in
      html.hidden("kind", kind)
      html.key()
      html.quantity(kind, label, "1", words, attempt(in: kind), isQuiet: kind != "sell")
    }
  }

  /// Forms to answer and to fold a review.
  func answering(_ html: inout HTML, _ review: Review) {
    guard isOwn, let seller = page.seller else { return }
    let form = "review-\(review.id)"
    let query = page.query.filter { ["order", "reviews"].contains($0.name) }
    let action = PageURL(["goods", String(item.id), "reviews", String(review.id)], query)
    if let attempt = attempt(in: form) { html.problem(attempt.problem) }
    if !review.text.isEmpty, !review.isFolded {
      html.button("Fold the review", action, seller)
    }
    guard review.answer == nil else {
      // Another session has answered meanwhile: what was typed here can be copied.
      if let attempt = attempt(in: form) { html.prose(attempt.text) }
      return
    }
    html.element("details", attempt(in: form) == nil ? [] : [.flag(.open)]) { html in
      html.element("summary", "Answer the review")
      html.form(action, seller) { html in
        let name = "answer-\(review.id)"
        html.element("label", [.text(.for, name)], LocalizedPhrase("Answer"))
        html.area(
          attempt(in: form)?.text ?? "",
          [.token(.name, "answer"), .text(.id, name), .token(.rows, "3"), .flag(.required)])
        html.submit("Save the answer")
      }
    }
  }
}
