import Console
import SystemSupport
import Testing

@testable import OpenMarket
@testable import market

struct ValidationErrorTests {
  private static let rules: [ValidationError.Rule] = [
    .missing, .empty, .notText, .longerThan(bytes: 65_536), .holdsControlCharacter, .notANumber,
    .notAWholeNumber,
    .negative, .above(limit: "5"), .tooManyDecimals(currency: "KRW", digits: 0),
    .tooManyDecimals(currency: "USD", digits: 2), .abovePrice("10"), .notInISO4217, .notAnImage,
    .broken(.unknownFormat), .broken(.badHeader), .broken(.noDimensions), .broken(.noPixels),
    .broken(.cutOff),
    .unreadable, .repeated, .looksLike("market"),
  ]

  @Test(arguments: rules)
  func `people and programs get the same English sentence`(rule: ValidationError.Rule) {
    for refusal in [ValidationError(.price, rule), ValidationError(.price, rule, value: "five")] {
      #expect(Language.english.text(refusal.message) == refusal.reason(calling: "Price"))
    }
  }

  @Test(arguments: [
    JSONDefect.missing("price"), .null("price"), .wrongType("price"), .notValid("price", reason: "it is odd"),
    .otherType("text/html"), .notExpected, .unknown("pric", known: ["price", "stock"]), .repeated("price"),
  ])
  func `people and programs get the same English sentence about JSON`(defect: JSONDefect) {
    let error = ClientError.unexpectedResponse(server: "m", .unreadable(defect))
    #expect(Language.english.text(error.message).hasSuffix(": \(defect.clause.english)"))
  }

  @Test func `the one sentence that clients know by heart names no file`() {
    let refusal = ValidationError(.images, .tooManyImages, value: "f.png")
    #expect(refusal.reason(calling: "images[]") == "The number of images must be 5 or less")
    #expect(Language.english.text(refusal.message) == "Too many images: an item can have at most 5")
  }

  @Test func `every field of an item is given by an option of the command that adds`() {
    let options = Set(Add.declaration.options.map(\.long))
    #expect(ItemField.allCases.filter { $0.isOfItem && !options.contains($0.option) } == [])
  }
}
