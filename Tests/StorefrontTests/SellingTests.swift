import Foundation
import HTTP
import OpenMarket
import Synchronization
import TestSupport
import Testing

@testable import Storefront

/// Writing in the browser, from signing in to undoing a deletion.
struct SellingTests {
  private static let lamp = [
    ("title", "Lamp"), ("price", "12.50"), ("currency", "usd"), ("discounted_price", ""), ("stock", "3"),
    ("tags", "brass, desk"), ("sku", "L-1"), ("note", "from Ida"), ("descriptions", "One\r\nTwo"),
  ]

  private func changed(_ name: String, _ value: String) -> [(String, String)] {
    Self.lamp.map { $0.0 == name ? (name, value) : $0 }
  }

  @Test func `no cache stores a page of a seller who is signed in`() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    try await shop.add(1)
    _ = try await seller.signIn()
    let cookie = try #require(seller.cookie)
    for target in ["/", "/goods/1", "/sell", "/search?q=a", "/nowhere", "/best-sellers"] {
      let own = try await shop.get(target, [.accept: "text/html", "Cookie": cookie])
      #expect(own.headers[.cacheControl] == "no-store", "\(target)")
      let other = try await shop.get(target)
      #expect(other.headers[.cacheControl] == "private, no-cache", "\(target)")
    }
  }

  @Test("a seller signs in, adds an item with an image, edits, sells and deletes it, and undoes that")
  func walk() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    #expect(try await seller.get("/sell").texts(of: "h1") == ["Sign in to sell"])
    #expect(try await seller.get("/sell/add").elements.isEmpty)
    let signedIn = try await seller.signIn()
    #expect(signedIn.status == 303 && signedIn.headers[.location] == "/sell")

    let key = try #require(try await seller.get("/sell/add").value(of: "key"))
    let image = try ItemImage(path: MockData.path("macbook.png"))
    let form = Self.lamp + [("key", key)]
    for (word, message) in [("added", "The item was added."), ("repeated", "Already recorded at 21:26")] {
      // Sent twice, as by a double click, it adds one item.
      let added = try await seller.post("/sell/add", form, images: [image])
      #expect(added.status == 303 && added.location == "/goods/1?done=\(word)")
      let target = try #require(added.headers[.location])
      // The message is of this form, and shown once.
      #expect(try await seller.get("/goods/1?done=\(word)").text("class", "notice") == nil)
      #expect(try await seller.get(target).text("class", "notice") == message + "Add another like it")
      #expect(try await seller.get(target).text("class", "notice") == nil)
    }
    let like = try await seller.get("/sell/add?item=1")
    #expect(like.value(of: "title") == "Lamp" && like.value(of: "sku") == "" && like.value(of: "key") != key)
    let page = try await seller.get("/goods/1")
    #expect(page.values(of: "src").contains("/images/\(MockData.png(1))"))
    let item = try await shop.manager.item(id: 1)
    #expect(item.title == "Lamp" && item.description == "One\nTwo" && item.stock == 3)
    #expect(item.details == ItemDetails(sku: "L-1", tags: ["brass", "desk"]))

    // A field that the form does not have stays.
    var reordered = ItemPatch()
    reordered.details.reorderAt = .some(2)
    _ = try await shop.manager.edit(id: 1, reordered, password: Shop.password)
    let edit = try await seller.get("/goods/1/edit")
    #expect(edit.text("id", "descriptions") == "\nOne\nTwo" && edit.value(of: "sku") == "L-1")
    #expect(edit.text("id", "note") == "\nfrom Ida")
    let seen = ["seen", "seen-stock"].map { ($0, edit.value(of: $0) ?? "") }
    // A piece that is sold meanwhile stays sold.
    let sold = try await seller.post("/goods/1/stock", [("kind", "sell"), ("quantity", "1")])
    #expect(sold.location == "/goods/1?done=sold")
    let edited = try await seller.post("/goods/1/edit", changed("title", "Brass lamp") + seen)
    #expect(edited.status == 303 && edited.location == "/goods/1?done=edited")
    let after = try await shop.manager.item(id: 1)
    #expect(after.title == "Brass lamp" && after.stock == 2 && after.details.reorderAt == .some(2))
    _ = try await seller.post("/goods/1/stock", [("kind", "restock"), ("quantity", "5")])
    #expect(try await shop.manager.item(id: 1).stock == 7)

    #expect(try await seller.get("/goods/1/delete").texts(of: "h1") == ["Delete the item?"])
    let deleted = try await seller.post("/goods/1/delete", [])
    #expect(deleted.location == "/sell?done=deleted")
    let undo = try await seller.follow(deleted)
    #expect(undo.values(of: "action").filter { $0 == "/goods/1/restore" }.count == 2)
    #expect(try await shop.get("/goods/1").status == 404)
    let restored = try await seller.post("/goods/1/restore", [])
    #expect(restored.location == "/goods/1?done=restored")
    #expect(try await shop.manager.item(id: 1).title == "Brass lamp")

    _ = try await seller.post("/sell/out", [])
    #expect(try await seller.get("/sell").texts(of: "h1") == ["Sign in to sell"])
  }

  @Test("a seller who signs in gets the own items, the newest first, in parts, with what is off sale")
  func ownItems() async throws {
    let shop = try Shop(isSelling: true)
    _ = try await shop.manager.add(
      ItemDraft(title: "Other", price: Price(1, .usDollar)), images: [], password: "another")
    try await shop.add(103)
    var patch = ItemPatch()
    patch.details.offSale = true
    _ = try await shop.manager.edit(id: 104, patch, password: Shop.password)
    let seller = Seller(shop)
    #expect(try await seller.signIn().status == 303)
    let first = try await seller.get("/sell")
    #expect(first.ownItems == ["Lamp 103off sale"] + (4...102).reversed().map { "Lamp \($0)" })
    let next = try #require(first.values(of: "href").first { $0.hasPrefix("/sell?before=") })
    #expect(try await seller.get(next).ownItems == ["Lamp 3", "Lamp 2", "Lamp 1"])
    // Listed items need no second look at their password.
    #expect(try await seller.get("/goods/104").values(of: "action").contains("/goods/104/stock"))
    #expect(try await !shop.page("/").contains("Lamp 103<"))
  }

  @Test func `the table of own items has what was sold, and is searched and filtered`() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(3)
    for (id, stock, level) in [(1, 4, 5), (2, 0, nil), (3, 9, 5)] as [(Int, Int, Int?)] {
      var patch = ItemPatch()
      patch.stock = stock
      if let level { patch.details.reorderAt = level }
      _ = try await shop.manager.edit(id: id, patch, password: Shop.password)
    }
    let seller = Seller(shop)
    _ = try await seller.signIn()
    try await seller.get("/goods/3")
    _ = try await seller.post("/goods/3/stock", [("kind", "sell"), ("quantity", "2"), ("key", "k")])
    let page = try await seller.get("/sell")
    #expect(page.ownItems == ["Lamp 3", "Lamp 2sold out", "Lamp 1low"])
    let sold = page.elements.filter { $0.attributes["class"] == "number sold" }.map(\.text)
    #expect(sold == ["Sold in 7 days: 2", "Sold in 7 days: 0", "Sold in 7 days: 0"])
    for (query, titles) in [
      ("show=low", ["Lamp 1low"]), ("show=sold-out", ["Lamp 2sold out"]), ("show=off-sale", []),
      ("q=lamp+3", ["Lamp 3"]), ("q=lamp&show=low", ["Lamp 1low"]), ("q=desk", []),
      // A search with a slip, among the seller's own items.
      ("q=lmap+3", ["Lamp 3"]),
    ] {
      #expect(try await seller.get("/sell?\(query)").ownItems == titles, "\(query)")
    }
  }

  @Test func `the stock is corrected by a piece, once for a form, and the list stays as it was chosen`()
    async throws
  {
    let shop = try Shop(isSelling: true)
    try await shop.add(2)
    var patch = ItemPatch()
    patch.stock = 1
    _ = try await shop.manager.edit(id: 1, patch, password: Shop.password)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let page = try await seller.get("/sell?q=lamp")
    let target = "/goods/1/stock?q=lamp"
    #expect(page.values(of: "action").contains(target))
    func press(_ kind: String, _ key: String = "0123456789") async throws -> HTTPResponse {
      try await seller.post(target, [("kind", kind), ("key", key)])
    }
    let fewer = try await press("fewer")
    #expect(fewer.status == 303 && fewer.headers[.location]?.hasPrefix("/sell?q=lamp&") == true)
    #expect(fewer.headers[.location]?.hasSuffix("#i1") == true)
    let counted = try await seller.follow(fewer)
    #expect(counted.text("role", "status") == "Lamp 1: 0 in stock nowUndo")
    // The page of before, sent again, and its other button.
    #expect(
      try await seller.follow(press("fewer")).text("role", "status")?.hasPrefix("Already recorded at") == true
    )
    #expect(try await shop.manager.item(id: 1).stock == 0)
    let more = try await seller.follow(press("more"))
    #expect(more.text("role", "status") == "Lamp 1: 1 in stock nowUndo")
    let undo = [("kind", "undo"), ("movement", try #require(more.value(of: "movement")))]
    #expect(
      try await seller.follow(seller.post(target, undo)).text("role", "status")
        == "Undone. Lamp 1: 0 in stock now")
    #expect(
      try await seller.follow(seller.post(target, undo)).text("role", "status")?
        .hasPrefix("Already recorded at") == true)
    // The entry is undone as by a command: the history says which one, and it cannot be undone again.
    let log = try await shop.manager.log(1, size: 2, password: Shop.password)
    #expect(log.entries.map(\.undoes) == [log.entries[1].id, nil])
    #expect(log.entries[1].undone == log.entries[0].id)
    _ = try await press("more", "one-more-key")
    _ = try await press("fewer", "another-key")
    let refused = try await press("fewer", "a-third-key")
    #expect(refused.status == 409)
    #expect(try await shop.manager.item(id: 1).stock == 0)
    // The last item of a later part leaves it, which is no page that does not exist.
    let last = try await seller.post(
      "/goods/1/stock?show=sold-out&before=2", [("kind", "more"), ("key", "a-fourth-key")])
    #expect(try await seller.follow(last).text("role", "status") == "Lamp 1: 1 in stock nowUndo")
    // Another seller's item is not changed.
    let other = Seller(shop)
    _ = try await other.signIn("somebody else", again: "somebody else")
    try await other.get("/sell")
    #expect(try await other.post("/goods/2/stock", [("kind", "more"), ("key", "k")]).status == 403)
  }

  @Test("a password without items begins once it was entered twice, and the first item can be added with it")
  func newSeller() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let seller = Seller(shop)
    for (password, again, words) in [
      (
        "quite new", "",
        "No items have this password. Check it. If you are new, begin to sell below."
      ),
      ("quite new", "quite now", "The two passwords are not the same."),
      ("a new 1", "a new 1", "A new password has at least 8 characters."),
    ] {
      let refused = try await seller.signIn(password, again: again)
      #expect(refused.status == 422 && seller.cookie == nil)
      #expect(refused.reader.text("role", "alert") == words)
      #expect(refused.reader.elements.contains { $0.attributes["name"] == "again" })
    }
    #expect(try await seller.signIn("quite new").status == 303)
    let page = try await seller.get("/sell")
    #expect(
      page.elements.contains { $0.name == "p" && $0.text.hasPrefix("No items yet under this password.") })
    #expect(page.values(of: "href").contains("/sell/add"))
    #expect(try await seller.post("/sell/add", Self.lamp).status == 303)
    #expect(try await seller.get("/sell").ownItems == ["Lamp"])
  }

  @Test("after signing in the seller gets the form that was asked for")
  func askedFor() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    for next in ["elsewhere", "sales/1/edit", "sales/../add", "sales/"] {
      #expect(try await Seller(shop).get("/sell?item=1&then=\(next)").value(of: "then") == nil)
    }
    for (path, item, next, target) in [
      ("/goods/1/edit", "1", "edit", "/sell?item=1&then=edit"),
      ("/goods/1/sales/2", "1", "sales/2", "/sell?item=1&then=sales%2F2"),
      ("/sell/add", "", "add", "/sell?then=add"),
    ] {
      #expect(try await shop.get(path).headers[.location] == target)
      #expect(try await Seller(shop).get(target).value(of: "then") == next)
      let signedIn = try await Seller(shop).post(
        "/sell", [("password", Shop.password), ("item", item), ("then", next)], hasToken: false)
      #expect(signedIn.headers[.location] == path)
    }
  }

  @Test("passwords that are tried are limited, whether they fit or not, and one that was right is not tried")
  func guesses() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let seller = Seller(shop)
    var statuses: [Int] = []
    for number in 1...6 { statuses.append(try await Seller(shop).signIn("guesses \(number)").status) }
    #expect(statuses == [303, 303, 303, 303, 303, 429])
    let refused = try await seller.signIn()
    #expect(refused.status == 429 && refused.headers[.retryAfter] == "30")
    #expect(
      refused.reader.text("role", "alert") == "Too many wrong passwords. Try again in 30 seconds.")
    // By an item the password is one of the item alone; what else has it stays untold.
    #expect(try await seller.signIn(item: 1).headers[.location] == "/goods/1")
    var request = HTTPRequest(
      .get, scheme: "http", authority: "shop.example", target: "/sell",
      headers: [.accept: "text/html", "Cookie": seller.cookie ?? ""])
    request.peer = "127.0.0.1"
    let locked = try await shop.market.response(to: request)
    #expect(locked.status == 429 && locked.headers[.retryAfter] == "30")
    #expect(locked.reader.values(of: "href").contains("/sell/add"))
    #expect(locked.reader.texts(of: "h2").isEmpty)
    request.peer = "198.51.100.1"
    #expect(try await shop.market.response(to: request).reader.ownItems == ["Lamp 1"])
  }

  @Test("a reorder level and a box for off sale are in the form, checked, kept and shown to the seller")
  func details() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let refused = try await seller.post(
      "/sell/add", Self.lamp + [("reorder_at", "-1"), ("off_sale", ""), ("off_sale", "maybe")])
    #expect(refused.status == 422)
    #expect(refused.reader.text("id", "reorder_at-problem") == "Reorder at “-1” is negative")
    #expect(
      refused.reader.text("id", "problems")?.contains("Off sale “maybe” is none of 1, 0, yes, no") == true)
    #expect(
      refused.reader.text("id", "off_sale-problem")?.hasPrefix("Off sale “maybe” is none of 1, 0") == true)
    let added = try await seller.post(
      "/sell/add", Self.lamp + [("reorder_at", "2"), ("off_sale", ""), ("off_sale", "true")])
    #expect(added.status == 303)
    let item = try await shop.manager.item(id: 1)
    #expect(item.details.reorderAt == .some(2) && item.details.offSale == true)
    let page = try await seller.get("/goods/1")
    #expect(page.text("class", "details")?.contains("Reorder at 2") == true)
    #expect(page.elements.contains { $0.text == "off sale" })
    #expect(try await !shop.page("/goods/1").contains("Reorder at"))
    let edit = try await seller.get("/goods/1/edit")
    #expect(edit.value(of: "reorder_at") == "2")
    #expect(edit.elements.first { $0.attributes["id"] == "off_sale" }?.attributes["checked"] != nil)
    let seen = ["seen", "seen-stock"].map { ($0, edit.value(of: $0) ?? "") }
    // A box that is not ticked is sent as the part before it alone.
    _ = try await seller.post(
      "/goods/1/edit", Self.lamp + seen + [("reorder_at", ""), ("off_sale", "")])
    let after = try await shop.manager.item(id: 1)
    #expect(after.details.reorderAt == nil && after.details.offSale == nil)
  }

  @Test("a form of an earlier sign-in changes nothing, and comes back with what was typed")
  func earlierForm() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let former = try #require(seller.token)
    _ = try await seller.signIn()
    let sent = Self.lamp + [("token", former)]
    let refused = try await seller.post("/sell/add", sent, hasToken: false)
    #expect(refused.status == 403)
    #expect(refused.reader.value(of: "title") == "Lamp")
    #expect(refused.reader.text("id", "problems")?.contains("You have signed in again") == true)
    #expect(try await shop.page("/").contains("Nothing is for sale yet."))
    let token = try #require(refused.reader.value(of: "token"))
    #expect(token != former)
    let again = Self.lamp + [("token", token)]
    #expect(try await seller.post("/sell/add", again, hasToken: false).status == 303)
    let deleted = try await seller.post("/goods/1/delete", [("token", former)], hasToken: false)
    #expect(deleted.status == 403 && deleted.reader.values(of: "href").contains("/sell"))
    #expect(deleted.reader.texts(of: "h1") == ["Delete the item?"])
    #expect(deleted.reader.text("role", "alert")?.hasPrefix("You have signed in again") == true)
    let edited = try await seller.post(
      "/goods/1/edit", changed("title", "Mine") + [("token", former)], hasToken: false)
    #expect(edited.status == 403 && edited.reader.value(of: "title") == "Mine")
    #expect(try await shop.manager.item(id: 1).title == "Lamp")
    let more = try await seller.post(
      "/goods/1/stock", [("kind", "more"), ("token", former)], hasToken: false)
    #expect(more.status == 403 && more.reader.texts(of: "h1") == ["Sell"])
    #expect(more.reader.text("role", "alert")?.hasPrefix("You have signed in again") == true)
  }

  @Test("a write of a page of another origin gets a page in the reader's language, and JSON where an API is")
  func otherOrigins() async throws {
    let shop = try Shop(isSelling: true)
    func response(_ target: String) -> HTTPResponse {
      shop.market.response(
        to: .crossOrigin,
        of: HTTPRequest(
          .post, scheme: "http", authority: "shop.example", target: target,
          headers: [.origin: "http://evil.example", .acceptLanguage: "ko"]))
    }
    for target in ["/sell", "/sell/add", "/goods/1/edit", "/changes"] {
      let page = response(target)
      #expect(page.status == 403 && page.reader.defects == [])
      #expect(page.reader.texts(of: "h1") == ["변경된 내용이 없습니다"])
      #expect(page.reader.values(of: "href").contains("/sell"))
    }
    for target in ["/item", "/api/products", "/nowhere"] {
      let refusal = response(target)
      #expect(refusal.status == 403 && refusal.headers[.contentType] == "application/json")
    }
  }

  @Test("problems come back in the form with what was typed, a summary, and links to the fields")
  func problems() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let hostile = "\"><script>alert(1)</script>"
    let response = try await seller.post(
      "/sell/add",
      [("title", ""), ("price", hostile), ("currency", "XXZ"), ("stock", "-1"), ("sku", hostile)])
    #expect(response.status == 422)
    let page = response.reader
    #expect(page.defects == [])
    #expect(
      page.elements.filter { $0.attributes["aria-invalid"] == "true" }.map { $0.attributes["id"] }
        == ["title", "price", "currency", "stock"])
    #expect(page.value(of: "price") == hostile && page.value(of: "sku") == hostile)
    #expect(page.elements.filter { $0.name == "script" }.allSatisfy { $0.attributes["type"] == "module" })
    let links = page.elements.filter { $0.name == "a" && $0.attributes["href"]?.hasPrefix("#") == true }
    #expect(
      links.map { $0.attributes["href"] } == ["#main", "#title", "#price", "#currency", "#stock"])
    let described = page.elements.first { $0.attributes["id"] == "price" }?.attributes["aria-describedby"]
    #expect(described == "price-problem")
    #expect(page.text("id", "price-problem")?.contains("is not a number") == true)
    let image = ItemImage(filename: "notes.png", content: .bytes(Data("text".utf8)))
    let refused = try await seller.post("/sell/add", Self.lamp, images: [image])
    #expect(refused.status == 422)
    #expect(
      refused.reader.text("id", "images[]-problem")
        == "Image “notes.png” is neither a PNG nor a JPEG image: open it in a photo app, export it as JPEG, and choose that file"
    )
    // A browser chooses no file again: the form says which ones it needs, and has the rest.
    let chosen = refused.reader.elements.first { $0.attributes["class"] == "problem forgotten" }?.text
    #expect(chosen?.contains(": notes.png.") == true && refused.reader.value(of: "title") == "Lamp")
    #expect(try await shop.page("/").contains("Nothing is for sale yet."))
    // Each file of several, beside the field.
    let files = [ItemImage(filename: "empty.png", content: .bytes(Data())), image]
    let both = try await seller.post("/sell/add", Self.lamp, images: files).reader
    #expect(
      both.text("id", "images[]-problem")
        == "Image “empty.png” is an empty file. " + (refused.reader.text("id", "images[]-problem") ?? ""))
  }

  @Test func `a code that another item has is shown beside every other problem, with what was typed`()
    async throws
  {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let coded = [("sku", "A-1"), ("barcodes", "4006381333931")]
    _ = try await seller.post("/sell/add", Self.lamp + coded)
    let image = ItemImage(filename: "notes.png", content: .bytes(Data("text".utf8)))
    let wrong = [
      ("title", "Second"), ("price", "1,000.555 USD"), ("currency", "USD"), ("stock", "-01"),
      ("tags", "a|b"), ("sku", "a-1"), ("barcodes", "4006381333931"),
    ]
    func check(_ response: HTTPResponse) {
      #expect(response.status == 422)
      #expect(
        ["price", "stock", "images[]", "tags", "sku", "barcodes"].map {
          response.reader.text("id", "\($0)-problem")
        } == [
          "Price “1,000.555 USD” has more decimals than USD has (2)", "Stock “-01” is negative",
          "Image “notes.png” is neither a PNG nor a JPEG image: open it in a photo app, export it as JPEG, and choose that file",
          "Tag “a|b” contains a “|”",
          "Another of your items has the SKU “a-1”.",
          "Another of your items has the barcode “4006381333931”.",
        ])
    }
    check(try await seller.post("/sell/add", wrong, images: [image]))
    _ = try await seller.post("/sell/add", Self.lamp)
    check(try await seller.post("/goods/2/edit", wrong, images: [image]))
    // An image and the codes, where everything else is valid.
    let refused = try await seller.post("/sell/add", Self.lamp + coded, images: [image]).reader
    #expect(
      ["images[]", "sku", "barcodes"].map { refused.text("id", "\($0)-problem") != nil } == [
        true, true, true,
      ])
    // The codes of an item that another seller has are told to nobody else.
    let other = Seller(shop)
    _ = try await other.signIn("other secret")
    #expect(try await other.post("/goods/2/edit", wrong).status == 403)
  }

  @Test("a form that is sent back as it was shown changes nothing, whatever text the item has")
  func roundTrip() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    for (index, text) in HostilePageTests.texts.enumerated() {
      var draft = ItemDraft(title: text, description: "\(text)\r\n\(text)", price: Price(1, .usDollar))
      draft.details = ItemDetails(
        sku: "\(text) \(index)", tags: ["one, two"], note: text, reorderAt: 5, offSale: true)
      let added = try await shop.manager.add(draft, images: [], password: Shop.password)
      let page = try await seller.get("/goods/\(added.id)/edit")
      let fields = GoodsForm.fields.map(\.rawValue).map { name in
        (name, page.value(of: name) ?? String(page.text("id", name)?.dropFirst() ?? ""))
      }
      let ticked = page.elements.filter { $0.attributes["checked"] != nil }.map {
        ($0.attributes["name"] ?? "", $0.attributes["value"] ?? "")
      }
      #expect(ticked.map(\.0) == ["off_sale"])
      let seen = ["seen", "seen-stock"].map { ($0, page.value(of: $0) ?? "") }
      let response = try await seller.post("/goods/\(added.id)/edit", fields + ticked + seen)
      #expect(response.status == 303, "\(text)")
      #expect(try await shop.manager.item(id: added.id) == added, "\(text)")
      let again = try await seller.get("/goods/\(added.id)/edit")
      #expect(again.value(of: "seen") == page.value(of: "seen"), "\(text)")
    }
  }

  @Test("an edit of an item that was changed meanwhile says so, and replaces it when it is sent again")
  func changedMeanwhile() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    _ = try await seller.post("/sell/add", Self.lamp)
    let edit = try await seller.get("/goods/1/edit")
    _ = try await shop.manager.edit(id: 1, ItemPatch(description: "New"), password: Shop.password)
    let refused = try await seller.post(
      "/goods/1/edit",
      changed("title", "Mine") + ["seen", "seen-stock"].map { ($0, edit.value(of: $0) ?? "") })
    #expect(refused.status == 422)
    // The seller had not edited it, and gets what it is now.
    #expect(
      refused.reader.text("id", "descriptions-problem")
        == "Description: changed meanwhile, now “New”, before “One\nTwo”")
    #expect(refused.reader.text("id", "descriptions") == "\nNew")
    #expect(refused.reader.value(of: "title") == "Mine")
    #expect(try await shop.manager.item(id: 1).title == "Lamp")
    let again = try await seller.post(
      "/goods/1/edit",
      changed("title", "Mine") + ["seen", "seen-stock"].map { ($0, refused.reader.value(of: $0) ?? "") })
    #expect(again.status == 303)
    #expect(try await shop.manager.item(id: 1).title == "Mine")
    // Both have edited the price. The same form once more, as after Back, changes nothing that it has not.
    let both = ["seen", "seen-stock"].map { ($0, refused.reader.value(of: $0) ?? "") }
    _ = try await shop.manager.edit(id: 1, ItemPatch(amount: 15), password: Shop.password)
    let mine = changed("title", "Mine").map { $0.0 == "price" ? ("price", "13") : $0 }
    let price = try await seller.post("/goods/1/edit", mine + both)
    #expect(price.reader.text("id", "price-problem") == "Price: changed meanwhile, now “15”, here “13”")
    #expect(price.reader.value(of: "price") == "13")
    // Nor is a count replaced without a word.
    _ = try await shop.manager.edit(id: 1, ItemPatch(title: "Theirs", stock: 7), password: Shop.password)
    let counted = mine.map { $0.0 == "stock" ? ("stock", "30") : $0 }
    let seen = ["seen", "seen-stock"].map { ($0, price.reader.value(of: $0) ?? "") }
    let moved = try await seller.post("/goods/1/edit", counted + seen)
    #expect(
      moved.reader.text("id", "stock-problem") == "Stock: changed meanwhile, now “7”, here “30”")
    // Nor where the stock alone has changed, and a box is told as one.
    let after = ["seen", "seen-stock"].map { ($0, moved.reader.value(of: $0) ?? "") }
    _ = try await shop.manager.edit(id: 1, ItemPatch(stock: 6), password: Shop.password)
    let alone = try await seller.post("/goods/1/edit", counted + after)
    #expect(
      alone.reader.text("id", "stock-problem") == "Stock: changed meanwhile, now “6”, here “30”")
    var patch = ItemPatch()
    patch.details.offSale = true
    let last = ["seen", "seen-stock"].map { ($0, alone.reader.value(of: $0) ?? "") }
    _ = try await shop.manager.edit(id: 1, patch, password: Shop.password)
    let box = try await seller.post("/goods/1/edit", counted + last + [("off_sale", "")])
    #expect(
      box.reader.text("id", "off_sale-problem") == "Off sale: changed meanwhile, now “yes”, before “no”")
  }

  @Test func `a form that is sent again with other values says so, and is a new one from then on`()
    async throws
  {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    _ = try await seller.post("/sell/add", Self.lamp + [("key", "first")])
    let other = changed("title", "Vase").filter { $0.0 != "sku" }
    let refused = try await seller.post("/sell/add", other + [("key", "first")])
    let words =
      "This form was sent before, and what it said then was saved. "
      + "Send it again to save what it says now, too."
    #expect(refused.status == 422 && refused.reader.text("id", "problems")?.contains(words) == true)
    let key = try #require(refused.reader.value(of: "key"))
    #expect(try await seller.post("/sell/add", other + [("key", key)]).location == "/goods/2?done=added")
    let buyer = Seller(shop)
    _ = try await buyer.post("/goods/1/review", [("stars", "4"), ("key", "first")])
    let again = try await buyer.post("/goods/1/review", [("stars", "5"), ("key", "first")])
    #expect(again.status == 422 && again.reader.text("role", "alert") == words)
    let next = try #require(again.reader.value(of: "key"))
    let second = try await buyer.post("/goods/1/review", [("stars", "5"), ("key", next)])
    #expect(second.location == "/goods/1?done=reviewed#review-2")
  }

  @Test("an amount is read as in a sheet, in the currency of the form")
  func amounts() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    for (price, currency, amount) in [
      ("1,690,000원", "KRW", Decimal(1_690_000)), ("１２", "USD", 12), ("$12.50", "USD", Decimal(125) / 10),
    ] {
      let form = Self.lamp.filter { !["price", "currency", "sku"].contains($0.0) }
      let added = try await seller.post("/sell/add", form + [("price", price), ("currency", currency)])
      #expect(added.status == 303)
      let page = try await shop.manager.page(PageQuery(1, size: 1, sort: .newest))
      #expect(page.items.first?.price.amount == amount, "\(price)")
    }
    for (price, words) in [
      ("12,5000", "is not a number: write it like 1690000 or 12.50"), ("€12", "is in another currency"),
      ("1e3", "is not a number: write it like 1690000 or 12.50"),
      ("1,23,4", "is not a number: write it like 1690000 or 12.50"),
    ] {
      let refused = try await seller.post("/sell/add", changed("price", price))
      #expect(refused.status == 422)
      #expect(refused.reader.text("id", "price-problem") == "Price “\(price)” \(words)")
    }
  }

  @Test("a form for an item that was deleted meanwhile restores it with what was typed, or adds it anew")
  func deletedMeanwhile() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    _ = try await seller.post("/sell/add", Self.lamp)
    let edit = try await seller.get("/goods/1/edit")
    let form = changed("title", "Mine") + ["seen", "seen-stock"].map { ($0, edit.value(of: $0) ?? "") }
    _ = try await seller.post("/goods/1/delete", [])
    let refused = try await seller.post("/goods/1/edit", form)
    #expect(refused.status == 409 && refused.reader.value(of: "title") == "Mine")
    #expect(refused.reader.values(of: "formaction") == ["/goods/1/edit"])
    #expect(refused.reader.values(of: "action").contains("/sell/add"))
    let restored = try await seller.post("/goods/1/edit", form + [("restore", "1")])
    #expect(restored.location == "/goods/1?done=edited")
    #expect(try await shop.manager.item(id: 1).title == "Mine")
    // From another window, in which it stands as deleted.
    let again = try await seller.get("/goods/1/edit")
    let late = changed("title", "Ours") + ["seen", "seen-stock"].map { ($0, again.value(of: $0) ?? "") }
    #expect(
      try await seller.post("/goods/1/edit", late + [("restore", "1")]).location == "/goods/1?done=edited")
    #expect(try await shop.manager.item(id: 1).title == "Ours")
  }

  @Test func `a sale of an item that was deleted meanwhile, and its page, offer its seller to restore it`()
    async throws
  {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    _ = try await seller.post("/sell/add", Self.lamp)
    _ = try await seller.post("/goods/1/delete", [])
    let sale = [("kind", "sell"), ("quantity", "1"), ("key", "0123456789")]
    for page in [
      try await seller.post("/goods/1/stock", sale).reader, try await seller.get("/goods/1"),
      try await seller.get("/goods/1/edit"),
    ] {
      #expect(page.texts(of: "h1") == ["The item was deleted"] && page.defects == [])
      #expect(page.values(of: "action").filter { $0.hasPrefix("/goods") } == ["/goods/1/restore"])
    }
    // Others are not told.
    let other = Seller(shop)
    _ = try await other.signIn("another seller's")
    for page in [MarkupReader(try await shop.page("/goods/1")), try await other.get("/goods/1")] {
      #expect(page.texts(of: "h1") == ["There is no such page"])
    }
    #expect(try await seller.post("/goods/1/restore", []).location == "/goods/1?done=restored")
    #expect(try await seller.post("/goods/1/stock", sale).location == "/goods/1?done=sold")
  }

  @Test(
    "a form that is sent after the session has ended comes back behind the sign-in, with everything in it")
  func keptForm() async throws {
    let now = Mutex(Date(timeIntervalSince1970: 1_611_523_563))
    let shop = try Shop(isSelling: true, now: { now.withLock { $0 } })
    let seller = Seller(shop)
    _ = try await seller.signIn()
    _ = try await seller.post("/sell/add", Self.lamp)
    now.withLock { $0 += 3_601 }
    let title = "Second \"lamp\""
    // Browsers end lines with CR and LF.
    let typed = changed("title", title).map { $0.0 == "note" ? ("note", "from\r\nIda") : $0 }
    let late = try await seller.post("/sell/add", typed + [("key", "k-1")])
    #expect(late.status == 403 && late.reader.value(of: "kept") == "sell/add")
    let both = late.reader.elements.filter { $0.attributes["type"] == "hidden" }.map {
      ($0.attributes["name"] ?? "", $0.attributes["value"] ?? "")
    }
    // The form to sign in, and the one to begin, which keeps the same for a new seller.
    let hidden = Array(both.prefix(both.count / 2))
    #expect(
      both.count == 2 * hidden.count && zip(both.dropFirst(hidden.count), hidden).allSatisfy { $0 == $1 })
    let new = hidden + [("password", "a new secret"), ("again", "a new secret")]
    let begun = try await Seller(shop).post("/sell", new, hasToken: false)
    #expect(begun.status == 200 && begun.reader.value(of: "title") == title)
    let wrong = try await seller.post("/sell", hidden + [("password", "mistyped")], hasToken: false)
    #expect(wrong.status == 422 && wrong.reader.value(of: "kept") == "sell/add")
    let back = try await seller.post("/sell", hidden + [("password", Shop.password)], hasToken: false)
    #expect(back.status == 200 && back.reader.value(of: "title") == title)
    #expect(back.reader.value(of: "note") == nil && back.reader.text("id", "note") == "\nfrom\nIda")
    #expect(back.reader.value(of: "key") == "k-1")
    #expect(try await shop.manager.page(PageQuery(1, size: 5, sort: .newest)).items.count == 1)
    let token = try #require(back.reader.value(of: "token"))
    let sent = changed("title", title).map { $0.0 == "sku" ? ("sku", "L-2") : $0 } + [("token", token)]
    #expect(try await seller.post("/sell/add", sent, hasToken: false).status == 303)
    // A number of pieces, too.
    now.withLock { $0 += 3_601 }
    let sale = try await seller.post("/goods/1/stock", [("kind", "sell"), ("quantity", "2")])
    #expect(sale.reader.value(of: "quantity") == "2")
    let item = try await seller.post(
      "/sell", [("kept", "goods/1/stock"), ("kind", "sell"), ("quantity", "2"), ("password", Shop.password)],
      hasToken: false)
    #expect(item.status == 200)
    #expect(item.reader.elements.first { $0.attributes["id"] == "sell" }?.attributes["value"] == "2")
    #expect(try await shop.manager.item(id: 1).stock == 3)
    // A return with its box, and the question before a deletion.
    now.withLock { $0 += 3_601 }
    _ = try await seller.signIn()
    let sold = try await seller.post("/goods/1/stock", [("kind", "sell"), ("quantity", "2")])
    let receipt = try #require(
      try await seller.follow(sold).values(of: "href").first { $0.hasPrefix("/goods/1/sales/") })
    now.withLock { $0 += 3_601 }
    let part = [("kind", "return"), ("quantity", "1"), ("unsalable", "1")]
    #expect(try await seller.post(receipt, part).reader.value(of: "unsalable") == "1")
    let kept = ("kept", String(receipt.dropFirst()))
    let returned = try await seller.post(
      "/sell", part + [kept, ("password", Shop.password)], hasToken: false
    ).reader
    #expect(returned.value(of: "quantity") == "1" && returned.texts(of: "h1") == ["Receipt"])
    #expect(
      returned.elements.first { $0.attributes["id"] == "unsalable" }?.attributes["checked"] != nil)
    now.withLock { $0 += 3_601 }
    #expect(try await seller.post("/goods/1/delete", []).reader.value(of: "kept") == "goods/1/delete")
    let question = try await seller.post(
      "/sell", [("kept", "goods/1/delete"), ("password", Shop.password)], hasToken: false)
    #expect(question.reader.texts(of: "h1") == ["Delete the item?"])
    // A press in the table is made again by hand: behind the sign-in stands the table.
    now.withLock { $0 += 3_601 }
    let press = try await seller.post("/goods/1/stock", [("kind", "more"), ("key", "0123456789")])
    #expect(
      press.status == 403 && press.reader.value(of: "kept") == nil && press.reader.value(of: "item") == nil)
    // The names of files are kept, which a browser does not choose again.
    let image = try ItemImage(path: MockData.path("macbook.png"))
    let named = try await seller.post("/sell/add", Self.lamp, images: [image])
    #expect(named.reader.value(of: "forgotten") == "macbook.png")
    let forgotten = try await seller.post(
      "/sell", [("kept", "sell/add"), ("forgotten", "macbook.png"), ("password", Shop.password)],
      hasToken: false)
    let words = forgotten.reader.elements.first { $0.attributes["class"] == "problem forgotten" }?.text
    #expect(words?.contains(": macbook.png.") == true)
    // The sign-in holds for an item that is gone meanwhile.
    let gone = try await Seller(shop).post(
      "/sell", [("kept", "goods/99/edit"), ("title", "x"), ("password", Shop.password)], hasToken: false)
    #expect(gone.status == 303 && gone.headers[.setCookie] != nil)
  }

  @Test("images of an item change places, go, and are followed by new ones; other images stay")
  func imageOrder() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let (png, jpeg) = (
      try ItemImage(path: MockData.path("macbook.png")), try ItemImage(path: MockData.path("macbook.jpg"))
    )
    _ = try await seller.post("/sell/add", Self.lamp, images: [png, png, png, png])
    func edit(
      _ places: [(Int, String)], order: String? = nil, images: [ItemImage] = []
    ) async throws -> (Int, [Int]) {
      let page = try await seller.get("/goods/1/edit")
      let seen = ["seen", "seen-stock"].map { ($0, page.value(of: $0) ?? "") }
      let chosen = places.map { ("place-\($0.0)", $0.1) } + (order.map { [("order", $0)] } ?? [])
      let response = try await seller.post("/goods/1/edit", Self.lamp + seen + chosen, images: images)
      let urls = try await shop.manager.item(id: 1).images ?? []
      return (response.status, urls.compactMap { Int($0.imageName.prefix { $0 != "." }) })
    }
    #expect(try await edit([]) == (303, [1, 2, 3, 4]))
    #expect(
      try await edit([(1, "1"), (2, "2"), (3, "\(Int.max)"), (4, "\(Int.min)")]) == (303, [4, 1, 2, 3]))
    #expect(try await edit([(4, "3"), (1, "2"), (2, "3"), (3, "remove")]) == (303, [1, 2, 4]))
    #expect(try await edit([(1, "1"), (99, "1")], images: [jpeg, jpeg]) == (303, [1, 2, 4, 5, 6]))
    #expect(try await edit([], images: [jpeg]) == (422, [1, 2, 4, 5, 6]))
    #expect(try await edit([(1, "remove")], images: [jpeg]) == (303, [2, 4, 5, 6, 7]))
    // A script sends the order of all images, with 0 for a new one.
    #expect(try await edit([], order: "7 0 2", images: [png]) == (303, [7, 8, 2]))
    #expect(try await edit([], order: "2 8 7") == (303, [2, 8, 7]))
    #expect(try await edit([], order: "2 99 7") == (409, [2, 8, 7]))
    #expect(try await edit([], order: "2 2 7") == (303, [2, 8, 7]))
    // A new image without a place in the order is not lost.
    #expect(try await edit([], order: "7 7 2 8", images: [png]) == (303, [2, 8, 7, 9]))
  }

  @Test func `a request of a script leaves the message for the page that is opened then`() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    try await seller.get("/sell")
    let address = try #require(try await seller.post("/sell/add", Self.lamp).headers[.location])
    let headers: HTTPHeaders = [
      .accept: "text/html", "Cookie": try #require(seller.cookie), "X-Requested-With": "XMLHttpRequest",
    ]
    #expect(MarkupReader(try await shop.page(address, headers)).text("class", "notice") == nil)
    #expect(try await seller.get(address).text("class", "notice")?.hasPrefix("The item was added.") == true)
    #expect(try await seller.get(address).text("class", "notice") == nil)
  }

  @Test func `the first item of a seller is priced in the commonest currency of the market`() async throws {
    let shop = try Shop(isSelling: true)
    _ = try await shop.manager.add(
      ItemDraft(title: "Pot", price: Price(12_000, try #require(Currency("KRW")))), images: [],
      password: "another seller's")
    let seller = Seller(shop)
    _ = try await seller.signIn()
    #expect(try await seller.get("/sell/add").value(of: "currency") == "KRW")
    #expect(try await seller.get("/sell/add?lang=en").value(of: "currency") == "KRW")
    // Then in that of most items, not of the newest one.
    for (code, own) in [("EUR", "EUR"), ("EUR", "EUR"), ("JPY", "EUR"), ("JPY", "JPY")] {
      let form = Self.lamp.filter { $0.0 != "sku" }.map {
        $0.0 == "currency" ? ($0.0, code) : $0.0 == "price" ? ($0.0, "12") : $0
      }
      #expect(try await seller.post("/sell/add", form).status == 303)
      #expect(try await seller.get("/sell/add").value(of: "currency") == own)
    }
  }

  @Test("after a sale there are its amount, a receipt and an undo; a form that is sent twice sells once")
  func receipt() async throws {
    let shop = try Shop(isSelling: true)
    _ = try await shop.manager.add(
      ItemDraft(title: "Lamp", price: Price(12, .usDollar), stock: 5), images: [], password: Shop.password)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    // No page of the item was opened before.
    let page = try await seller.get("/goods/1")
    let key = try #require(page.value(of: "key"))
    let form = [("kind", "sell"), ("quantity", "2"), ("key", key)]
    let sold = try await seller.post("/goods/1/stock", form)
    let notice = try await seller.follow(sold)
    #expect(notice.text("class", "notice") == "Sold 2 for USD 24.00.ReceiptUndo")
    let again = try await seller.post("/goods/1/stock", form)
    #expect(again.location == "/goods/1?done=repeated")
    let repeated = try await seller.follow(again)
    #expect(repeated.text("class", "notice") == "Already recorded at 21:26Receipt")
    #expect(try await shop.manager.item(id: 1).stock == 3)

    let path = try #require(repeated.values(of: "href").first { $0.hasPrefix("/goods/1/sales/") })
    #expect(
      try await shop.get(path).headers[.location]
        == "/sell?item=1&then=sales%2F\(path.split(separator: "/")[3])")
    let receipt = try await seller.get(path)
    #expect(receipt.texts(of: "h1") == ["Receipt"] && receipt.texts(of: "b").first == "USD 24.00")
    let review = try #require(receipt.values(of: "href").first { $0.contains("/goods/1/review?receipt=") })
    #expect(review.hasPrefix("http://shop.example/") && receipt.elements.contains { $0.name == "svg" })
    // A telephone that reads the code reaches no address of this machine.
    #expect(PageRequest.isLoopback(URL(string: "http://127.0.0.1:8080/")))
    #expect(PageRequest.isLoopback(URL(string: "http://[::1]:8080/")))
    #expect(!PageRequest.isLoopback(URL(string: "http://192.168.1.7:8080/")))
    let today = try await seller.get("/sell")
    #expect(today.texts(of: "h2").first == "Sold today" && today.values(of: "href").contains(path))
    #expect(today.texts(of: "b").first == "USD 24.00")

    let tooMany = try await seller.post(
      path, [("kind", "return"), ("quantity", "3"), ("unsalable", "1")])
    #expect(tooMany.status == 409)
    #expect(tooMany.reader.text("role", "alert") == "At most 2 of item 1 can be returned, not 3")
    let box = tooMany.reader.elements.first { $0.attributes["id"] == "unsalable" }
    #expect(box?.attributes["checked"] != nil)
    let returned = try await seller.post(path, [("kind", "return"), ("quantity", "1"), ("key", "r")])
    #expect(returned.location == path + "?done=returned")
    #expect(try await shop.manager.item(id: 1).stock == 4)
    #expect(try await seller.get(path).elements.contains { $0.text == "Returned: 1 for USD 12.00" })
    let rest = try await seller.get("/sell")
    #expect(rest.texts(of: "b").first == "USD 12.00" && rest.text("title", "Receipt") == "USD 12.00")
    #expect(rest.elements.contains { $0.text.hasSuffix(" · 2 × Lamp · Returned: 1") })
    // With a return the sale is not undone.
    let refused = try await seller.post(path, [("kind", "undo")])
    #expect(refused.status == 409 && refused.reader.text("role", "alert") != nil)
    #expect(refused.reader.value(of: "quantity") == "1")
    #expect(try await seller.get("/goods/1/sales/1").texts(of: "h1") == ["There is no such page"])

    let other = try await seller.post("/goods/1/stock", [("kind", "sell"), ("quantity", "1")])
    let after = try await seller.follow(other)
    let undo = try #require(after.values(of: "action").first { $0.hasPrefix("/goods/1/sales/") })
    let undone = try await seller.post(undo, [("kind", "undo"), ("key", "undone")])
    #expect(undone.location == undo + "?done=undone")
    let twice = try await seller.post(undo, [("kind", "undo"), ("key", "undone")])
    #expect(try await seller.follow(twice).text("class", "notice") == "Already recorded at 21:26")
    // In another window, which has another key.
    let late = try await seller.post(undo, [("kind", "undo"), ("key", "other")])
    #expect(late.status == 409 && late.reader.text("role", "alert") != nil)
    #expect(try await shop.manager.item(id: 1).stock == 4)
    let void = try await seller.get(undo)
    #expect(void.elements.contains { $0.text == "This sale was undone." })
    // Its code verifies no review.
    #expect(receipt.text("class", "code") != nil && void.text("class", "code") == nil)
    #expect(!void.values(of: "href").contains { $0.contains("/review") })
  }

  @Test func `a delivery and a return are undone from the message about them, and the page stays`()
    async throws
  {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    /// Sends the form of the message that a form leads to.
    func undo(_ sent: HTTPResponse) async throws -> (location: String?, notice: String?) {
      let page = try await seller.follow(sent)
      let action = try #require(
        page.values(of: "action").first { $0.hasPrefix("/goods/1/s") && page.value(of: "movement") != nil })
      let target = page.text("class", "notice")?.hasSuffix("Undo") == true ? action : ""
      let form = [("kind", "undo"), ("movement", page.value(of: "movement") ?? "")]
      let undone = try await seller.post(target, form)
      return (undone.location, try await seller.follow(undone).text("class", "notice"))
    }
    let delivered = try await seller.post("/goods/1/stock", [("kind", "restock"), ("quantity", "5")])
    #expect(try await shop.manager.item(id: 1).stock == 6)
    let delivery = try await undo(delivered)
    #expect(delivery.location == "/goods/1?done=undone")
    #expect(delivery.notice == "Undone. Lamp 1: 1 in stock now")
    _ = try await seller.post("/goods/1/stock", [("kind", "sell"), ("quantity", "1")])
    let receipts = try await seller.get("/goods/1").values(of: "href")
    let receipt = try #require(receipts.first { $0.hasPrefix("/goods/1/sales/") })
    try await seller.get(receipt)
    let returned = try await seller.post(receipt, [("kind", "return"), ("quantity", "1")])
    #expect(try await shop.manager.item(id: 1).stock == 1)
    let takenBack = try await undo(returned)
    #expect(takenBack.location == receipt + "?done=undone")
    #expect(takenBack.notice == "Undone. Lamp 1: 0 in stock now")
    #expect(try await !seller.get(receipt).elements.contains { $0.text.hasPrefix("Returned:") })
  }

  @Test func `sales of earlier days are on the page of their item, and on one of their day`() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let sale = MovementRequest(
      itemID: 1, .sell(quantity: 1, price: nil), time: ReportedTime("2021-01-20"), isAlreadyCounted: true)
    for _ in 1...12 { _ = try await shop.manager.record([(sale, Shop.password)]) }
    func receipts(_ page: MarkupReader) -> Int {
      page.values(of: "href").count { $0.hasPrefix("/goods/1/sales/") }
    }
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let item = try await seller.get("/goods/1")
    #expect(item.texts(of: "h2").contains("Last sales") && receipts(item) == 10)
    #expect(try await receipts(MarkupReader(shop.page("/goods/1"))) == 0)
    let home = try await seller.get("/sell")
    #expect(receipts(home) == 0 && home.values(of: "href").contains("/sell?day=today"))
    let today = try await seller.get("/sell?day=today")
    #expect(today.texts(of: "p").contains("Nothing was sold in this time.") && today.ownItems == [])
    func days(_ page: MarkupReader) -> [String] {
      page.values(of: "href").filter { $0.wholeMatch(of: /\/sell\?day=[0-9-]+/) != nil }
    }
    #expect(days(today) == ["/sell?day=2021-01-23"])
    let day = try await seller.get("/sell?day=2021-01-20")
    #expect(receipts(day) == 12 && day.texts(of: "b").first == "USD 12.00")
    #expect(days(day) == ["/sell?day=2021-01-19", "/sell?day=2021-01-21"])
    #expect(try await seller.get("/sell?day=soon").texts(of: "h1") == ["The address has an invalid value"])
    let other = Seller(shop)
    _ = try await other.signIn("another seller's")
    #expect(try await receipts(other.get("/sell?day=2021-01-20")) == 0)
  }

  @Test("a buyer writes a review on a page, with the code of a receipt; sent twice it is one")
  func writtenReview() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let sale = MovementRequest(itemID: 1, .sell(quantity: 1, price: nil))
    _ = try await shop.manager.record([
      (MovementRequest(itemID: 1, .restock(quantity: 1, cost: nil)), Shop.password)
    ])
    let recorded = try await shop.manager.record([(sale, Shop.password)])
    let code = try #require(recorded.first?.receipt?.text)
    let buyer = Seller(shop)
    #expect(try await buyer.get("/goods/1").values(of: "href").contains("/goods/1/review"))
    let page = try await buyer.get("/goods/1/review?receipt=\(code)")
    #expect(page.value(of: "receipt") == code)
    #expect(
      page.text("id", "password-hint")
        == "To change the review, send the form again with it and the receipt's code.")
    let key = try #require(page.value(of: "key"))
    let form = [
      ("key", key), ("stars", "4"), ("text", "Bright"), ("author", "Mina"),
      ("receipt", code), ("password", ""),
    ]
    for (done, message) in [
      ("reviewed", "The review was published."), ("repeated", "Already recorded at 21:26"),
    ] {
      let sent = try await buyer.post("/goods/1/review", form)
      #expect(sent.status == 303 && sent.location == "/goods/1?done=\(done)#review-1")
      // The reader has no session, and the message is shown once.
      let address = try #require(sent.headers[.location]).prefix { $0 != "#" }
      #expect(try await buyer.get(String(address)).text("class", "notice") == message)
      #expect(try await buyer.get(String(address)).text("class", "notice") == nil)
    }
    let review = try await shop.manager.reviews(ReviewQuery(item: 1)).reviews
    #expect(review.map(\.text) == ["Bright"] && review.first?.isVerified == true)
    _ = try await shop.manager.record([
      (MovementRequest(itemID: 1, .restock(quantity: 1, cost: nil)), Shop.password)
    ])
    let second = try #require(
      try await shop.manager.record([(sale, Shop.password)]).first?.receipt?.text)
    for (stars, key) in [("3", "second"), ("2", "third")] {
      let sent = try await buyer.post(
        "/goods/1/review",
        [("key", key), ("stars", stars), ("text", "Dim"), ("receipt", second), ("password", "opinion")])
      #expect(sent.location == "/goods/1?done=reviewed#review-2")
    }
    #expect(try await shop.manager.review(id: 2).stars == .two)
    for (field, value, words) in [
      ("stars", "", "Choose one to five stars."),
      ("receipt", "AAAA", "No sale of this item has this code. Check it, or leave it out."),
    ] {
      let refused = try await buyer.post(
        "/goods/1/review", form.map { $0.0 == field ? (field, value) : $0.0 == "key" ? ("key", "k") : $0 })
      #expect(refused.status == 422 && refused.reader.text("role", "alert") == words)
      #expect(refused.reader.text("id", "text") == "\nBright")
    }
    // All problems at once.
    let both = try await buyer.post(
      "/goods/1/review", [("text", "Bright"), ("author", String(repeating: "a", count: 101))])
    #expect(both.reader.elements.count { $0.attributes["role"] == "alert" } == 2)
    let every = try await buyer.post(
      "/goods/1/review",
      [("text", 5_001), ("author", 101), ("receipt", 65), ("password", 257)].map {
        ($0.0, String(repeating: "a", count: $0.1))
      })
    #expect(every.reader.elements.count { $0.attributes["role"] == "alert" } == 5)
    #expect(
      ["text", "author", "receipt", "password"].allSatisfy {
        every.reader.text("id", "\($0)-problem") != nil
      })
    #expect(try await buyer.post("/goods/1/review", form, origin: "http://evil.example").status == 403)
  }

  @Test("more than the stock is not sold, and the form says why")
  func tooMany() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    _ = try await seller.post("/sell/add", Self.lamp)
    let refused = try await seller.post("/goods/1/stock", [("kind", "sell"), ("quantity", "99")])
    #expect(refused.status == 409)
    #expect(refused.reader.text("id", "sell-problem") == "Item 1 has 3 in stock, not 99")
    #expect(refused.reader.elements.first { $0.attributes["id"] == "sell" }?.attributes["value"] == "99")
    let invalid = try await seller.post("/goods/1/stock", [("kind", "sell"), ("quantity", "two")])
    #expect(invalid.status == 422)
    #expect(invalid.reader.text("id", "sell-problem") == "Quantity “two” is not a whole number")
  }

  @Test("a wrong password is refused, and limited as by the API")
  func wrongPassword() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let seller = Seller(shop)
    var statuses: [Int] = []
    for _ in 1...6 { statuses.append(try await seller.signIn("guess", item: 1).status) }
    #expect(statuses == [403, 403, 403, 403, 403, 429])
    #expect(seller.cookie == nil)
    let other = Seller(shop)
    _ = try await other.signIn("another one")
    #expect(try await other.get("/goods/1").values(of: "action").filter { $0.hasSuffix("/stock") } == [])
    let refused = try await other.post("/goods/1/delete", [])
    #expect(refused.status == 429 || refused.status == 403)
    #expect(try await shop.get("/goods/1").status == 200)
  }

  @Test("a form without the token, from another origin, or after an hour changes nothing")
  func foreignForms() async throws {
    let now = Mutex(Date(timeIntervalSince1970: 1_611_523_563))
    let shop = try Shop(isSelling: true, now: { now.withLock { $0 } })
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let target = "/sell/add"
    #expect(try await seller.post(target, Self.lamp, hasToken: false).status == 403)
    #expect(try await seller.post(target, Self.lamp, origin: "http://evil.example").status == 403)
    #expect(try await seller.post(target, Self.lamp, origin: "http://shop.example:81").status == 403)
    #expect(try await seller.post("/sell", [("password", "x")], origin: "http://evil.example").status == 403)
    let stranger = Seller(shop)
    _ = try await stranger.signIn("another one")
    stranger.cookie = seller.cookie
    #expect(try await stranger.post(target, Self.lamp).status == 403)
    now.withLock { $0 += 3_599 }
    #expect(try await seller.get("/sell").texts(of: "h1") == ["Sell"])
    now.withLock { $0 += 3_600 }
    let late = try await seller.post(target, Self.lamp)
    #expect(late.status == 403 && late.reader.texts(of: "h1") == ["Sign in to sell"])
    #expect(try await shop.page("/").contains("Nothing is for sale yet."))
  }

  @Test("a session is of the origin where the seller has signed in: another port or scheme has none")
  func origins() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    for (scheme, authority, heading) in [
      ("http", "shop.example", "Sell"), ("http", "SHOP.example", "Sell"),
      ("http", "shop.example:81", "Sign in to sell"), ("https", "shop.example", "Sign in to sell"),
      ("http", "www.shop.example", "Sign in to sell"),
    ] {
      let response = try await shop.market.response(
        to: HTTPRequest(
          .get, scheme: scheme, authority: authority, target: "/sell",
          headers: ["Cookie": try #require(seller.cookie)]))
      #expect(response.reader.texts(of: "h1") == [heading], "\(scheme) \(authority)")
    }
  }

  @Test("another server of the same store asks to sign in again, and does nothing of the form before")
  func otherServer() async throws {
    let one = try Shop(isSelling: true)
    let two = try Shop(isSelling: true, in: one.folder)
    let seller = Seller(one)
    _ = try await seller.signIn()
    try await seller.get("/sell/add")
    let elsewhere = Seller(two)
    elsewhere.cookie = seller.cookie
    #expect(try await elsewhere.get("/sell").texts(of: "h1") == ["Sign in to sell"])
    let refused = try await elsewhere.post("/sell/add", Self.lamp + [("token", seller.token ?? "")])
    #expect(refused.status == 403 && refused.reader.texts(of: "h1") == ["Sign in to sell"])
    #expect(refused.reader.text("role", "alert")?.hasPrefix("You are not signed in here any more") == true)
    #expect(try await two.page("/").contains("Nothing is for sale yet."))
    // The sign-in at the first server stays.
    #expect(try await seller.post("/sell/add", Self.lamp).status == 303)
    _ = try await elsewhere.signIn()
    #expect(try await elsewhere.get("/sell").ownItems == ["Lamp"])
  }

  @Test(
    "a change that may have been saved is not called undone, and a form that cannot be read is the browser's")
  func failures() async throws {
    #expect(
      PageError(StoreError(.unconfirmed), (503, 1)) == .outcomeUnknown(status: 503, retryAfter: 1))
    #expect(
      PageError(StoreError(.unknownOutcome), (500, nil)) == .outcomeUnknown(status: 500, retryAfter: nil))
    #expect(PageError(StoreError.full, (507, nil)) == .failed(status: 507, retryAfter: nil))
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    let response = try await shop.market.response(
      to: HTTPRequest(
        .post, scheme: "http", authority: "shop.example", target: "/sell/add",
        headers: [
          .contentType: "application/x-www-form-urlencoded", .origin: "http://shop.example",
          "Cookie": try #require(seller.cookie),
        ], body: HTTPBody(Data("title=Lamp".utf8))))
    #expect(response.status == 400)
    #expect(response.reader.texts(of: "h1") == ["The form could not be read"])
  }

  @Test("where writing is off or the market is read-only, there is no form, no link and no path")
  func off() async throws {
    for shop in [try Shop(), try Shop(isSelling: true, isReadOnly: true)] {
      let seller = Seller(shop)
      #expect(try await !shop.page("/").contains("/sell"))
      for target in ["/sell", "/sell/add", "/goods/1/edit", "/goods/1/delete"] {
        #expect(try await shop.get(target).status == 404)
      }
      for target in ["/sell", "/sell/add", "/goods/1/edit", "/goods/1/stock", "/goods/1/reviews/1"] {
        #expect(try await seller.post(target, [("password", "secret")]).status == 404)
      }
    }
  }

  @Test("the cookie is for this market alone, and only for its pages")
  func cookies() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    _ = try await shop.get("/goods/1")
    let seller = Seller(shop)
    let response = try await seller.signIn()
    let cookie = try #require(response.headers[.setCookie])
    #expect(
      cookie.wholeMatch(
        of: /market-[0-9a-f]{16}=[0-9a-z]{26}\.[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict/) != nil)
    let page = try await shop.get("/goods/1", [.accept: "text/html", "Cookie": "market-x=guess"])
    #expect(!String(decoding: page.body, as: UTF8.self).contains("/goods/1/stock"))
  }

  @Test("a vendor signs in with its identifier and secret, and changes its own items alone")
  func vendor() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(1)
    let vendor = try await Marketplace(Store(at: shop.folder.store())).addVendor(name: "Ida")
    let seller = Seller(shop)
    let wrong = try await seller.post(
      "/sell", [("identifier", vendor.identifier), ("password", "guess")], hasToken: false)
    #expect(wrong.status == 403)
    let right = try await seller.post(
      "/sell", [("identifier", vendor.identifier), ("password", vendor.secret)], hasToken: false)
    #expect(right.status == 303)
    #expect(try await seller.get("/sell").elements.contains { $0.text == "You are signed in as Ida." })
    #expect(try await seller.post("/sell/add", Self.lamp).location == "/goods/2?done=added")
    #expect(try await seller.post("/goods/2/stock", [("quantity", "1")]).status == 400)
    #expect(try await seller.post("/goods/2/stock", [("quantity", "1"), ("kind", "sell")]).status == 303)
    #expect(try await seller.post("/goods/1/delete", []).status == 403)
  }

  @Test(
    "the operator signs in with the key of the market, over https, and changes every item until the key is replaced"
  )
  func operatorKey() async throws {
    let shop = try Shop(isSelling: true)
    try await shop.add(2)
    let store = Store(at: shop.folder.store())
    let key = try await store.operatorKey(isNew: false).text
    // Where others may read it, it is refused.
    let exposed = try await Seller(shop).post("/sell", [("password", key)], hasToken: false)
    #expect(exposed.status == 403 && exposed.headers[.setCookie] == nil)
    #expect(!String(decoding: exposed.body, as: UTF8.self).contains(key))
    let seller = Seller(shop, scheme: "https")
    // Keys that differ in one digit, and keys that have the last digit alone.
    let digits = "0123456789abcdef"
    for index in key.indices {
      let other = try #require(digits.first { $0 != key[index] })
      let guess = key.replacingCharacters(in: index...index, with: String(other))
      #expect(
        try await seller.post("/sell", [("password", guess)], hasToken: false).headers[.setCookie] == nil)
    }
    for digit in digits {
      let guess = String(repeating: "0", count: 63) + String(digit)
      #expect(
        try await seller.post("/sell", [("password", guess)], hasToken: false).headers[.setCookie] == nil)
    }
    // More wrong passwords than a network may try do not keep the operator out.
    #expect(try await seller.post("/sell", [("password", key)], hasToken: false).status == 303)
    let home = try await seller.get("/sell")
    #expect(home.elements.contains { $0.text == "You are signed in as the operator, for all items." })
    #expect(home.values(of: "href").filter { $0.hasPrefix("/goods/") }.count >= 2)
    #expect(try await seller.post("/sell/add", Self.lamp).location == "/goods/3?done=added")
    #expect(
      try await seller.get("/goods/1").values(of: "action").contains("/goods/1/stock"))
    #expect(try await seller.post("/goods/1/stock", [("quantity", "1"), ("kind", "sell")]).status == 303)
    #expect(try await seller.post("/goods/2/delete", []).status == 303)
    #expect(try await seller.post("/goods/2/restore", []).status == 303)
    // A seller of items does not get the item of the operator.
    let other = Seller(shop)
    _ = try await other.signIn()
    #expect(try await other.post("/goods/3/delete", []).status == 403)
    _ = try await store.operatorKey(isNew: true)
    #expect(try await seller.post("/goods/1/delete", []).status == 403)
    #expect(try await seller.get("/sell").text("class", "sign-in") != nil)
    // The former key is a wrong password like the others.
    #expect(try await Seller(shop, scheme: "https").signIn(key, again: "").status == 429)
  }

  @Test("a link signs the operator in once, and at no address where others may read it")
  func signInLink() async throws {
    let link = SignInLink()
    let shop = try Shop(isSelling: true, link: link)
    try await shop.add(1)
    let target = link.address(at: "")
    for (target, scheme) in [(target, "http"), (target + "x", "https"), ("/sell?link=", "https")] {
      let response = try await shop.get(target, scheme: scheme)
      #expect(response.status == 200 && response.headers[.setCookie] == nil, "\(target) \(scheme)")
    }
    let first = try await shop.get(target, scheme: "https")
    #expect(first.status == 303 && first.location == "/sell")
    let seller = Seller(shop, scheme: "https")
    seller.cookie = first.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
    let home = try await seller.get("/sell")
    #expect(home.elements.contains { $0.text == "You are signed in as the operator, for all items." })
    #expect(try await seller.post("/goods/1/delete", []).status == 303)
    let second = try await shop.get(target, scheme: "https")
    #expect(second.status == 200 && second.headers[.setCookie] == nil)
    #expect(second.reader.text("role", "alert")?.hasPrefix("The link signs in once.") == true)
    // Read again by the operator, it leads to the same page.
    let again = try await seller.get(target)
    #expect(again.text("role", "alert") == nil && again.texts(of: "h1") == home.texts(of: "h1"))
  }

  @Test("the seller answers and folds a review")
  func reviews() async throws {
    let shop = try Shop(isSelling: true)
    let seller = Seller(shop)
    _ = try await seller.signIn()
    _ = try await seller.post("/sell/add", Self.lamp)
    _ = try await shop.manager.review(item: 1, try ReviewDraft(stars: 1, text: "Bad"), password: "buyer")
    let page = try await seller.get("/goods/1")
    #expect(page.values(of: "action").filter { $0 == "/goods/1/reviews/1" }.count == 2)
    let empty = try await seller.post("/goods/1/reviews/1", [("answer", " ")])
    #expect(empty.status == 422 && empty.reader.text("role", "alert") == "Answer is empty")
    let answered = try await seller.post("/goods/1/reviews/1", [("answer", "Sorry")])
    #expect(answered.location == "/goods/1?done=answered")
    let folded = try await seller.post("/goods/1/reviews/1", [])
    #expect(folded.location == "/goods/1?done=folded")
    let late = try await seller.post("/goods/1/reviews/1", [("answer", "Sorry again")])
    #expect(late.status == 409 && late.reader.text("role", "alert") == "The review has an answer already.")
    #expect(late.reader.texts(of: "p").filter { $0.hasPrefix("Sorry") } == ["Sorry", "Sorry again"])
    let review = try await shop.manager.reviews(ReviewQuery(item: 1)).reviews
    #expect(review.map(\.isFolded) == [true] && review.map { $0.answer?.text } == ["Sorry"])
  }

  @Test("a cookie without its signature, with another one or of another origin is no session")
  func signatures() {
    let sessions = SellerSessions()
    let now = Date(timeIntervalSince1970: 1_611_523_563)
    func request(_ cookie: String, at authority: String = "shop.example") -> HTTPRequest {
      HTTPRequest(
        .get, scheme: "http", authority: authority, target: "/", headers: ["Cookie": "market-0=\(cookie)"])
    }
    func find(_ request: HTTPRequest) -> String? { sessions.session(of: request, now: now)?.id }
    func begin(at authority: String) -> SellerSession {
      sessions.begin(.password("a"), vendor: nil, for: request("", at: authority), now: now)
    }
    let (session, other) = (begin(at: "shop.example"), begin(at: "shop.example:8080"))
    #expect(find(request(session.cookie)) == session.id)
    #expect(find(request(session.cookie, at: "SHOP.example")) == session.id)
    #expect(find(request(session.cookie, at: "shop.example:8080")) == nil)
    #expect(find(request(other.cookie, at: "shop.example:8080")) == other.id)
    let signature = session.cookie.dropFirst(session.id.utf8.count + 1)
    for cookie in [
      session.id, "\(session.id).", "\(session.id).\(signature.dropLast())", "\(session.id).\(signature).",
      "\(session.id).\(other.cookie.suffix(64))", "\(other.id).\(signature)", ".\(signature)", "",
    ] {
      #expect(find(request(cookie)) == nil, "\(cookie)")
    }
    let elsewhere = SellerSessions().begin(.password("a"), vendor: nil, for: request(""), now: now)
    #expect(find(request(elsewhere.cookie)) == nil)
    // One that another host of the domain has set is no session, and its own is none beside it.
    let second = begin(at: "shop.example")
    #expect(find(request("\(session.cookie); market-1=\(second.cookie)")) == nil)
    #expect(find(request("\(session.cookie); market-0=\(second.cookie)")) == nil)
    #expect(find(request("\(session.cookie); market-1=\(elsewhere.cookie)")) == session.id)
    var secure = request("")
    secure.scheme = "https"
    let third = sessions.begin(.password("a"), vendor: nil, for: secure, now: now)
    for (name, id) in [("market-0", nil), ("__Host-market-0", third.id)] {
      secure.headers["Cookie"] = "\(name)=\(third.cookie)"
      #expect(find(secure) == id)
    }
  }
}

/// Which sessions end for others.
struct SellerSessionTests {
  private static let now = Date(timeIntervalSince1970: 1_611_523_563)
  private var sessions = SellerSessions()

  private func isAlive(_ session: SellerSession) -> Bool {
    let request = HTTPRequest(.get, target: "/", headers: ["Cookie": "market-0=\(session.cookie)"])
    return sessions.session(of: request, now: Self.now + 3_000) != nil
  }

  /// Begins a session so many seconds after the first.
  private func begin(
    _ client: String, _ password: String = "a", items: [Int] = [], at second: Int = 0
  ) -> SellerSession {
    var request = HTTPRequest(.post, target: "/sell")
    request.peer = client
    return sessions.begin(
      .password(password), vendor: nil, items: items, for: request, now: Self.now + Double(second))
  }

  @Test("of the sessions of a client the oldest one ends for the next; those of others go on")
  func client() {
    let other = begin("10.0.0.1")
    let begun = (0...SellerSessions.perClient).map { begin("192.0.2.1", "\($0)", at: $0) }
    #expect(begun.map(isAlive) == [false] + begun.dropFirst().map { _ in true })
    #expect(isAlive(other))
  }

  @Test("of a password's sessions in one network the oldest beyond eight ends, also where it has items")
  func password() {
    let elsewhere = begin("10.0.0.1", "b", items: [1])
    let other = begin("192.0.2.1", "a")
    let begun = (1...9).map { begin("192.0.2.1", "b", items: $0 == 1 ? [1] : [], at: $0) }
    #expect(begun.map(isAlive) == [false] + begun.dropFirst().map { _ in true })
    #expect(isAlive(elsewhere) && isAlive(other))
  }

  @Test("a client's sessions that own nothing end before those with items")
  func ownsNothing() {
    let seller = begin("192.0.2.1", "seller", items: [1])
    let late = begin("192.0.2.1", "late")
    sessions.note(items: [2], in: late)
    let begun = (1...SellerSessions.perClient).map { begin("192.0.2.1", "\($0)", at: $0) }
    #expect(isAlive(seller) && isAlive(late))
    #expect(begun.map(isAlive) == [false, false] + begun.dropFirst(2).map { _ in true })
  }

  @Test("where all places are taken, a client with the most loses one, and not a seller, nor a new one")
  func most() {
    let capacity = 512
    var small = Self()
    small.sessions = SellerSessions(capacity: capacity)
    let (begin, isAlive) = (small.begin, small.isAlive)
    let seller = begin("10.0.0.1", "seller", [1], 0)
    let beginner = begin("10.0.0.2", "beginner", [], 0)
    let begun = (0..<capacity).map { number in
      begin("192.0.2.\(number / SellerSessions.perClient)", "\(number)", [], 1 + number / 100)
    }
    #expect(isAlive(seller) && isAlive(beginner))
    #expect(begun.count(where: isAlive) == capacity - 2)
    // Each has one session.
    let alone = capacity / 2
    let spread = (0..<alone).map { begin("10.1.\($0 / 200).\($0 % 200)", "a", [], 100) }
    #expect(isAlive(seller) && isAlive(beginner) && spread.allSatisfy(isAlive))
  }

  @Test("a /48 of IPv6 has as many sessions as 16 clients, and displaces its own")
  func site() {
    let other = begin("2001:db8:2::1")
    let limit = 16 * SellerSessions.perClient
    let begun = (0...limit).map { begin("2001:db8:1:\(String($0, radix: 16))::1", at: $0) }
    #expect(begun.map(isAlive) == [false] + begun.dropFirst().map { _ in true })
    #expect(isAlive(other))
  }
}

extension MarkupReader {
  /// The titles in the table of a seller's items, each with the word of its state behind it.
  fileprivate var ownItems: [String] {
    elements.filter { $0.name == "th" && $0.attributes["scope"] == "row" }.map(\.text)
  }
}
