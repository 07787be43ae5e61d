import Foundation
import HTTP
import SystemSupport
import TestSupport
import Testing

@testable import OpenMarket

struct ReceiptCodeTests {
  private static func hex(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// FIPS 180-4 and NIST's example values.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `SHA-256 gives the standard's test values`(message: String, hash: String) {
    #expect(Self.hex(SHA256.hash(Data(message.utf8))) == hash)
  }

  /// RFC 4231, cases 1, 2, 3 and 6.
  @Test(arguments: [
    (
      Data(repeating: 0x0B, count: 20), Data("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Data("Jefe".utf8), Data("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      Data(repeating: 0xAA, count: 20), Data(repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      Data(repeating: 0xAA, count: 131), Data("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the authentication code gives the standard's test values`(key: Data, message: Data, code: String) {
    #expect(Self.hex(SHA256.authenticationCode(of: message, key: key)) == code)
  }

  @Test func `codes are random, and have sixteen characters, one of them a digit`() {
    var codes: Set<String> = []
    var places = Array(repeating: Set<Character>(), count: 16)
    for _ in 1...2_000 {
      let code = ReceiptCode.random().text
      #expect(code.wholeMatch(of: /[A-Z2-7]{16}/) != nil)
      #expect(code.utf8.contains { (0x32...0x37).contains($0) })
      codes.insert(code)
      for (place, character) in code.enumerated() { places[place].insert(character) }
    }
    #expect(codes.count == 2_000)
    // Each of 32 characters is missing at a place of 2,000 codes with a probability of 10⁻²⁷.
    #expect(places.allSatisfy { $0.count == 32 })
  }

  @Test func `40 bits are eight characters of the standard's alphabet`() {
    // RFC 4648 §10: `fooba`.
    #expect(ReceiptCode.encoded(0x66_6F_6F_62_61) == "MZXW6YTB")
  }

  @Test(arguments: [
    ("A234567A234567AA", true), ("a234567a234567aa", true), ("A234-567a-2345 67AA", true),
    ("A234567A234567A", false), ("A234567A234567AA2", false), ("A234567A234567A1", false), ("", false),
  ])
  func `a customer may type a code in small letters and in groups`(text: String, isCode: Bool) {
    #expect(ReceiptCode(typed: text)?.text == (isCode ? "A234567A234567AA" : nil))
  }

  @Test(arguments: [
    "", "ABCDEFGHIJKLMNO", "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMN23A", "abcdefghijklmn23", "ABCDEFGHIJKLMN01",
    "ABCDEFGHIJKLM\u{1B}[2J", "ABCDEFGH IJKLMN2", "\u{202E}BCDEFGHIJKLMN2", "ABCDEFGHIJKLMN2\n",
    "Ａ234567A234567AA",
  ])
  func `a text that is no code does not become one, and is no receipt of a response`(text: String)
    async throws
  {
    #expect(ReceiptCode(text) == nil)
    let session = MockSession { _ in
      HTTPResponse(
        status: 200,
        body: try JSON.encodeInSnakeCase(
          [
            "movements": [
              Movement.Sent(
                id: 1, itemId: 1, kind: "sold", quantity: -1, stock: 2, unitPrice: 1, currency: "USD",
                recordedAt: 0, reportedAt: 0, title: "Lamp", receipt: text)
            ]
          ]))
    }
    let manager = NetworkManager(session: session)
    do {
      _ = try await manager.record([(MovementRequest(itemID: 1, .sell(quantity: 1, price: nil)), "p")])
      Issue.record("\(text.debugDescription) was taken as a receipt")
    } catch {
      guard case .unexpectedResponse(_, .unreadable(.notValid("movements[0].receipt", _))) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `a code is read as it is written`() {
    #expect(ReceiptCode("A234567A234567AA")?.text == "A234567A234567AA")
  }
}

extension Movement {
  /// A movement as a server sends it.
  fileprivate struct Sent: Encodable {
    let id: Int
    let itemId: Int
    let kind: String
    let quantity: Int
    let stock: Int
    let unitPrice: Int
    let currency: String
    let recordedAt: Double
    let reportedAt: Double
    let title: String
    let receipt: String
  }
}
