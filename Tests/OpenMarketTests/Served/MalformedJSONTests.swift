import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

/// Malformed JSON in members that nothing reads.
struct MalformedJSONTests {
  @Test(arguments: [#""x":01"#, "", #""x":"a\#tb""#, #""x":"\x""#, #""x":[1,]"#])
  func `server and client refuse it`(member: String) async throws {
    let market = LocalMarket(at: .memory, .forTests)
    let deletion = HTTPRequest(
      .delete, target: "/item/1", body: HTTPBody(Data(#"{"password":"pw",\#(member)}"#.utf8)))
    #expect(try await market.response(to: deletion).status == 400)
    let edit = HTTPRequest(
      .patch, target: "/api/products/1", headers: ["identifier": "v"],
      body: HTTPBody(Data(#"{"secret":"s","stock":1,\#(member)}"#.utf8)))
    #expect(try await market.response(to: edit).status == 400)
    let page = Data(#"{"page":1,"items":[],\#(member)}"#.utf8)
    let client = NetworkManager(
      session: MockSession { _ in
        HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: page)
      }, server: try #require(URL(string: "http://m.example")), retries: .never)
    await #expect(
      throws: ClientError.unexpectedResponse(server: "http://m.example", .unreadable(.notExpected))
    ) {
      _ = try await client.page(PageQuery())
    }
  }
}
