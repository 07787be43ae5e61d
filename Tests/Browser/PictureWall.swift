import Foundation
import HTTP
import OpenMarket
import Storefront
import SystemSupport
import TestSupport
import Testing

/// The fonts of all pictures, whatever else a machine has.
private let fonts = [
  "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
]

extension BrowserTests {
  /// Pages as pictures, compared with those in `Pictures`: a change that is seen is accepted by committing the new picture.
  @Suite(
    .enabled(
      if: fonts.allSatisfy { FileManager.default.fileExists(atPath: $0) },
      "left out: fonts-noto-cjk and fonts-dejavu-core are not installed"), .serialized)
  struct PictureWall {
    /// With `PICTURES=write` the pictures are written and not compared.
    private static let isWriting = ProcessInfo.processInfo.environment["PICTURES"] == "write"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Pictures")
    /// Where a picture that differs is, and the difference.
    private static let found = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: ".build/pictures")
    /// So many pixels of a picture may differ: fewer than a letter has.
    private static let tolerance = 50
    /// Most bytes of a picture.
    private static let most = 60_000

    /// A page as it is seen.
    private struct Picture {
      let name: String
      let path: String
      let width: Int
      /// Nil for that of a screen.
      var height: Int?
      var isDark = false
      var language = "en"
      var medium = ""
      /// Brings the page into the state that is seen.
      var prepare: String?
    }

    private static func pair(
      _ name: String, _ path: String, height: Int? = nil, prepare: String? = nil
    ) -> [Picture] {
      [
        Picture(name: "\(name)-wide", path: path, width: 1_200, height: height, prepare: prepare),
        Picture(
          name: "\(name)-phone", path: path, width: 390, height: height, isDark: true, language: "ko",
          prepare: prepare),
      ]
    }

    /// Pictures in light on a phone and in dark on a wide screen.
    private static func turned(_ name: String, _ path: String) -> [Picture] {
      [
        Picture(name: "\(name)-wide", path: path, width: 1_200, isDark: true, language: "ko"),
        Picture(name: "\(name)-phone", path: path, width: 390),
      ]
    }

    private static let ofBuyers: [[Picture]] = [
      pair("front", "/"), turned("list", "/?view=list&sort=price&show=in-stock"),
      pair("tall", "/goods/\(PicturedShop.tall)"), turned("wide", "/goods/\(PicturedShop.wide)"),
      turned("none", "/goods/\(PicturedShop.none)"), turned("best", "/best-sellers"), pair("about", "/about"),
      turned("empty", "/search?q=nothing"),
      [Picture(name: "price-list-print", path: "/price-list", width: 794, medium: "print")],
      [
        Picture(
          name: "review-form-wide", path: "/goods/\(PicturedShop.tall)/review", width: 1_200, language: "ko",
          prepare: """
            const form = document.querySelector("main form");
            form.noValidate = true;
            form.elements.text.value = "빠르고 조용합니다.";
            form.requestSubmit();
            """)
      ],
    ]

    private static let ofSellers: [[Picture]] = [
      pair("seller", "/sell", height: 1_350),
      turned("receipt", "/goods/\(PicturedShop.tall)/sales/\(PicturedShop.sale)"),
      pair(
        "form-problems", "/sell/add", height: 1_500,
        prepare: """
          const form = document.getElementById("goods-form");
          form.noValidate = true;
          form.elements.price.value = "12..3";
          form.elements.currency.value = "XYZ";
          form.elements.stock.value = "many";
          form.elements.sku.value = "x".repeat(200);
          form.requestSubmit(form.querySelector("button[type=submit]"));
          """),
    ]

    @Test("Pages look as their pictures do")
    func pages() async throws {
      #expect((Self.ofBuyers + Self.ofSellers).joined().count == 24)
      let shop = try await PicturedShop()
      let browser = try await WebDriver()
      do {
        try await prepare(browser)
        for picture in Self.ofBuyers.joined() {
          // The language and the view of the last one.
          try await browser.developer("Network.clearBrowserCookies", [])
          try await compare(picture, of: shop, browser)
        }
        try await browser.open(shop.url + "/sell?lang=en")
        try await browser.type(WalkedShop.password, into: "#password")
        try await browser.click(".sign-in button")
        try await browser.wait(for: "h1", "Sell")
        for picture in Self.ofSellers.joined() { try await compare(picture, of: shop, browser) }
        await browser.close()
      } catch {
        await browser.close()
        throw error
      }
    }

    /// Gives every page the same fonts, and hides what differs in each run: the code of a receipt.
    private func prepare(_ browser: WebDriver) async throws {
      let source = """
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`
          * { font-family: "Noto Sans CJK KR", "DejaVu Sans" !important; caret-color: transparent !important; }
          *, ::before, ::after { animation: none !important; transition: none !important; }
          .qr path, .code b { visibility: hidden; }
          ::-webkit-scrollbar { display: none; }`);
        document.adoptedStyleSheets = [sheet];
        """
      try await browser.developer(
        "Page.addScriptToEvaluateOnNewDocument", [("source", .string(source))])
    }

    private func compare(_ picture: Picture, of shop: PicturedShop, _ browser: WebDriver) async throws {
      try await browser.show(
        width: picture.width, height: picture.height ?? (picture.width > 600 ? 800 : 844),
        isDark: picture.isDark,
        medium: picture.medium)
      try await browser.open(shop.url + EveryPage.address(picture.path, picture.language))
      if let script = picture.prepare {
        try await browser.run(script)
        try await eventually("the form has its problems") {
          try await browser.run("return !!document.querySelector('[role=alert]')") == .truth(true)
        }
      }
      _ = try await browser.wait(
        for: """
          const done = arguments[0];
          document.activeElement?.blur();
          const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
          for (const image of seen) image.loading = "eager";
          Promise.all([document.fonts.ready, ...seen.map((image) => image.decode().catch(() => {}))])
            .then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));
          """)
      let taken = try await browser.wait(for: Self.inFewColours(browser.picture())).plainText
      let bytes = try #require(Data(base64Encoded: taken))
      #expect(bytes.count <= Self.most, "\(picture.name) has \(bytes.count) bytes")
      let file = Self.folder.appending(path: picture.name + ".png")
      guard !Self.isWriting else { return try bytes.write(to: file) }
      let kept = (try? Data(contentsOf: file))?.base64EncodedString() ?? ""
      guard kept != taken else { return }
      let difference = try await browser.wait(for: Self.difference(kept, taken))
      if let pixels = difference["pixels"]?.number, pixels <= Self.tolerance { return }
      try FileManager.default.createDirectory(at: Self.found, withIntermediateDirectories: true)
      let new = Self.found.appending(path: picture.name + ".png")
      try bytes.write(to: new)
      let shown = Self.found.appending(path: picture.name + ".difference.png")
      if let drawn = difference["picture"]?.plainText, let data = Data(base64Encoded: drawn) {
        try data.write(to: shown)
      }
      Issue.record(
        """
        \(picture.name) looks different in \(difference["pixels"]?.plainText ?? "all") pixels: see \(shown.path()).
        If it is meant, copy \(new.path()) to \(file.path()), or write all with PICTURES=write, look at them, and commit them.
        """)
    }

    /// The pixels of a PNG, which the browser itself decodes.
    private static let read = """
      const done = arguments[0];
      const read = async (data) => {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const text = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      """

    /// A script that writes a picture with the 128 colours that most of its pixels have, in a third of the bytes: all others are on the
    /// edges of letters.
    private static func inFewColours(_ taken: String) -> String {
      """
      \(read)
      const chunk = (type, contents) => {
        const bytes = new Uint8Array(12 + contents.length), view = new DataView(bytes.buffer);
        view.setUint32(0, contents.length);
        bytes.set([...type].map((letter) => letter.charCodeAt(0)), 4);
        bytes.set(contents, 8);
        let check = -1;
        for (const byte of bytes.subarray(4, -4)) {
          check ^= byte;
          for (let bit = 0; bit < 8; bit += 1) check = check >>> 1 ^ (check & 1 && 0xedb88320);
        }
        view.setUint32(bytes.length - 4, ~check >>> 0);
        return bytes;
      };
      const channel = (colour, shift) => colour >> shift & 255;
      const distance = (one, other) => [0, 8, 16].reduce((sum, shift) => sum + (channel(one, shift) - channel(other, shift)) ** 2, 0);
      read("\(taken)").then(async ({ width, height, data }) => {
        const pixels = new Uint32Array(data.buffer), counts = new Map();
        for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        const order = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one) || one - other);
        const palette = order.slice(0, 128), places = new Map(palette.map((colour, place) => [colour, place]));
        for (const colour of order.slice(128)) {
          const distances = palette.map((other) => distance(colour, other));
          places.set(colour, distances.indexOf(Math.min(...distances)));
        }
        const rows = new Uint8Array((width + 1) * height);
        for (let y = 0; y < height; y += 1) {
          for (let x = 0; x < width; x += 1) rows[y * (width + 1) + x + 1] = places.get(pixels[y * width + x]);
        }
        const size = new DataView(new ArrayBuffer(13));
        size.setUint32(0, width);
        size.setUint32(4, height);
        // 8 bits a pixel, by a palette.
        size.setUint16(8, 0x803);
        const deflated = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
        const parts = [
          Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), chunk("IHDR", new Uint8Array(size.buffer)),
          chunk("PLTE", Uint8Array.from(palette.flatMap((colour) => [0, 8, 16].map((shift) => channel(colour, shift))))),
          chunk("IDAT", new Uint8Array(await new Response(deflated).arrayBuffer())), chunk("IEND", []),
        ];
        done(text(new Uint8Array(await new Blob(parts).arrayBuffer())));
      }).catch((error) => done(String(error)));
      """
    }

    /// A script that compares two pictures.
    ///
    /// A pixel differs if no pixel beside it in the other picture has a like colour, by 8 of 255 steps in each channel: the edges of
    /// letters and of round corners are not drawn in the same way each time.
    private static func difference(_ kept: String, _ taken: String) -> String {
      """
      \(read)
      const near = 8;
      const isNear = (a, b, x, y) => {
        const at = 4 * (y * a.width + x);
        for (let row = Math.max(0, y - 1); row <= Math.min(b.height - 1, y + 1); row += 1) {
          for (let column = Math.max(0, x - 1); column <= Math.min(b.width - 1, x + 1); column += 1) {
            const other = 4 * (row * b.width + column);
            if ([0, 1, 2].every((channel) => Math.abs(a.data[at + channel] - b.data[other + channel]) <= near)) return true;
          }
        }
        return false;
      };
      Promise.all([read("\(kept)"), read("\(taken)")]).then(async ([a, b]) => {
        const canvas = new OffscreenCanvas(b.width, b.height), context = canvas.getContext("2d");
        const drawn = context.createImageData(b.width, b.height);
        let pixels = 0;
        for (let y = 0; y < b.height; y += 1) {
          for (let x = 0; x < b.width; x += 1) {
            const at = 4 * (y * b.width + x);
            const isSame = a.width === b.width && a.height === b.height && isNear(a, b, x, y) && isNear(b, a, x, y);
            if (!isSame) pixels += 1;
            const grey = 160 + (b.data[at] + b.data[at + 1] + b.data[at + 2]) / 9;
            drawn.data.set(isSame ? [grey, grey, grey, 255] : [220, 0, 0, 255], at);
          }
        }
        context.putImageData(drawn, 0, 0);
        done({ pixels, picture: text(new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())) });
      }).catch(() => done({ pixels: null }));
      """
    }
  }
}

/// A shop whose pages are the same in each run: a fixed clock, and images in a few colours that the browser draws.
private struct PicturedShop {
  static let tall = 1
  static let wide = 2
  static let none = 3
  /// The first sale: the movements before it are the openings of ten items.
  static let sale = 11

  let market: ServedMarket

  var url: String { market.url }

  init() async throws {
    market = try ServedMarket(WalkedShop.options)
    let manager = NetworkManager(session: market)
    let images = try await Self.images()
    let won = try #require(Currency("KRW"))
    let items:
      [(title: String, price: Decimal, discount: Decimal?, stock: Int, tags: [String], images: [String])] = [
        ("Brass desk lamp", 25_000, nil, 8, ["lamp", "office"], ["tall", "square", "wide"]),
        ("맥북 프로 14인치", 1_690_000, 1_490_000, 4, ["노트북"], ["wide", "square"]),
        ("Oak chair from the workshop beside the old market hall", 420_000, nil, 3, ["furniture"], []),
        (
          "Ceramic vase with a name that takes more than two lines in a card", 18_000, nil, 2, ["vase"],
          ["square"]
        ),
        ("무선 마우스", 35_000, 29_000, 40, ["office"], ["small"]),
        ("Reading glasses", 9_000, nil, 12, ["office"], ["wide"]),
        ("나무 의자", 88_000, 80_000, 2, ["furniture"], ["tall"]),
        ("Notebook A5", 3_500, nil, 200, ["office", "paper"], []),
        ("Wool blanket", 76_000, nil, 5, ["home"], ["square"]),
        ("작은 화분", 12_000, nil, 7, ["home"], []),
      ]
    for (index, item) in items.enumerated() {
      var draft = ItemDraft(
        title: item.title,
        description: String(
          repeating: index == 1 ? "거의 새것입니다. 충전기와 상자가 함께 있습니다. " : "From a workshop in Seoul, by hand. ",
          count: 8 + 8 * (index % 3)),
        price: Price(item.price, won), discountedPrice: item.discount, stock: item.stock)
      draft.details.tags = item.tags
      draft.details.sku = "S-00\(index)"
      _ = try await manager.add(
        draft, images: item.images.compactMap { images[$0] }, password: WalkedShop.password)
    }
    for (item, quantity) in [(1, 3), (2, 2), (4, 2), (7, 2), (6, 1)] {
      _ = try await manager.record([
        (MovementRequest(itemID: item, .sell(quantity: quantity, price: nil)), WalkedShop.password)
      ])
    }
    for (item, stars, text) in [
      (1, 5, "Heavy, and the light is warm."), (1, 4, "Good, but the cable is short."), (1, 2, "Scratched."),
      (2, 5, "빠르고 조용합니다."),
    ] {
      _ = try await manager.review(
        item: item, ReviewDraft(stars: stars, text: text, author: "Mina"), password: "opinion")
    }
    let about = """
      We repair and sell lamps, chairs and what goes with them.

      Delivery within the city is free. Returns are taken for two weeks.

      Open from 10 to 18 on weekdays: https://shop.example/hours
      """
    _ = try await Marketplace(Store(at: market.location, .forCommand), isOperated: true).change(
      SettingsChange(shop: [.about: about]))
  }

  /// Images of four shapes.
  private static func images() async throws -> [String: ItemImage] {
    let browser = try await WebDriver()
    do {
      var images: [String: ItemImage] = [:]
      for (name, width, height, colour) in [
        ("tall", 300, 900, "#b9a27c"), ("wide", 900, 300, "#7f9fb5"), ("square", 500, 500, "#8fae7d"),
        ("small", 120, 90, "#b57f7f"),
      ] {
        let drawn = try await browser.run(
          """
          const canvas = document.createElement("canvas"), context = canvas.getContext("2d");
          [canvas.width, canvas.height] = [\(width), \(height)];
          context.fillStyle = "\(colour)";
          context.fillRect(0, 0, \(width), \(height));
          context.fillStyle = "#3c3228";
          context.fillRect(\(width / 4), \(height / 4), \(width / 2), \(height / 2));
          return canvas.toDataURL("image/png").split(",")[1];
          """)
        let data = try #require(Data(base64Encoded: drawn.plainText))
        images[name] = ItemImage(filename: name + ".png", content: .bytes(data))
      }
      await browser.close()
      return images
    } catch {
      await browser.close()
      throw error
    }
  }
}
