import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct PasswordTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  @Test func `a hash is salted and matches only its password`() throws {
    let passwords = PasswordHash(cost: 1)
    let hash = try passwords.hash("비밀 secret")
    #expect(hash != (try passwords.hash("비밀 secret")))
    #expect(passwords.matches("비밀 secret", hash: hash))
    for other in ["", "secret", "비밀 secret ", "비밀 secreT", String(hash)] {
      #expect(!passwords.matches(other, hash: hash))
    }
  }

  @Test(arguments: ["", PasswordHash.ofNoPassword, "*0", "*1", "plain", "$y$", "$y$j75$", "$1$$", "\0"])
  func `an invalid hash matches no password`(hash: String) {
    for password in ["", hash, "p"] { #expect(!PasswordHash(cost: 1).matches(password, hash: hash)) }
  }

  @Test func `neither the store file nor a response contains the password`() async throws {
    let market = try TemporaryMarket()
    let password = "correct horse battery staple"
    var responses: [HTTPResponse] = []
    for endpoint in [
      Endpoint.add(Self.draft, images: [], password: password), .item(id: 1), .page(PageQuery()),
      .edit(id: 1, ItemPatch(title: "u"), password: password), .delete(id: 2, password: password),
      .edit(id: 1, ItemPatch(), password: password + "!"),
    ] {
      responses.append(try await market.response(to: endpoint.request(boundary: "cut")))
    }
    #expect(responses.map(\.status) == [201, 200, 200, 200, 404, 404])
    let bodies = responses.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.allSatisfy { !$0.contains("horse") })
    #expect(bodies.prefix(4).allSatisfy { !$0.contains("password") })
    let file = try Data(contentsOf: URL(filePath: market.path))
    #expect(file.range(of: Data("horse".utf8)) == nil)
  }

  @Test func `a wrong password and an unknown id are 404 with different codes`() async throws {
    let market = try TemporaryMarket()
    _ = try await market.manager.add(Self.draft, images: [], password: "p")
    func response(_ endpoint: Endpoint) async throws -> String {
      let response = try await market.response(to: endpoint.request(boundary: "cut"))
      return "\(response.status) " + String(decoding: response.body, as: UTF8.self)
    }
    let wrong =
      #"404 {"code":"wrong_password","error":true,"message":"Wrong password","reason":"Wrong password"}"#
    let unknown = #"404 {"code":"not_found","error":true,"message":"Not Found","reason":"Not Found"}"#
    #expect(try await response(.edit(id: 1, ItemPatch(title: "u"), password: "q")) == wrong)
    #expect(try await response(.delete(id: 1, password: "q")) == wrong)
    #expect(try await response(.edit(id: 2, ItemPatch(title: "u"), password: "p")) == unknown)
    #expect(try await response(.delete(id: 2, password: "p")) == unknown)
    #expect(try await response(.delete(id: 1, password: "p", namesID: true)) == #"200 {"id":1}"#)
    #expect(try await response(.delete(id: 1, password: "p")) == unknown)
  }

  @Test(arguments: ["p ", "p\n", " p", "\u{3000}p\u{3000}", "e\u{301}", String(repeating: "긴", count: 85)])
  func `the password of an added item allows edit and delete`(password: String) async throws {
    let manager = try TemporaryMarket().manager
    let item = try await manager.add(Self.draft, images: [], password: password)
    #expect(try await manager.edit(id: item.id, ItemPatch(), password: password) == item)
    #expect(try await manager.delete(id: item.id, password: password) == item)
  }

  @Test func `a password of only white space is rejected as empty`() async throws {
    let manager = try TemporaryMarket().manager
    await #expect(throws: ClientError.rejected(reason: "password is empty")) {
      try await manager.add(Self.draft, images: [], password: " \t")
    }
  }
}
