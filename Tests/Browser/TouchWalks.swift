import OpenMarket
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// Everything is reached and done by fingers on a phone.
  @Suite(.serialized) struct TouchWalks {
    @Test("a buyer asks and writes a review, and a seller sells twice and takes one back, by touch in Korean")
    func journeys() async throws {
      try await browse { browser, shop in
        let path = "/goods/\(WalkedShop.laptop)"
        try await browser.show(width: 390, isTouch: true)
        try await browser.open(shop.url + "/?lang=ko")
        try await browser.tap("#i\(WalkedShop.laptop) a")
        try await browser.arrive(at: path)
        for number in [2, 3] {
          try await browser.tap(".gallery .after")
          try await eventually("image \(number) is the current one") {
            try await browser.run(
              "return document.querySelector('.thumbs [aria-current]')?.getAttribute('href') ?? ''"
            ).plainText == "#photo-\(number)"
          }
        }
        #expect(try await browser.text(".ask a") == "문의하기")
        // The driver has no program for mail: the page notes where the tap leads.
        try await browser.run(
          """
          document.querySelector('.ask a').addEventListener('click', (event) => {
            event.preventDefault();
            window.asked = event.currentTarget.href;
          });
          """)
        try await browser.tap(".ask a")
        let address = try await browser.run("return window.asked ?? ''").plainText
        #expect(address.hasPrefix("mailto:shop@market.example?subject="))
        try await browser.tap(".reviews > p a")
        try await browser.arrive(at: path + "/review")
        try await browser.tap("[for=stars-3]")
        try await browser.tap("#text")
        try await browser.press("빠릅니다")
        try await browser.tap("main form [type=submit]")
        try await browser.wait(for: ".notice p", "리뷰를 등록했습니다.")
        let reviews = try await shop.manager.reviews(ReviewQuery(item: WalkedShop.laptop)).reviews
        #expect(reviews.first?.stars == .three && reviews.first?.text == "빠릅니다")

        try await browser.tap(".banner nav a:last-child")
        try await browser.arrive(at: "/sell")
        try await browser.tap("#password")
        try await browser.press(WalkedShop.password)
        try await browser.tap(".sign-in button")
        try await browser.wait(for: "h1", "판매하기")
        try await browser.tap("#i\(WalkedShop.laptop) th a")
        try await browser.arrive(at: path)
        for stock in [2, 1] {
          try await browser.tap(".quantity button")
          try await browser.wait(for: ".notice p", "1개를 1,490,000원에 판매했습니다.")
          #expect(try await shop.manager.item(id: WalkedShop.laptop).stock == stock)
          guard stock == 2 else { continue }
          try await browser.back()
          try await eventually("the page is back") { try await browser.url().hasSuffix(path) }
        }
        try await browser.tap(".notice a")
        try await browser.wait(for: "h1", "영수증")
        try await browser.tap(".quantity button")
        try await browser.wait(for: ".notice p", "반품을 기록했습니다.")
        #expect(try await shop.manager.item(id: WalkedShop.laptop).stock == 2)
      }
    }
  }
}
