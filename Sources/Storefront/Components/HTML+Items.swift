import Foundation
import OpenMarket
import SystemSupport
import Wording

/// An item of the store as people read it, without the addresses of its images.
extension StoredItem {
  var listed: Item {
    Item(
      id: id, title: draft.title, price: draft.price,
      discountedPrice: draft.discountedPrice.map { Price($0, draft.price.currency) }, stock: draft.stock,
      thumbnails: [], registrationDate: registrationDate, description: nil, images: nil, rating: rating,
      details: draft.details.published)
  }

  var url: PageURL { PageURL("goods", id) }
}

extension HTML {
  /// A row of a list: an image, the title as the one link, the price, the ratings and whether it is sold out.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the image is among those that are seen first.
  ///   - more: Appends what precedes the title.
  ///
  mutating func card(
    _ item: StoredItem, isFirst: Bool, _ more: ((inout HTML) -> Void)? = nil
  ) {
    let listed = item.listed
    element("li", [.text(.id, "i\(item.id)"), .class(listed.stock == 0 ? "card gone" : "card")]) { html in
      html.photo(of: item, isFirst: isFirst)
      html.element("div", [.class("facts")]) { html in
        more?(&html)
        html.element("h2") { html in
          html.element("a", [.href(item.url)]) { $0.isolated(listed.title) }
        }
        html.price(listed)
        html.rating(item.rating)
        if listed.stock == 0 { html.element("p", [.class("sold-out")], LocalizedPhrase("sold out")) }
      }
    }
  }

  /// The first image of an item in a list, next to its title and therefore without words; a letter where there is none.
  private mutating func photo(of item: StoredItem, isFirst: Bool) {
    element("div", [.class("photo"), .token(.ariaHidden, "true")]) { html in
      if let image = item.images.first {
        html.void(
          "img",
          html.sources(of: image, .small, room: "(min-width: 60rem) 17rem, 45vw") + [
            .token(.alt, ""), .token(.width, "320"), .token(.height, "320"),
            isFirst ? .token(.fetchPriority, "high") : .token(.loading, "lazy"), .token(.decoding, "async"),
          ])
      } else {
        html.element("span", text: String(item.draft.title.prefix(1)))
      }
    }
  }

  /// The address of an image: of a copy in this size, and of those for other screens, where there are copies.
  ///
  /// - Parameter room: The widths at which the image is shown, as `sizes` has them.
  func sources(of image: StoredImage, _ size: ThumbnailSize, room: StaticString) -> [HTMLAttribute] {
    guard hasThumbnails else { return [.address(.src, PageURL(image))] }
    let copies = ThumbnailSize.allCases.map { (PageURL(image, $0), $0.rawValue) }
    return [.address(.src, PageURL(image, size)), .sources(copies), .token(.sizes, room)]
  }

  /// The price; a discounted one with the price before, struck through, and the discount in per cent.
  mutating func price(_ item: Item) {
    element("p", [.class("price")]) { html in
      guard let discounted = item.discountedPrice, discounted != item.price else {
        html.element("b", text: html.format.price(item.price))
        return
      }
      html.element("b", text: html.format.price(discounted))
      html.text(" ")
      html.element("s") { html in
        html.element("span", [.class("unseen")], LocalizedPhrase("Price before:"))
        html.text(" ")
        html.text(html.format.price(item.price))
      }
      if let percent = item.discountPercent {
        html.text(" ")
        html.element("span", [.class("off")], text: "−\(percent)%")
      }
    }
  }

  /// Five stars in halves with the number of ratings.
  ///
  /// - Parameter saysNone: Whether there is a line without ratings, too: the first one then moves nothing below it.
  mutating func rating(_ rating: RatingSummary, saysNone: Bool = false) {
    guard let tenths = rating.tenths else {
      if saysNone { element("p", [.class("rating")], rating.words(format)) }
      return
    }
    element("p", [.class("rating")]) { html in
      html.element("span", [.class("unseen")], rating.words(html.format))
      html.stars(tenths: tenths)
      html.element("span", [.token(.ariaHidden, "true")]) { html in
        html.text("\(RatingSummary.digits(tenths)) (\(html.format.compact(rating.count)))")
      }
    }
  }

  /// Five stars, cut to halves, as a picture for the words beside it.
  mutating func stars(tenths: Int) {
    element("span", [.text(.class, "stars s\(tenths / 5)"), .token(.ariaHidden, "true")], text: "★★★★★")
  }

  /// An instant: its age for people, and the time for programs.
  mutating func age(_ date: Date) {
    element(
      "time", [.text(.datetime, format.timestamp(date)), .text(.title, format.dayAndTime(date))],
      text: format.age(date))
  }
}
