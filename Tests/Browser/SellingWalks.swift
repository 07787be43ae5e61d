import Foundation
import OpenMarket
import SystemSupport
import TestSupport
import Testing

extension BrowserTests {
  /// Adding, editing, selling and deleting, as sellers do it.
  @Suite(.serialized) struct SellingWalks {
    /// The words on the pages of the walk.
    private struct Words {
      let problems, price, sold, deletion: String

      static let english = Words(
        problems: "Nothing was saved yet",
        price: "Price “abc” is not a number: write it like 1690000 or 12.50", sold: "Sold 1 for USD 12.50.",
        deletion: "Delete the item?")
      static let korean = Words(
        problems: "아직 저장하지 않았습니다", price: "가격 “abc”: 숫자가 아닙니다. 1690000이나 12.50처럼 입력하세요",
        sold: "1개를 USD 12.50에 판매했습니다.", deletion: "상품을 삭제할까요?")
    }

    @Test(
      "a seller adds an item with images in another order, corrects it, sells it, deletes it and undoes that",
      arguments: [true, false])
    func selling(runsScripts: Bool) async throws {
      try await browse(runsScripts: runsScripts) { browser, shop in
        func send(_ button: String, untilAt part: String) async throws {
          try await browser.click(button)
          try await eventually("the address has \(part)") { try await browser.url().contains(part) }
        }
        let id = WalkedShop.count + 1
        let words = runsScripts ? Words.english : .korean
        try await browser.show(width: 360, isDark: !runsScripts)
        try await browser.signIn(to: shop)
        if !runsScripts { try await browser.open(shop.url + "/sell?lang=ko") }
        try await browser.open(shop.url + "/sell/add")
        try await browser.type("Brass lamp", into: "#title")
        try await browser.replace("#currency", with: "USD")
        try await browser.type("abc", into: "#price")
        let images = ["macbook.png", "macbook.jpg", "macbook.png"].map(MockData.path)
        try await browser.type(images.joined(separator: "\n"), into: "input[type=file]")
        if runsScripts {
          try await browser.wait(for: ".chosen li:nth-child(3) span", "Image 3: macbook.png")
          let buttons = try await browser.run(
            """
            return [...document.querySelectorAll('.chosen li:nth-child(2) button')]
              .map((button) => button.textContent + ' ' + button.title).join()
            """)
          #expect(buttons == .string("← Move earlier,→ Move later,✕ Remove"))
          try await browser.click(".chosen li:nth-child(2) button")
          #expect(try await browser.text(".chosen li span") == "Image 1: macbook.jpg")
        }
        try await browser.click(".goods-form .actions button")
        try await browser.wait(for: "#problems h2", words.problems)
        #expect(try await browser.text("#price-problem") == words.price)
        try await browser.replace("#price", with: "12.50")
        // Without the script a browser forgets the files.
        if !runsScripts {
          try await browser.type(
            [images[1], images[0], images[2]].joined(separator: "\n"), into: "input[type=file]")
        }
        try await send(".goods-form .actions button", untilAt: "/goods/\(id)?done=added")
        #expect(try await shop.manager.item(id: id).images?.map(\.pathExtension) == ["jpg", "png", "png"])
        try await browser.wait(for: ".notice a", runsScripts ? "Add another like it" : "비슷한 상품 추가")

        try await send(".tools a", untilAt: "/goods/\(id)/edit")
        try await browser.replace("#title", with: "Brass reading lamp")
        // The third image becomes the first one, and the second one goes.
        if runsScripts {
          #expect(try await browser.text(".chosen li:nth-child(3) span") == "Image 3")
          for number in [3, 2] { try await browser.click(".chosen li:nth-child(\(number)) button") }
          try await browser.click(".chosen li:nth-child(3) button:last-child")
        } else {
          try await browser.click(".present div:nth-of-type(3) option:first-child")
          try await browser.click(".present div:nth-of-type(2) option:last-child")
        }
        try await send(".goods-form .actions button", untilAt: "done=edited")
        let edited = try await shop.manager.item(id: id)
        #expect(
          edited.title == "Brass reading lamp" && edited.images?.map(\.pathExtension) == ["png", "jpg"])

        try await send(".quantity button", untilAt: "done=sold")
        #expect(try await browser.text(".notice p") == words.sold)
        try await browser.click(".tools .quiet[href$=delete]")
        try await browser.wait(for: "h1", words.deletion)
        try await send(".danger", untilAt: "done=deleted")
        try await send(".notice button", untilAt: "done=restored")
        #expect(try await browser.text("h1") == "Brass reading lamp")
      }
    }

    @Test(
      "a sale after Back is another one, with its own receipt, by which it is returned",
      arguments: [true, false])
    func saleAfterBack(runsScripts: Bool) async throws {
      try await browse(runsScripts: runsScripts) { browser, shop in
        let path = "/goods/\(WalkedShop.laptop)"
        try await browser.signIn(to: shop)
        try await browser.open(shop.url + (runsScripts ? "/" : "/?lang=ko"))
        try await browser.open(shop.url + path)
        for stock in [2, 1] {
          try await browser.click(".quantity button")
          try await browser.wait(
            for: ".notice p", runsScripts ? "Sold 1 for KRW 1,490,000." : "1개를 1,490,000원에 판매했습니다.")
          #expect(try await shop.manager.item(id: WalkedShop.laptop).stock == stock)
          guard stock == 2 else { continue }
          try await browser.back()
          try await eventually("the page is back") { try await browser.url().hasSuffix(path) }
        }
        try await browser.click(".notice a")
        try await browser.arrive(at: path + "/sales/")
        #expect(try await browser.run("return document.querySelectorAll('.code b').length").number == 1)
        try await browser.click(".quantity button")
        try await eventually("the return is recorded") { try await browser.url().contains("done=returned") }
        #expect(try await shop.manager.item(id: WalkedShop.laptop).stock == 2)
      }
    }

    @Test("quick presses beside the stock all count in the open page, and leave the focus there")
    func presses() async throws {
      try await browse { browser, shop in
        let row = "#i\(WalkedShop.laptop)"
        func output(_ stock: String) async throws { try await browser.wait(for: row + " output", stock) }
        try await browser.signIn(to: shop)
        try await browser.run("window.isSame = true; document.querySelector('\(row) [value=fewer]').focus()")
        for _ in 1...3 { try await browser.press(.enter) }
        try await output("0")
        #expect(try await shop.manager.item(id: WalkedShop.laptop).stock == 0)
        #expect(try await browser.text(".notice p") == "맥북 프로: 0 in stock now")
        #expect(try await browser.text(row + " .sold-out") == "sold out")
        // A piece fewer is no choice any more.
        #expect(try await browser.run("return document.activeElement.value").plainText == "more")
        for _ in 1...2 { try await browser.press(.enter) }
        try await output("2")
        #expect(try await browser.run("return window.isSame") == .truth(true))
        try await browser.click(".notice button")
        try await browser.wait(for: ".notice p", "Undone. 맥북 프로: 1 in stock now")
      }
    }

    @Test("the message about a press of a former sign-in goes when the next press counts")
    func formerPress() async throws {
      try await browse { browser, shop in
        let row = "#i\(WalkedShop.laptop)"
        try await browser.signIn(to: shop)
        try await browser.run("document.querySelector('\(row) [name=token]').value = 'former'")
        try await browser.click(row + " [value=fewer]")
        try await browser.wait(
          for: "[role=alert]",
          "You have signed in again since the form was opened. Check it, and send it again.")
        #expect(try await browser.text(row + " output") == "3")
        try await browser.click(row + " [value=fewer]")
        try await browser.wait(for: row + " output", "2")
        #expect(
          try await browser.run("return document.querySelector('[role=alert]') === null") == .truth(true))
        // The browser itself reports the response 403.
        _ = try await browser.errors()
      }
    }

    @Test("Back after a form that was refused and corrected is the page of the item")
    func backAfterRefusal() async throws {
      try await browse { browser, shop in
        let path = "/goods/\(WalkedShop.laptop)"
        try await browser.signIn(to: shop)
        try await browser.open(shop.url + path)
        try await browser.replace("#sell", with: "99")
        try await browser.click(".quantity button")
        try await browser.arrive(at: path + "/stock")
        try await browser.replace("#sell", with: "1")
        try await browser.click(".quantity button")
        try await eventually("the sale is recorded") { try await browser.url().contains("done=sold") }
        try await browser.back()
        try await browser.wait(for: "h1", "맥북 프로")
        #expect(try await browser.url().hasSuffix(path))
      }
    }

    @Test("a wrong password is told beside its field, and the right one opens the form that was asked for")
    func wrongPassword() async throws {
      try await browse { browser, shop in
        try await browser.open(shop.url + "/goods/7/edit")
        try await browser.arrive(at: "/sell?item=7")
        try await browser.type("guess", into: "#password")
        try await browser.click(".sign-in button")
        try await browser.wait(for: "#password-problem", "Wrong password for item 7.")
        #expect(try await browser.text("[role=alert]") == "Wrong password for item 7.")
        try await browser.type(WalkedShop.password, into: "#password")
        try await browser.click(".sign-in button")
        try await browser.arrive(at: "/goods/7/edit")
        #expect(try await browser.run("return document.getElementById('title').value").plainText == "Lamp 7")
      }
    }

    @Test(
      "images are added by dropping and pasting them, put in order by dragging, and sent when the network is back"
    )
    func droppedImages() async throws {
      try await browse { browser, shop in
        try await browser.show(width: 768)
        try await browser.signIn(to: shop)
        try await browser.open(shop.url + "/sell/add")
        try await browser.type("Vase", into: "#title")
        try await browser.type("30", into: "#price")
        // Files made in the page, since a driver has no desktop to drag them from.
        try await browser.run(
          """
          window.image = async (name, colour) => {
            const canvas = new OffscreenCanvas(64, 48), context = canvas.getContext('2d');
            context.fillStyle = colour;
            context.fillRect(0, 0, 64, 48);
            const type = name.endsWith('.webp') ? 'image/webp' : 'image/png';
            return new File([await canvas.convertToBlob({ type })], name, { type });
          };
          window.give = async (type, name, colour) => {
            const data = new DataTransfer();
            data.items.add(await image(name, colour));
            const event = type === 'paste' ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
              : new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
            (type === 'paste' ? document.body : document.getElementById('title')).dispatchEvent(event);
            return event.defaultPrevented;
          };
          """)
        func give(_ type: String, _ name: String, _ colour: String) async throws -> JSON {
          try await browser.wait(for: "give('\(type)', '\(name)', '\(colour)').then(arguments[0]);")
        }
        // A page that does not take a drop would be left for the file.
        #expect(try await give("dragover", "a.png", "red") == .truth(true))
        #expect(try await give("drop", "red.png", "red") == .truth(true))
        try await browser.wait(for: ".chosen li:nth-child(1) span", "Image 1: red.png")
        // WebP becomes JPEG.
        #expect(try await give("paste", "blue.webp", "blue") == .truth(true))
        try await browser.wait(for: ".chosen li:nth-child(2) span", "Image 2: blue.jpg")
        try await browser.run(
          """
          const [first, second] = document.querySelectorAll('.chosen li'), data = new DataTransfer();
          const drag = (row, type) =>
            row.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
          drag(second, 'dragstart');
          drag(first, 'dragover');
          drag(first, 'drop');
          """)
        try await browser.wait(for: ".chosen li:nth-child(1) span", "Image 1: blue.jpg")
        #expect(try await browser.text(".chosen li:nth-child(2) span") == "Image 2: red.png")

        // Too many, or no image.
        try await browser.run(
          """
          const data = new DataTransfer(), form = document.getElementById('goods-form');
          data.items.add(new File(['text'], 'note.txt', { type: 'text/plain' }));
          data.items.add(new File([], 'none.png', { type: 'image/png' }));
          form.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
          """)
        try await browser.wait(
          for: ".goods-form .problem",
          "Image “note.txt” is neither a PNG nor a JPEG image: open it in a photo app, export it as JPEG, and choose that file. Image “none.png” is an empty file"
        )
        for number in 3...6 { _ = try await give("drop", "\(number).png", "green") }
        try await browser.wait(
          for: ".goods-form .problem", "Too many images: an item can have at most 5")
        #expect(try await browser.run("return document.querySelectorAll('.chosen li').length").number == 5)
        for number in [5, 4, 3] {
          try await browser.click(".chosen li:nth-child(\(number)) button:last-child")
        }

        try await browser.setOffline(true)
        try await browser.click(".goods-form .actions button")
        try await browser.wait(
          for: ".goods-form .status", "The form could not be sent. Check the connection and send it again.")
        try await browser.setOffline(false)
        // After an hour: the form stays with its images while the seller signs in above it.
        try await browser.developer("Network.clearBrowserCookies", [])
        try await browser.click(".goods-form .actions button")
        try await browser.type(WalkedShop.password, into: ".signing-in #password")
        try await browser.click(".signing-in .sign-in button")
        try await eventually("the seller is signed in") {
          try await browser.run("return document.querySelectorAll('.signing-in').length").number
            == 0
        }
        try await browser.click(".goods-form .actions button")
        let id = WalkedShop.count + 1
        try await eventually("the item is added") {
          try await browser.url().contains("/goods/\(id)?done=added")
        }
        #expect(try await shop.manager.item(id: id).images?.map(\.pathExtension) == ["jpg", "png"])
        // The browser itself reports requests without a network.
        _ = try await browser.errors()
      }
    }
  }
}
