import Foundation
import TestSupport
import Testing

@testable import OpenMarket

/// Names that can be taken for each other.
struct NameSkeletonTests {
  @Test(arguments: [
    // Cyrillic, Greek, Armenian and Cherokee for Latin.
    ("market", "mаrket"), ("market", "маrкет"), ("MARKET", "МАRКЕТ"), ("MAPKET", "ΜΑΡΚΕΤ"), ("Shop", "Ѕһор"),
    ("house", "հօuse"), ("DEW", "ᎠᎬᎳ"), ("nova", "ոоνа"), ("coca", "сᴏсɑ"),
    // Case, full width, mathematical letters, ligatures, numerals.
    ("market", "Market"), ("market", "ｍａｒｋｅｔ"), ("market", "𝓂𝒶𝓇𝓀ℯ𝓉"), ("market", "𝐌𝐀𝐑𝐊𝐄𝐓"),
    ("office", "oﬃce"),
    ("Weiss", "weiß"), ("iv", "Ⅳ"), ("market", "ⓜⓐⓡⓚⓔⓣ"),
    // Letters and digits.
    ("Book", "B00k"), ("Bill", "B1ll"), ("Bill", "BiIl"), ("PayPal", "PayPaI"), ("market", "rnarket"),
    ("modern", "modem"), ("Lilo", "|i|o"),
    // Marks, invisible characters, spaces, hyphens.
    ("market", "márkĕt"), ("market", "m\u{334}arket"), ("market", "mar\u{200B}ket"),
    ("market", "mar\u{AD}ket"),
    ("market", "\u{202E}market"), ("market", "market\u{FE0F}"), ("market", " mar ket "),
    ("market", "mar-ket"),
    ("market", "mar\u{2010}ket"), ("market", "mar_ket"), ("market", "mar\u{3164}ket"),
    ("market", "m\u{A0}arket"),
    ("Öl", "Ol"), ("søster", "soster"), ("łódź", "lodz"),
    // Hangul and its letters, katakana and ideographs.
    ("중고나라", "중고 나라"), ("중고나라", "중고나라".decomposedStringWithCanonicalMapping), ("한글", "ㅎㅏㄴㄱㅡㄹ"), ("값", "ㄱㅏㅂㅅ"),
    ("까치", "ㄱㄱㅏㅊㅣ"), ("한", "\u{FFBE}\u{FFC2}\u{FFA4}"), ("口", "ロ"), ("カメラ", "ｶﾒﾗ"), ("二八", "ニハ"),
  ])
  func `names that look alike have one skeleton`(name: String, other: String) {
    #expect(NameSkeleton.of(name) == NameSkeleton.of(other))
  }

  @Test(arguments: [
    ("market", "markets"), ("market", "supermarket"), ("Anna", "Hanna"), ("나라", "나다"), ("중고나라", "중고나무"),
    ("각", "간"), ("가", "까"), ("か", "が"), ("は", "ぱ"), ("ハ", "パ"), ("김", "킴"), ("рынок", "рынки"), ("कि", "कु"),
    ("shop 2", "shop 3"), ("Ω", "O"), ("日本", "目本"), ("a", "ä̈b"), ("", "a"),
  ])
  func `other names have not`(name: String, other: String) {
    #expect(NameSkeleton.of(name) != NameSkeleton.of(other))
  }

  @Test func `a skeleton is its own skeleton`() {
    for name in ["Market", "маркет", "ΜΑΡΚΕΤ", "ᎠᎬᎳ", "중고나라", "값", "까치", "ｶﾒﾗ", "Weiß", "modern", "łódź"] {
      let skeleton = NameSkeleton.of(name)
      #expect(NameSkeleton.of(skeleton) == skeleton)
    }
  }

  @Test func `a vendor with a name that looks like another is refused`() async throws {
    let store = Store(at: .ofOneTest)
    let marketplace = Marketplace(store, passwordCost: 1, isOperated: true)
    func add(_ name: String) async throws -> Int {
      try await marketplace.addVendor(name: name).vendor.id
    }
    await #expect(throws: ValidationError(.title, .looksLike("market"), value: "Маrket")) {
      try await add("Маrket")
    }
    #expect(try await add("Lamp & Co") == 2)
    await #expect(throws: ValidationError(.title, .looksLike("Lamp & Co"), value: "Iamp&C0")) {
      try await add("Iamp&C0")
    }
    #expect(try await add("Desk & Co") == 3)
    // The name of a vendor that was removed is free again.
    #expect(try await marketplace.removeVendor(id: 2).name == "Lamp & Co")
    #expect(try await add("Lamp & Co") == 4)
    #expect(try await marketplace.vendors().map(\.name) == ["Desk & Co", "Lamp & Co"])
  }
}
