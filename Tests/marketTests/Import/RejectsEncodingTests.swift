import Foundation
import Testing

@testable import market

/// The encoding of files of rejects, which Excel opens as its own code page unless a mark says that they are UTF-8.
struct RejectsEncodingTests {
  // 상품명,가격,메모 / 한글,\x1,\5
  private static let cp949: [UInt8] =
    [0xBB, 0xF3, 0xC7, 0xB0, 0xB8, 0xED, 0x2C, 0xB0, 0xA1, 0xB0, 0xDD, 0x2C, 0xB8, 0xDE, 0xB8, 0xF0, 0x0A]
    + [0xC7, 0xD1, 0xB1, 0xDB] + Array(",x1,\\5\n,\"\\1,000\",\\5\n".utf8)
  private static let text = "상품명,가격,메모\n한글,x1,\\5\n,\"₩1,000\",\\5\n"
  private static let rejects =
    "상품명,가격,메모,row,column,value,rule,sentence\r\n"
    + "한글,x1,\\5,2,가격,x1,amount,'x1' in '가격' is not a number\r\n"

  private static let utf16: [UInt8] =
    [0xFF, 0xFE] + text.utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }.joined()
  private static let option = " --rejects HOME/items.csv.rejects.csv"
  private static let sources: [([UInt8], String, Bool)] = [
    (cp949, "", true), (Array(text.utf8), "", false), ([0xEF, 0xBB, 0xBF] + Array(text.utf8), "", true),
    (utf16, "", true), (Array(text.utf8), option, false), (cp949, option, true),
  ]

  @Test(arguments: sources)
  func `they have a mark where the file is not plain UTF-8, and can be imported after correction`(
    source: [UInt8], options: String, hasMark: Bool
  ) async throws {
    let market = try ImportMarket()
    let path = try market.home.write(Data(source), to: "items.csv")
    let options = options.replacing("HOME", with: market.home.path)
    let outcome = await market.run("import \(path) --currency KRW --yes\(options)")
    #expect(outcome.output == "2 rejected\n")
    let bytes = try Array(Data(contentsOf: URL(filePath: path + ".rejects.csv")))
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]) == hasMark)
    let rows = String(decoding: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
    #expect(rows == Self.rejects + ",\"₩1,000\",\\5,3,상품명,,title-missing,Title is missing\r\n")
    let corrected = rows.replacing("한글,x1", with: "한글,7").replacing("\r\n,", with: "\r\n책,")
    let again = try market.home.write(Data(bytes.prefix(hasMark ? 3 : 0) + corrected.utf8), to: "again.csv")
    #expect(
      await market.run("import \(again) --currency KRW --yes").output
        == "2 added\n")
    #expect(
      try await market.items(without: ["id", "version", "registration_date", "stock"]).sorted() == [
        #"{"currency":"KRW","note":"\\5","price":1000,"title":"책"}"#,
        #"{"currency":"KRW","note":"\\5","price":7,"title":"한글"}"#,
      ])
  }
}
