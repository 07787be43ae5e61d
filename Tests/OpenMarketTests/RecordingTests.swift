import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct RecordingTests {
  private static let mini = ItemDraft(title: "Mac mini", price: Price(1, .usDollar))
  private static let edit = ItemPatch(title: "MacBook Air", discount: ItemPatch.Discount.none, images: [])

  private static func image() throws -> ItemImage { try ItemImage(path: MockData.path("macbook.jpg")) }

  private static func requests() throws -> [HTTPRequest] {
    let image = try image()
    let password = SampleMarket.password
    let endpoints: [Endpoint] = [
      .page(PageQuery(1)), .page(PageQuery(2)), .item(id: 1), .item(id: 2), .item(id: 3), .item(id: 4),
      .add(mini, images: [image], password: password),
      .add(mini, images: Array(repeating: image, count: 6), password: password),
      .edit(id: 1, edit, password: password), .edit(id: 1, ItemPatch(), password: password),
      .edit(id: 1, edit, password: "guess"), .edit(id: 4, edit, password: password),
      .delete(id: 1, password: password), .delete(id: 1, password: "guess"),
      .delete(id: 4, password: password),
      .image(StoredImage(id: 1, format: .png)), .image(StoredImage(id: 9, format: .png)),
    ]
    let form = MultipartForm(parts: [.init(name: "currency", text: "USD")]).encoded(boundary: "cut")
    let review = try ReviewDraft(stars: 3, text: "보통", author: "이영희")
    let other = SampleMarket.reviewPassword
    let reviews: [any MarketRequest] = [
      ListReviews(reviews: ReviewQuery(item: 1)), ListReviews(reviews: ReviewQuery(item: 1, sort: .lowest)),
      ListReviews(reviews: ReviewQuery(item: 2)), ListReviews(reviews: ReviewQuery(item: 4)),
      WriteReview(item: 1, draft: review, password: "mine"),
      WriteReview(item: 1, draft: try ReviewDraft(stars: 5, receipt: "ABC"), password: "mine"),
      WriteReview(item: 4, draft: review, password: "mine"),
      ChangeReview(id: 2, change: .answer("Thanks"), password: password),
      ChangeReview(id: 2, change: .answer("Thanks"), password: other),
      ChangeReview(id: 1, change: .answer("Thanks"), password: password),
      ChangeReview(id: 9, change: .answer("Thanks"), password: password),
      ChangeReview(id: 2, change: .fold, password: password),
      DeleteReview(id: 2, right: .password(other)), DeleteReview(id: 2, right: .password(password)),
      DeleteReview(id: 9, right: .password(other)),
    ]
    let requests =
      try reviews.map { try $0.message() } + endpoints.map { try $0.request(boundary: "cut") }
    return requests.map { $0.addressed(to: URL.embeddedMarket) } + [
      HTTPRequest(.post, target: "/item"),
      HTTPRequest(.post, target: "/item", headers: ["Content-Type": form.contentType], body: form.body),
      HTTPRequest(.get, target: "/elsewhere"),
    ]
  }

  @Test func `the recordings match the embedded market's responses`() async throws {
    for request in try Self.requests() {
      let response = try await SampleMarket.embedded.session().response(to: request)
      let recorded = try Recording.response(to: request)
      #expect(Self.shown(response) == Self.shown(recorded), "\(request.method.rawValue) \(request.target)")
    }
  }

  private static func shown(_ response: HTTPResponse) -> String {
    // The other fields, for caching and display, are not recorded.
    let fields = ["X-Total-Count", "Link", "Content-Type"].compactMap { name in
      response.headers[HTTPField.Name(name)].map { "\(name): \($0)" }
    }
    let body = String(validating: response.body, as: UTF8.self) ?? "⟨\(response.body.base64EncodedString())⟩"
    return (["\(response.status)"] + fields + ["", body]).joined(separator: "\n")
  }
}
