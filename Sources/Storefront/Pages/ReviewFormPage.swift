import Foundation
import HTTP
import OpenMarket
import SystemSupport
import Wording

/// The form in which a buyer writes a review, with the code of a receipt or without one.
struct ReviewFormPage {
  /// Parts of the form.
  private static let parts = 10

  private let item: StoredItem
  private let page: PageRequest
  private var texts: [ReviewField: String] = [:]
  private var key = RandomSecret.make(length: 26)
  private var problems: [(field: String, words: LocalizedPhrase)] = []

  private init(item id: Int, _ page: PageRequest) async throws {
    guard page.sellers != nil else { throw PageError.notFound }
    item = try await page.market.marketplace.item(id: id)
    self.page = page
    texts[.receipt] = page.value(.receipt)
  }

  static func form(item: Int, _ page: PageRequest) async throws -> HTTPResponse {
    try await ReviewFormPage(item: item, page).response()
  }

  /// Stores the review of a form, and leads to it.
  static func sent(item: Int, _ page: PageRequest) async throws -> HTTPResponse {
    guard page.market.isOwnPage(page.request) else { throw PageError.foreignForm }
    var review = try await ReviewFormPage(item: item, page)
    let form = try page.request.form(partLimit: parts)
    for field in [ReviewField.stars, .text, .author, .receipt] {
      let text = form[field.rawValue]?.text?.replacing("\r\n", with: "\n") ?? ""
      review.texts[field] = String(text.unicodeScalars.prefix(2 * ReviewLimits.text))
    }
    if let key = form["key"]?.text, !key.isEmpty { review.key = key }
    let texts = review.texts
    let stars = Int(texts[.stars] ?? "") ?? 0
    let receipt = texts[.receipt]?.trimmingCharacters(in: .whitespaces) ?? ""
    // Without a password the review has the key of its form: sent twice, it is one.
    let password = form["password"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? review.key
    review.check { _ = try ReviewDraft(stars: stars) }
    review.check { _ = try ReviewDraft(stars: 1, text: texts[.text]) }
    review.check { _ = try ReviewDraft(stars: 1, author: texts[.author]) }
    review.check { _ = try ReviewDraft(stars: 1, receipt: receipt.isEmpty ? nil : receipt) }
    review.check { try validatePassword(password) }
    guard review.problems.isEmpty else { return review.response(status: 422) }
    do {
      let draft = try ReviewDraft(
        stars: stars, text: texts[.text], author: texts[.author], receipt: receipt.isEmpty ? nil : receipt)
      let written = try await page.market.marketplace.write(
        draft, item: item, password: password, key: review.key, client: page.request.peer)
      let notice =
        written.isRepeated
        ? try await page.repeated(at: written.review.editDate ?? written.review.date)
        : SellerNotice(.reviewed)
      return page.redirect(
        to: PageURL(["goods", String(item)], fragment: "review-\(written.review.id)"), notice)
    } catch {
      guard review.note(error) else { throw error }
      return review.response(status: page.status(of: error))
    }
  }

  /// Notes the problem of an error that is thrown.
  private mutating func check(_ rule: () throws -> Void) {
    do { try rule() } catch { note(error) }
  }

  /// Notes the problem of an error beside its field; false for an error of none.
  @discardableResult
  private mutating func note(_ error: any Error) -> Bool {
    guard let problem = Self.problem(error) else { return false }
    problems.append(problem)
    // Sent again, it is another review.
    if problem.words == FormAttempt.sentBefore { key = RandomSecret.make(length: 26) }
    return true
  }

  /// The field that an error is about, and its words; nil for another error.
  private static func problem(_ error: any Error) -> (field: String, words: LocalizedPhrase)? {
    switch error {
    case let error as ReviewValidationError where error.field == .stars:
      ("stars", "Choose one to five stars.")
    case let error as ReviewValidationError:
      (error.field.rawValue, error.sentence(about: error.field.label))
    case let error as ValidationError: ("password", error.words)
    case MarketplaceError.unknownReceipt:
      ("receipt", "No sale of this item has this code. Check it, or leave it out.")
    case MarketplaceError.wrongReviewPassword:
      ("password", "This receipt has a review already. Enter its password to change it.")
    case MarketplaceError.tooManyReviews(let seconds), MarketplaceError.tooManyAttempts(let seconds):
      ("text", "Too many reviews. Try again in \(String(seconds)) seconds.")
    case MarketplaceError.idempotencyKeyReused, MarketplaceError.goneReview: ("text", FormAttempt.sentBefore)
    default: nil
    }
  }

  private func response(status: Int = 200) -> HTTPResponse {
    Layout.narrow("Write a review", for: page, status: status) { html in
      html.element("ul", [.class("items rows")]) { $0.card(item, isFirst: true) }
      for problem in problems { html.problem(problem.words) }
      // The answer names every problem at once.
      html.form(PageURL(["goods", String(item.id), "review"]), nil, [.flag(.novalidate)]) { html in
        html.hidden("key", key)
        stars(&html)
        html.field("text", ReviewField.text.label, problem: problem("text")) { html, own in
          html.area(texts[.text] ?? "", own + [.token(.rows, "5")])
        }
        html.line(
          "author", ReviewField.author.label, texts[.author] ?? "", problem: problem("author"),
          [.token(.autocomplete, "nickname"), .token(.dir, "auto")])
        html.line(
          "receipt", ReviewField.receipt.label, texts[.receipt] ?? "",
          hint: "With the code of a receipt the review is marked as verified.", problem: problem("receipt"),
          [.token(.autocomplete, "off"), .token(.maxlength, "64")])
        html.line(
          "password", ItemField.password.name, "",
          hint: "To change the review, send the form again with it and the receipt's code.",
          problem: problem("password"), [.token(.type, "password"), .token(.autocomplete, "new-password")])
        html.element("p", [.class("actions")]) { html in
          html.submit("Send the review")
          html.link(LocalizedPhrase("Cancel"), item.url, .class("quiet"))
        }
      }
    }
  }

  /// A radio button for each number of stars.
  private func stars(_ html: inout HTML) {
    html.element("fieldset", [.class("stars-field")]) { html in
      html.element("legend", LocalizedPhrase("Stars"))
      for stars in Stars.allCases {
        let name = "stars-\(stars.rawValue)"
        html.element("label", [.text(.for, name)]) { html in
          html.void(
            "input",
            [
              .token(.type, "radio"), .class("unseen"), .token(.name, "stars"), .text(.id, name),
              .text(.value, String(stars.rawValue)), .flag(.required),
            ] + (texts[.stars] == String(stars.rawValue) ? [.flag(.checked)] : []))
          html.element("span", [.class("star"), .token(.ariaHidden, "true")]) { _ in }
          html.element("span", [.class("unseen")], stars.words)
        }
      }
    }
  }

  private func problem(_ field: String) -> LocalizedPhrase? { problems.first { $0.field == field }?.words }
}

extension ReviewField {
  /// The name of the field in the form.
  fileprivate var label: LocalizedPhrase {
    switch self {
    case .stars: LocalizedPhrase("Stars")
    case .text: LocalizedPhrase("Text")
    case .author: "Your name"
    case .receipt: "Code of the receipt"
    case .answer: LocalizedPhrase("Answer")
    case .reason: LocalizedPhrase("Reason")
    }
  }
}
