import Foundation
import Testing

@testable import OpenMarket

@Suite struct CurrencyTests {
  @Test func `moneyCodes leaves out funds, metals, test codes and XXX`() {
    let others = Set(Currency.allCodes).subtracting(Currency.moneyCodes)
    #expect(
      others.sorted() == [
        "BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW", "XAG", "XAU", "XBA", "XBB", "XBC",
        "XBD",
        "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX",
      ])
    #expect(["KRW", "XAF", "XXX", "XTS"].map { Currency($0)?.kind } == [.money, .money, .noCurrency, .test])
    #expect(Currency.moneyCodes.allSatisfy { Currency($0)?.minorDigits != nil })
  }

  /// The minor digits of the currencies of ISO 4217 list one that do not have two; nil where the list names none.
  private static let otherThanTwo: [String: Int?] = [
    "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0,
    "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
    "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    "CLF": 4, "UYW": 4,
    "XAG": nil, "XAU": nil, "XBA": nil, "XBB": nil, "XBC": nil, "XBD": nil, "XDR": nil, "XPD": nil,
    "XPT": nil, "XSU": nil, "XTS": nil, "XUA": nil, "XXX": nil,
  ]

  @Test func `every currency has the minor digits of ISO 4217`() {
    let digits = Currency.allCodes.map { Currency($0)?.minorDigits }
    #expect(digits == Currency.allCodes.map { Self.otherThanTwo[$0] ?? 2 })
    #expect(Self.otherThanTwo.keys.allSatisfy(Currency.allCodes.contains))
  }

  @Test(arguments: [
    ("AFN", 2), ("ALL", 2), ("COP", 2), ("IDR", 2), ("IQD", 3), ("IRR", 2), ("KPW", 2), ("LAK", 2),
    ("LBP", 2), ("MGA", 2), ("MMK", 2), ("PKR", 2), ("RSD", 2), ("SOS", 2), ("SYP", 2), ("YER", 2),
  ])
  func `minor digits follow ISO 4217 where CLDR differs`(code: String, digits: Int) {
    #expect(Currency(code)?.minorDigits == digits)
  }

  @Test(arguments: ["ANG", "BGN", "CUC", "DEM", "HRK", "SLL", "ZWL"])
  func `a withdrawn code is not a currency`(code: String) {
    #expect(Currency(code) == nil)
  }

  @Test(arguments: ["", "K", "KR", "KRWW", " KRW", "KRW\n", "K\u{301}RW", "₩", "won", "XYZ", "ＫＲＷ", "KRW\0"])
  func `a code that ISO 4217 does not list is not a currency`(code: String) {
    #expect(Currency(code) == nil)
  }

  @Test func `a code is read in either case and stored in capitals`() {
    #expect(Currency("krw")?.code == "KRW")
    #expect(Currency("uSd") == .usDollar)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: isoCodes)))
  func `the codes match the system's ISO 4217 list`() throws {
    struct List: Decodable {
      struct Entry: Decodable {
        let code: String; enum CodingKeys: String, CodingKey { case code = "alpha_3" }
      }
      let entries: [Entry]
      enum CodingKeys: String, CodingKey { case entries = "4217" }
    }
    let list = try JSONDecoder().decode(List.self, from: Data(contentsOf: URL(filePath: Self.isoCodes)))
    // The system's list may be of an earlier year: these codes were added or withdrawn since 2022.
    let recent: Set = ["ANG", "BGN", "CUC", "HRK", "SLE", "SLL", "VED", "XAD", "XCG", "ZWG", "ZWL"]
    #expect(
      Set(Currency.allCodes).subtracting(recent) == Set(list.entries.map(\.code)).subtracting(recent))
  }

  /// The list in Debian's package `iso-codes`.
  private static let isoCodes = "/usr/share/iso-codes/json/iso_4217.json"
}
