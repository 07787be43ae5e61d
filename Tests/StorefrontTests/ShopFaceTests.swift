import Foundation
import HTTP
import OpenMarket
import TestSupport
import Testing

@testable import Storefront

/// The name, logo, colour and text of a shop, and the way to ask about an item.
struct ShopFaceTests {
  private func change(_ shop: Shop, _ change: SettingsChange) async throws {
    _ = try await Marketplace(Store(at: shop.folder.store(), .forCommand), isOperated: true).change(change)
  }

  @Test("a page has the name, the logo and the colour that are set while it is served, and /about the text")
  func face() async throws {
    let shop = try Shop()
    try await shop.add(1)
    #expect(try await shop.get("/about").status == 404)
    let text = "Open <b>daily</b>, see https://shop.example/a?b=1.\n\nMail: ida@shop.example"
    try await change(
      shop,
      SettingsChange(
        shop: [.title: "Corner <Shop>", .colour: "#FFEE00", .about: text],
        logo: try MockData.bytes("macbook.png")))
    let page = MarkupReader(try await shop.page("/"))
    #expect(page.defects == [] && page.texts(of: "title") == ["Corner <Shop>"])
    let logo = try #require(page.values(of: "src").first { $0.hasPrefix("/assets/logo.") })
    let image = try await shop.get(logo)
    #expect(
      image.headers[.contentType] == "image/png"
        && image.headers[.cacheControl]?.contains("immutable") == true)
    #expect(try await shop.get("/assets/logo.0.png").status == 404)
    let style = try #require(page.values(of: "href").first { $0.contains("colour") })
    #expect(style == "/assets/colour.ffee00.css")
    #expect(String(decoding: try await shop.get(style).body, as: UTF8.self).hasPrefix(":root{--accent:#"))
    for name in ["colour.ffee0.css", "colour.FFEE00.css", "colour.ffee00;.css"] {
      #expect(try await shop.get("/assets/" + name).status == 404, "\(name)")
    }
    let about = MarkupReader(try await shop.page("/about"))
    #expect(
      about.elements.filter { $0.attributes["class"] == "prose" }.map(\.text) == [
        "Open <b>daily</b>, see https://shop.example/a?b=1.", "Mail: ida@shop.example",
      ])
    #expect(
      about.values(of: "href").suffix(8).filter { $0.contains("shop.example") && !$0.contains("lang") }.count
        > 0)
    #expect(about.values(of: "href").contains("https://shop.example/a?b=1"))
    #expect(about.values(of: "href").contains("mailto:ida@shop.example"))
    try await change(shop, SettingsChange(shop: [.about: ""]))
    #expect(try await shop.get("/about").status == 404)
  }

  @Test("text in the colour of a shop is readable in both schemes, whatever the colour")
  func contrast() throws {
    func luminance(_ hexadecimal: Substring) -> Double {
      let linear = stride(from: 0, to: 6, by: 2).map { start in
        let value = Double(Int(hexadecimal.dropFirst(start).prefix(2), radix: 16) ?? 0) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    func contrast(_ one: Substring, _ other: Substring) -> Double {
      let (a, b) = (luminance(one), luminance(other))
      return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }
    for digits in ["ffee00", "000000", "ffffff", "ff0000", "0000ff", "808080", "0b6148"] {
      let response = try #require(ShopColour.style(named: "colour.\(digits).css"))
      let style = String(decoding: response.body, as: UTF8.self)
      let accents = style.components(separatedBy: "--accent:#").dropFirst().map { $0.prefix(6) }
      try #require(accents.count == 2)
      // Links stand on these grounds, and white or nearly black letters on the colour.
      for ground in ["ffffff", "faf9f6", "f1eee8"] as [Substring] {
        #expect(contrast(accents[0], ground) >= 4.5, "\(digits) \(ground)")
      }
      for ground in ["151513", "1f1f1c", "292823", "111111"] as [Substring] {
        #expect(contrast(accents[1], ground) >= 4.5, "\(digits) \(ground)")
      }
    }
  }

  @Test(
    "an address to ask at is mail with the number and the title, a telephone without, a page, or no link",
    arguments: [
      ("ida@shop.example", "mailto:ida@shop.example?subject=No.%201%3A%20Lamp%201"),
      ("+82 10-1234-5678", "tel:+821012345678"),
      ("https://open.kakao.example/o/a", "https://open.kakao.example/o/a"),
      ("At the counter", nil), ("javascript:alert(1)", nil), ("ida@shop.example?cc=a@b.example", nil),
    ])
  func ask(_ contact: String, _ url: String?) async throws {
    let shop = try Shop()
    try await shop.add(1)
    #expect(try await !shop.page("/goods/1").contains("class=\"actions ask\""))
    // The item is shared by a browser that can, also where nobody is asked.
    #expect(try await shop.page("/goods/1").contains("class=\"actions sharing\" data-share="))
    try await change(shop, SettingsChange(shop: [.contact: contact]))
    let page = MarkupReader(try await shop.page("/goods/1"))
    let button = page.elements.first { $0.name == "a" && $0.text == "Ask" }
    #expect(button?.attributes["href"] == url)
    if url == nil { #expect(page.elements.contains { $0.name == "p" && $0.text == "Contact: " + contact }) }
  }

  @Test("a vendor is asked at its own address, else at the shop's, and the seller has no button")
  func vendors() async throws {
    let shop = try Shop(isSelling: true)
    let operation = Marketplace(Store(at: shop.folder.store(), .forCommand), isOperated: true)
    let made = try await operation.addVendor(name: "Ida")
    let seller = Seller(shop)
    _ = try await seller.post(
      "/sell", [("identifier", made.identifier), ("password", made.secret)], hasToken: false)
    try await seller.get("/sell/add")
    let added = try await seller.post(
      "/sell/add", [("title", "Vase"), ("price", "5"), ("currency", "USD"), ("stock", "1")])
    #expect(added.status == 303)
    try await change(shop, SettingsChange(shop: [.contact: "shop@market.example"]))
    func address() async throws -> String? {
      MarkupReader(try await shop.page("/goods/1")).elements
        .first { $0.name == "a" && $0.text == "Ask" }?.attributes["href"]
    }
    #expect(try await address()?.hasPrefix("mailto:shop@market.example?") == true)
    #expect(
      try await operation.setContact("+1 555 0100", ofVendor: made.vendor.id).contact == "+1 555 0100")
    #expect(try await operation.vendors().map(\.contact) == ["+1 555 0100"])
    #expect(try await address() == "tel:+15550100")
    #expect(try await seller.get("/goods/1").elements.allSatisfy { $0.text != "Ask" })
    // Its items stay, and buyers ask the shop about them.
    _ = try await operation.removeVendor(id: made.vendor.id)
    #expect(try await address()?.hasPrefix("mailto:shop@market.example?") == true)
  }
}
