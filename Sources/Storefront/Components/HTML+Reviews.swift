import OpenMarket
import SystemSupport
import Wording

extension HTML {
  /// The ratings by star, the best first: a bar in proportion to all ratings, and their number.
  mutating func histogram(_ rating: Rating) {
    element("div", [.class("histogram")]) { html in
      if let tenths = rating.summary.tenths {
        html.element("p", [.class("mean")]) { html in
          html.element("b", [.token(.ariaHidden, "true")], text: RatingSummary.digits(tenths))
          html.stars(tenths: tenths)
          html.element("span", rating.summary.words(html.format, verified: rating.verifiedCount))
        }
      }
      html.element("dl") { html in
        for stars in Stars.allCases.reversed() {
          let count = rating.count(of: stars)
          html.element("div") { html in
            html.element("dt", stars.words)
            html.element("dd") { html in
              // In tenths of all ratings, and at least one of them where there is any.
              let tenths = (count * 10 + rating.count - 1) / rating.count
              html.element("span", [.text(.class, "share s\(tenths)"), .token(.ariaHidden, "true")]) { _ in }
              html.text(html.format.number(count))
            }
          }
        }
      }
    }
  }

  /// A review with the seller's answer. A folded text is shown when the reader unfolds it.
  ///
  /// - Parameter more: Appends what follows.
  ///
  mutating func review(_ review: Review, _ more: (inout HTML) -> Void) {
    element("li", [.class("review"), .text(.id, "review-\(review.id)")]) { html in
      html.element("p", [.class("by")]) { html in
        html.stars(tenths: review.stars.rawValue * 10)
        html.element("span", [.class("unseen")], review.stars.words)
        if let author = review.author { html.element("b") { $0.isolated(author) } }
        if review.isVerified { html.element("span", [.class("mark")], LocalizedPhrase("verified purchase")) }
        html.age(review.date)
      }
      if !review.text.isEmpty {
        if review.isFolded {
          html.element("details") { html in
            html.element("summary", LocalizedPhrase("The seller has folded this text"))
            html.element("p", [.class("prose"), .token(.dir, "auto")], text: review.text)
          }
        } else {
          html.element("p", [.class("prose"), .token(.dir, "auto")], text: review.text)
        }
      }
      if let answer = review.answer {
        html.element("div", [.class("answer")]) { html in
          html.element("p", [.class("by")]) { html in
            html.element("b", LocalizedPhrase("Seller's answer"))
            html.age(answer.date)
          }
          html.element("p", [.class("prose"), .token(.dir, "auto")], text: answer.text)
        }
      }
      more(&html)
    }
  }
}
