import Foundation
import OpenMarket
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// Everything is reached and done by keys alone, and the focus is always seen.
  @Suite(.serialized) struct KeyboardWalks {
    /// Moves the focus on until it is at an element. Each element on the way shows its focus, within the window and with
    /// nothing before it (WCAG 2.4.7, 2.4.11).
    private func tab(to selector: String, _ browser: WebDriver, backwards: Bool = false) async throws {
      for _ in 0..<150 {
        try await browser.press(.tab, with: backwards ? .shift : nil)
        let place = try await browser.run(
          """
          const element = document.activeElement;
          // The label of a hidden field shows its focus.
          const shown = element.closest('label:has(> .unseen)') ?? element, box = shown.getBoundingClientRect();
          if (element === document.body) return { isThere: false, isSeen: true, name: '' };
          const within = (value, most) => Math.min(Math.max(value, 0), most - 1);
          // Its middle, or that of the part within the window.
          const x = within((Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2, innerWidth);
          const y = within((Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2, innerHeight);
          const top = document.elementFromPoint(x, y);
          const styles = [getComputedStyle(shown), getComputedStyle(shown, '::after')];
          const hasRing = styles.some((style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
          return {
            isThere: element.matches(`\(selector)`),
            isSeen: hasRing && element.matches(':focus-visible') && !!top && (shown.contains(top) || top.contains(shown)),
            name: element.outerHTML.slice(0, 120),
          };
          """)
        #expect(place["isSeen"] == .truth(true), "\(place["name"]?.plainText ?? "")")
        if place["isThere"] == .truth(true) { return }
      }
      throw NeverHappened("the focus reaches \(selector)")
    }

    @Test(
      "a buyer reaches an item, turns its images, and goes back to the place in the list",
      arguments: [360, 1_280])
    func buying(width: Int) async throws {
      try await browse { browser, shop in
        try await browser.show(width: width)
        try await browser.open(shop.url)
        try await tab(to: ".skip", browser)
        try await browser.press(.enter)
        #expect(try await browser.run("return document.activeElement.id").plainText == "main")
        try await tab(to: "#items li:nth-child(20) a", browser)
        // Going on by keys asks for no rows, so that the footer stays within reach.
        try await tab(to: "#next", browser)
        try await tab(to: "footer a:last-of-type", browser)
        #expect(try await browser.rows() == [20, 20])
        try await browser.press(.tab, with: .shift)
        try await browser.open(shop.url)
        try await tab(to: "#items li:first-child a", browser)
        try await browser.press(.enter)
        try await browser.arrive(at: "/goods/\(WalkedShop.laptop)")
        try await tab(to: "#photos", browser)
        for image in 2...3 {
          try await browser.press(.right)
          try await eventually("image \(image) is the current one") {
            try await browser.run(
              "return document.querySelector('.thumbs [aria-current]')?.getAttribute('href') ?? ''"
            ).plainText == "#photo-\(image)"
          }
        }
        try await tab(to: ".description summary", browser)
        try await browser.press(.enter)
        #expect(try await browser.text(".description details > p").hasPrefix("거의 새것입니다."))
        if width == 360 { try await review(browser, shop) }
        try await browser.back()
        try await browser.arrive(at: "/")
        // The focus goes on from the item that was opened.
        try await tab(to: "#items a", browser)
      }
    }

    /// Passes the way to ask, writes a review of the laptop, and goes back to its page.
    private func review(_ browser: WebDriver, _ shop: WalkedShop) async throws {
      try await tab(to: ".ask a", browser, backwards: true)
      try await tab(to: ".reviews > p a", browser)
      try await browser.press(.enter)
      try await browser.arrive(at: "/goods/\(WalkedShop.laptop)/review")
      try await tab(to: "#stars-1", browser)
      for _ in 1...3 { try await browser.press(.right) }
      try await tab(to: "#text", browser)
      try await browser.press("Quiet")
      try await tab(to: "main form:not(.search) [type=submit]", browser)
      try await browser.press(.enter)
      try await browser.wait(for: ".notice p", "The review was published.")
      #expect(try await browser.text(".review:target .prose") == "Quiet")
      let reviews = try await shop.manager.reviews(ReviewQuery(item: WalkedShop.laptop)).reviews
      #expect(reviews.first?.stars == .four)
      try await browser.back()
      try await browser.arrive(at: "/goods/\(WalkedShop.laptop)/review")
      try await browser.back()
      try await eventually("the page of the item is back") {
        try await browser.url().hasSuffix("/goods/\(WalkedShop.laptop)")
      }
    }

    @Test(
      "a seller signs in, adds an item with images in order, sells it twice, takes one back by its receipt, deletes it and undoes that"
    )
    func selling() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 768)
        try await browser.open(shop.url)
        try await tab(to: ".banner nav a:last-child", browser)
        try await browser.press(.enter)
        try await browser.arrive(at: "/sell")
        try await tab(to: "#password", browser)
        try await browser.press(WalkedShop.password)
        try await browser.press(.enter)
        try await browser.wait(for: "h1", "Sell")
        try await tab(to: "main .button", browser)
        try await browser.press(.enter)
        try await browser.arrive(at: "/sell/add")
        for (field, text) in [("#title", "Stool"), ("#price", "45"), ("#stock", "2")] {
          try await tab(to: field, browser)
          try await browser.press(text)
        }
        try await tab(to: "input[type=file]", browser)
        // The dialog for files is the browser's own: a driver gives it the files.
        try await browser.type(
          ["macbook.png", "macbook.jpg"].map(MockData.path).joined(separator: "\n"), into: "input[type=file]")
        try await browser.wait(for: ".chosen li:nth-child(2) span", "Image 2: macbook.jpg")
        try await tab(to: ".chosen li:nth-child(2) button:first-of-type", browser)
        try await browser.press(" ")
        try await browser.wait(for: ".chosen li:nth-child(1) span", "Image 1: macbook.jpg")
        // The focus stays at the image that was moved.
        #expect(
          try await browser.run(
            "return document.activeElement.closest('li') === document.querySelector('.chosen li')")
            == .truth(true))
        try await tab(to: ".goods-form [type=submit]", browser)
        try await browser.press(.enter)
        let id = WalkedShop.count + 1
        try await browser.arrive(at: "/goods/\(id)?done=added")
        #expect(try await shop.manager.item(id: id).images?.map(\.pathExtension) == ["jpg", "png"])
        for stock in [1, 0] {
          try await tab(to: ".quantity button", browser)
          try await browser.press(.enter)
          try await browser.arrive(at: "/goods/\(id)?done=sold")
          #expect(try await shop.manager.item(id: id).stock == stock)
          guard stock == 1 else { continue }
          try await browser.back()
          try await browser.arrive(at: "/goods/\(id)?done=added")
        }
        try await tab(to: ".notice a", browser)
        try await browser.press(.enter)
        try await browser.arrive(at: "/goods/\(id)/sales/")
        try await tab(to: ".quantity button", browser)
        try await browser.press(.enter)
        try await browser.wait(for: ".notice p", "The return was recorded.")
        #expect(try await shop.manager.item(id: id).stock == 1)
        try await tab(to: ".tools a", browser)
        try await browser.press(.enter)
        try await browser.arrive(at: "/goods/\(id)")
        try await tab(to: ".tools .quiet[href$=delete]", browser)
        try await browser.press(.enter)
        try await browser.wait(for: "h1", "Delete the item?")
        try await tab(to: ".danger", browser)
        try await browser.press(.enter)
        try await browser.arrive(at: "/sell?done=deleted")
        try await tab(to: ".notice button", browser)
        try await browser.press(.enter)
        try await browser.arrive(at: "/goods/\(id)?done=restored")
        #expect(try await browser.text("h1") == "Stool")
      }
    }
  }
}
