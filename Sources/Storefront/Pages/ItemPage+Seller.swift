import HTTP
import OpenMarket
import SystemSupport
import Wording

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
