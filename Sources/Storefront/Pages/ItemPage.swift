import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The page of an item: its images, price and stock, its description and its reviews.
struct ItemPage {
  /// Reviews on a page.
  private static let reviews = 10
  /// A description with more bytes than this is folded.
  private static let longDescription = 1_200

  let item: StoredItem
  private let query: ReviewQuery
  private let reviews: ReviewPage
  private let timeZone: TimeZone
  let page: PageRequest
  /// The form of the seller that was sent and not done.
  let attempt: Attempt?

  /// Reads the item with a page of its reviews.
  init(id: Int, _ page: PageRequest, _ attempt: Attempt? = nil) async throws {
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
      html.element(
        "article",
        [
          // The page may be the answer to a form, whose address is none to read.
          .class("wide goods"), .address(.dataPage, item.url),
          .phrase(.dataGone, LocalizedPhrase("This item is no longer for sale.")),
          .phrase(.dataChanged, LocalizedPhrase("The price or stock has changed.")),
        ]
      ) { html in
        html.notice(page)
        gallery(&html)
        html.element("div", [.class("facts")]) { html in
          html.element("h1") { $0.isolated(listed.title) }
          html.rating(item.rating, saysNone: true)
          html.price(listed)
          stock(&html)
          details(&html)
          tools(&html)
        }
        description(&html)
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
        html.element("div", [.class("photo none"), .token(.ariaHidden, "true")]) { html in
          html.element("span", text: String(item.draft.title.prefix(1)))
        }
        return
      }
      html.element(
        "ul",
        [
          .id("photos"), .token(.role, "list"), .label(LocalizedPhrase("Images")),
          .phrase(.dataPrevious, LocalizedPhrase("Previous image")),
          .phrase(.dataNext, LocalizedPhrase("Next image")),
        ] + (images.count > 1 ? [.token(.tabindex, "0")] : [])
      ) { html in
        for (index, image) in images.enumerated() {
          html.element("li", [.text(.id, "photo-\(index + 1)")]) { html in
            html.void(
              "img",
              html.sources(of: image, .large, room: "(min-width: 60rem) 40rem, 95vw") + [
                .token(.width, "960"), .token(.height, "960"),
                .phrase(.alt, alt(index)),
                index == 0 ? .token(.fetchPriority, "high") : .token(.loading, "lazy"),
                .token(.decoding, "async"),
              ])
          }
        }
      }
      guard images.count > 1 else { return }
      html.element("ul", [.class("thumbs")]) { html in
        for (index, image) in images.enumerated() {
          html.element("li") { html in
            html.element("a", [.href(PageURL(fragment: "photo-\(index + 1)"))]) { html in
              html.void(
                "img",
                html.sources(of: image, .small, room: "72px") + [
                  .token(.width, "72"), .token(.height, "72"),
                  .phrase(.alt, LocalizedPhrase("Image \(String(index + 1))")), .token(.loading, "lazy"),
                ])
            }
          }
        }
      }
    }
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
    if isOffSale {
      html.element("p", [.class("sold-out")], LocalizedPhrase("off sale"))
    } else if count == 0 {
      html.element("p", [.class("sold-out")], LocalizedPhrase("sold out"))
    } else {
      html.element("p", [.class("stock")], LocalizedPhrase("\(html.format.number(count)) in stock"))
    }
  }

  private func details(_ html: inout HTML) {
    html.element("dl", [.class("details")]) { html in
      func row(_ name: LocalizedPhrase, _ value: (inout HTML) -> Void) {
        html.element("div") { html in
          html.element("dt", name)
          html.element("dd", [], value)
        }
      }
      row(LocalizedPhrase("Added")) { $0.age(item.registrationDate) }
      if item.vendor.id != StoredVendor.marketID {
        row(LocalizedPhrase("Vendor")) { html in
          html.element("a", [.href(PageURL("vendors", item.vendor.id))]) { $0.isolated(item.vendor.name) }
        }
      }
      if let tags = item.draft.details.tags {
        row(DetailField.tags.name) { html in
          html.element("ul", [.class("tags")]) { html in
            for tag in tags {
              html.element("li") { html in
                html.element("a", [.href(PageURL(tag: tag))]) { $0.isolated(tag) }
              }
            }
          }
        }
      }
      if isOwn, let number = item.draft.details.reorderAt ?? nil {
        row(DetailField.reorderAt.name) { $0.text($0.format.number(number)) }
      }
      if let sku = item.draft.details.sku { row(DetailField.sku.name) { $0.isolated(sku) } }
      if let barcodes = item.draft.details.barcodes {
        row(DetailField.barcodes.name) { $0.isolated(barcodes.joined(separator: ", ")) }
      }
      row(LocalizedPhrase("ID")) { $0.text(String(item.id)) }
    }
  }

  private func description(_ html: inout HTML) {
    let text = item.draft.description
    guard !text.isEmpty else { return }
    html.element("section", [.class("description"), .token(.ariaLabelledBy, "description")]) { html in
      html.element("h2", [.id("description")], ItemField.descriptions.name)
      guard text.utf8.count > Self.longDescription else {
        html.element("p", [.class("prose"), .token(.dir, "auto")], text: text)
        return
      }
      html.element("details") { html in
        html.element("summary") { html in
          html.element(
            "span", [.class("beginning prose"), .token(.dir, "auto")], text: text.prefix(240) + "…")
          html.element("span", [.class("unfold")], LocalizedPhrase("Show the whole description"))
          html.element("span", [.class("fold")], LocalizedPhrase("Show less of the description"))
        }
        html.element("p", [.class("prose"), .token(.dir, "auto")], text: text)
      }
    }
  }

  private func reviewSection(_ html: inout HTML) {
    let rating = reviews.rating
    html.element("section", [.class("reviews"), .token(.ariaLabelledBy, "reviews")]) { html in
      html.element("h2", [.id("reviews")], LocalizedPhrase("Reviews"))
      guard rating.count > 0 else {
        html.element("p", [.class("count")], LocalizedPhrase("No reviews yet."))
        return
      }
      html.histogram(rating)
      order(&html)
      html.element("ol", [.class("opinions")]) { html in
        for review in reviews.reviews { html.review(review) { answering(&$0, review) } }
      }
      turning(&html, rating.count)
    }
  }

  private func order(_ html: inout HTML) {
    html.element("ul", [.class("views")]) { html in
      for (sort, words) in [
        (ReviewQuery.Sort.newest, LocalizedPhrase("Newest")), (.highest, LocalizedPhrase("Highest")),
        (.lowest, LocalizedPhrase("Lowest")),
      ] {
        html.element("li") { html in
          html.element(
            "a",
            [.href(PageURL(page.path, [("order", sort.rawValue)], fragment: "reviews"))]
              + (sort == query.sort ? [.current] : []), words)
        }
      }
    }
  }

  private func turning(_ html: inout HTML, _ total: Int) {
    func part(_ number: Int) -> PageURL {
      PageURL(page.path, [("order", query.sort.rawValue), ("reviews", String(number))], fragment: "reviews")
    }
    let before = (query.number - 1) * query.size
    guard before > 0 || total > query.size else { return }
    html.element("nav", [.class("turn"), .label(LocalizedPhrase("Parts of the reviews"))]) { html in
      if query.number > 1 {
        html.element("a", [.token(.rel, "prev"), .href(part(query.number - 1))], LocalizedPhrase("Previous"))
      }
      if before + query.size < total {
        html.element("a", [.token(.rel, "next"), .href(part(query.number + 1))], LocalizedPhrase("Next"))
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
  /// A form of the page that was sent and not done: what was typed, and why.
  struct Attempt {
    let form: String
    let text: String
    let problem: LocalizedPhrase

    /// Most characters of the text that the page repeats: more than any that is valid.
    private static let longest = 2 * ReviewLimits.text

    init(form: String, text: String, problem: LocalizedPhrase) {
      (self.form, self.problem) = (form, problem)
      self.text = String(text.unicodeScalars.prefix(Self.longest))
    }
  }

  var isOwn: Bool { page.seller?.owns(item) == true }

  private func problem(in form: String) -> LocalizedPhrase? {
    attempt?.form == form ? attempt?.problem : nil
  }

  private func text(in form: String) -> String? { attempt?.form == form ? attempt?.text : nil }

  /// The links and forms for the item.
  func tools(_ html: inout HTML) {
    guard page.sellers != nil else { return }
    let path = ["goods", String(item.id)]
    guard isOwn, let seller = page.seller else {
      html.element("p") { html in
        html.element(
          "a", [.class("quiet"), .href(PageURL(path + ["edit"])), .forSeller],
          LocalizedPhrase("Edit"))
      }
      return
    }
    html.element("section", [.class("tools"), .label(LocalizedPhrase("For the seller"))]) { html in
      html.element("p", [.class("actions")]) { html in
        html.element(
          "a", [.class("button"), .href(PageURL(path + ["edit"])), .forSeller], LocalizedPhrase("Edit"))
        html.element(
          "a", [.class("quiet"), .href(PageURL(path + ["delete"])), .forSeller], LocalizedPhrase("Delete"))
      }
      quantity(&html, seller, "sell", LocalizedPhrase("Pieces sold"), LocalizedPhrase("Record the sale"))
      quantity(
        &html, seller, "restock", LocalizedPhrase("Pieces delivered"), LocalizedPhrase("Record the delivery"))
    }
  }

  private func quantity(
    _ html: inout HTML, _ seller: SellerSession, _ kind: StaticString, _ label: LocalizedPhrase,
    _ words: LocalizedPhrase
  ) {
    let form = "\(kind)"
    html.form(PageURL(["goods", String(item.id), "stock"]), seller, [.class("quantity")]) { html in
      html.hidden("kind", form)
      // A form that is sent twice records once.
      html.hidden("key", RandomSecret.make(length: 26))
      html.element("label", [.text(.for, form)], label)
      if let problem = problem(in: form) {
        html.element(
          "p", [.class("problem"), .text(.id, "\(form)-problem"), .token(.role, "alert")], problem)
      }
      html.element("div", [.class("actions")]) { html in
        html.void(
          "input",
          [
            .token(.name, "quantity"), .text(.id, form), .text(.value, text(in: form) ?? "1"),
            .token(.inputmode, "numeric"), .token(.autocomplete, "off"), .flag(.required),
          ]
            + (problem(in: form) == nil
              ? [] : [.token(.ariaInvalid, "true"), .text(.ariaDescribedBy, "\(form)-problem")]))
        html.submit(words)
      }
    }
  }

  /// Forms to answer and to fold a review.
  func answering(_ html: inout HTML, _ review: Review) {
    guard isOwn, let seller = page.seller else { return }
    let form = "review-\(review.id)"
    let query = page.query.filter { ["order", "reviews"].contains($0.name) }
    let action = PageURL(["goods", String(item.id), "reviews", String(review.id)], query)
    if let problem = problem(in: form) { html.problem(problem) }
    if !review.text.isEmpty, !review.isFolded {
      html.form(action, seller) { html in
        html.submit(LocalizedPhrase("Fold the review"), [.class("quiet")])
      }
    }
    guard review.answer == nil else { return }
    html.element("details", problem(in: form) == nil ? [] : [.flag(.open)]) { html in
      html.element("summary", LocalizedPhrase("Answer the review"))
      html.form(action, seller) { html in
        let name = "answer-\(review.id)"
        html.element("label", [.text(.for, name)], LocalizedPhrase("Answer"))
        html.element(
          "textarea",
          [
            .token(.name, "answer"), .text(.id, name), .token(.rows, "3"), .flag(.required),
            .token(.dir, "auto"),
          ]
        ) { html in
          html.markup("\n")
          html.text(text(in: form) ?? "")
        }
        html.submit(LocalizedPhrase("Save the answer"))
      }
    }
  }
}
