import Console
import OpenMarket
import Testing

@testable import OpenMarket
@testable import market

/// The reasons of a market, which are English sentences, in the language of the run.
struct ServerReasonTests {
  private static func korean(_ reason: String) -> String {
    Language.korean.text(ServerReason.phrase(reason))
  }

  @Test(arguments: [
    ("cost '1.5' has more decimals than KRW has (none)", "원가 '1.5': KRW 통화에는 소수 자리가 없습니다"),
    ("price '1.234' has more decimals than USD has (2)", "가격 '1.234': 소수 자릿수가 USD 통화의 자릿수(2)보다 많습니다"),
    ("discounted_price '9' is above the price '5'", "할인가 '9': 가격 '5'보다 큽니다"),
    ("title is missing", "상품명을 입력하세요"),
    ("stars '6' is not a whole number from 1 to 5", "별점 '6': 1에서 5까지의 정수가 아닙니다"),
    ("Too many reviews: try again in 30 s", "리뷰가 너무 많습니다. 30초 후에 다시 시도하세요"),
    ("sku 'A' is taken by another item", "다른 상품이 사용 중인 값입니다: 상품 코드 'A'"),
    ("Item 7 has 2 in stock, not 5", "7번 상품은 재고가 2개뿐입니다(요청 5개)"),
  ])
  func `a sentence of a market is shown in Korean`(reason: String, expected: String) {
    #expect(Self.korean(reason) == expected)
    #expect(ServerReason.phrase(reason).english.lowercased() == reason.replacing("_", with: " ").lowercased())
  }

  @Test func `a sentence that is not known stays as it is, and a long one is not compared`() {
    for reason in [
      "Sorry, closed", "", "%1 is missing%", String(repeating: "a", count: 5_000) + " is missing",
    ] {
      #expect(Self.korean(reason) == reason)
    }
    #expect(Self.korean("a%1b is missing") == "a%1b: 값을 입력하세요")
  }

  /// Errors that a client may be shown, as the market words them.
  private static let errors: [any Error] =
    [
      StoreError.Kind.busy, .full, .limitReached, .searchTooLong, .reportTooLong, .unknownOutcome,
      .unconfirmed, .readOnly,
      .foreign, .newer, .damaged, .inaccessible, .replaced, .inputOutput,
    ].map { StoreError($0) }
    + [
      MarketplaceError.wrongPassword(id: 1), .tooManyAttempts(retryAfter: 3), .tooManyBytes(retryAfter: 3),
      .unknownVendor, .idempotencyKeyReused, .gone(id: 1), .goneReview(id: 1), .noSuchReview(id: 1),
      .unknownReceipt("7"), .answered(id: 1), .tooManyReviews(retryAfter: 3), .taken(.sku, "7"),
    ]
    + [
      ValidationError.Rule.missing, .empty, .notText, .longerThan(bytes: 5), .holdsControlCharacter,
      .holdsUnprintable, .holdsBar, .surroundedBySpace, .tooManyTags, .notANumber, .notAWholeNumber,
      .negative, .zero, .notATime, .above(limit: "5"), .tooManyImages, .unreadable, .repeated,
      .broken(.badChecksum),
    ].map { ValidationError(.title, $0, value: "7") }

  @Test func `no error of this market is shown in English`() throws {
    for error in Self.errors {
      let reason = try #require(APIError(of: error, in: .items)?.reason)
      let text = Self.korean(reason)
      // Commands are in quotation marks.
      let words = text.replacing(/'market [^']*'/, with: "").matches(of: /[A-Za-z]{2,}/).map { String($0.0) }
      // Names stay as they are, that of this program among them.
      let known: Set = ["UTF", "NUL", "PNG", "JPEG", "JSON", "market"]
      #expect(words.allSatisfy { known.contains($0) }, "\(reason) → \(text)")
    }
  }

  @Test func `a market's refusal is Korean in an error and in a plan`() {
    let error = ClientError.rejected(reason: "cost '1.5' has more decimals than KRW has (none)")
    #expect(
      Language.korean.text(error.message) == "마켓이 요청을 거부했습니다: 원가 '1.5': KRW 통화에는 소수 자리가 없습니다")
    let problem = PlanProblem(
      .other(code: "refused", field: "cost", reason: "cost '1.5' has more decimals than KRW has (none)"),
      format: .fixture(.korean, now: .now))
    #expect(problem.sentence == "원가 '1.5': KRW 통화에는 소수 자리가 없습니다")
  }
}
