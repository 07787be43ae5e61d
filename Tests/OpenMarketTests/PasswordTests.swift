import Foundation
import HTTP
import TestSupport
import Testing

@testable import OpenMarket

@Suite struct PasswordTests {
  private static let draft = ItemDraft(title: "t", price: Price(1, .usDollar))

  @Test func `a hash is salted, and matches its own password alone`() throws {
    let passwords = PasswordHash(cost: 1)
    let hash = try passwords.hash("비밀 secret")
    #expect(hash != (try passwords.hash("비밀 secret")))
    #expect(passwords.matches("비밀 secret", hash: hash))
    for other in ["", "secret", "비밀 secret ", "비밀 secreT", String(hash)] {
      #expect(!passwords.matches(other, hash: hash))
    }
  }

  @Test(arguments: ["", "*0", "*1", "plain", "$y$", "$y$j75$", "$1$$", "\0"])
  func `a hash that is none matches nothing`(hash: String) {
    for password in ["", hash, "p"] { #expect(!PasswordHash(cost: 1).matches(password, hash: hash)) }
  }

  @Test func `the password stands nowhere in the file and in no answer`() async throws {
    let market = try TemporaryMarket()
    let password = "correct horse battery staple"
    var answers: [HTTPResponse] = []
    for endpoint in [
      Endpoint.add(Self.draft, images: [], password: password), .item(id: 1), .page(PageQuery()),
      .edit(id: 1, ItemPatch(title: "u"), password: password), .delete(id: 2, password: password),
      .edit(id: 1, ItemPatch(), password: password + "!"),
    ] {
      answers.append(try await market.response(to: endpoint.request(boundary: "cut")))
    }
    #expect(answers.map(\.status) == [201, 200, 200, 200, 404, 404])
    let bodies = answers.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.allSatisfy { !$0.contains("horse") })
    #expect(bodies.prefix(4).allSatisfy { !$0.contains("password") })
    let file = try Data(contentsOf: URL(filePath: market.path))
    #expect(file.range(of: Data("horse".utf8)) == nil)
  }

  @Test func `a wrong password is 404 and says so, an unknown id is 404 and does not`() async throws {
    let market = try TemporaryMarket()
    _ = try await market.manager.add(Self.draft, images: [], password: "p")
    func answer(_ endpoint: Endpoint) async throws -> String {
      let answer = try await market.response(to: endpoint.request(boundary: "cut"))
      return "\(answer.status) " + String(decoding: answer.body, as: UTF8.self)
    }
    let wrong =
      #"404 {"code":"wrong_password","error":true,"message":"Wrong password","reason":"Wrong password"}"#
    let unknown = #"404 {"code":"not_found","error":true,"message":"Not Found","reason":"Not Found"}"#
    #expect(try await answer(.edit(id: 1, ItemPatch(title: "u"), password: "q")) == wrong)
    #expect(try await answer(.delete(id: 1, password: "q")) == wrong)
    #expect(try await answer(.edit(id: 2, ItemPatch(title: "u"), password: "p")) == unknown)
    #expect(try await answer(.delete(id: 2, password: "p")) == unknown)
    #expect(try await answer(.delete(id: 1, password: "p", namesID: true)) == #"200 {"id":1}"#)
    #expect(try await answer(.delete(id: 1, password: "p")) == unknown)
  }

  @Test(arguments: ["p ", "p\n", " p", "\u{3000}p\u{3000}", "e\u{301}", String(repeating: "긴", count: 85)])
  func `a password that was set opens the item again`(password: String) async throws {
    let manager = try TemporaryMarket().manager
    let item = try await manager.add(Self.draft, images: [], password: password)
    #expect(try await manager.edit(id: item.id, ItemPatch(), password: password) == item)
    #expect(try await manager.delete(id: item.id, password: password) == item)
  }

  @Test func `a password of nothing but white space is empty`() async throws {
    let manager = try TemporaryMarket().manager
    await #expect(throws: MarketError.refused(reason: "password is empty")) {
      try await manager.add(Self.draft, images: [], password: " \t")
    }
  }
}
