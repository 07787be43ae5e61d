import Console
import Foundation
import OpenMarket
import Tables
import Testing

@testable import market

struct ForeignFormatTests {
  /// Reads the rows of a table; returns the readings as text, each with its line of the file before it.
  private func read(_ header: String, _ rows: [String], _ change: (inout RowCase) -> Void = { _ in }) throws
    -> [String]
  {
    try RowCase(change).readShop(header, rows)
  }

  private static let shopify =
    "Handle;Title;Body (HTML);Vendor;Tags;Published;Option1 Name;Option1 Value;Option2 Name;Option2 Value;Variant SKU;"
    + "Variant Inventory Qty;Variant Price;Variant Compare At Price;Image Src;Image Position;Variant Image;Status"

  @Test func `a key of another shop that looks changed can be confirmed with an apostrophe`() throws {
    let found = try ["2-Jan", "'2-Jan"].map { sku in
      try read(Self.shopify, ["lamp;Lamp;;;;true;;;;;\(sku);3;12.50;;;;;active"]) {
        $0.options.currency = Currency("USD")
      }.joined().split(separator: ":").prefix(2).joined(separator: ":")
    }
    #expect(
      found == [
        "2: 2 Variant SKU damaged-key",
        "2: key=sku(\"2-Jan\") sku=2-Jan title=Lamp price=12.5 currency=USD stock=3",
      ])
  }

  @Test func `rows of Shopify that share a handle are one product, with an item for each variant`() throws {
    let rows = [
      "hoodie;Hoodie;<p>Warm.</p>;Acme;winter, wool;TRUE;Color;Blue;Size;L;H-B;5;40.00;50.00;https://x.test/1.jpg;1;;active",
      "hoodie;;;;;;;Red;;L;H-R;0;40.00;0.00;https://x.test/2.jpg;2;https://x.test/red.jpg;",
      "hoodie;;;;;;;;;;;;;;https://x.test/3.jpg;3;;",
      "lamp;Lamp;A lamp;;;true;Title;Default Title;;;;3;12.50;;;;;active",
      "old;Old;;;;TRUE;Title;Default Title;;;O-1;3;12.50;;;;;draft",
      "hidden;Hidden;;;;FALSE;;;;;H-1;3;12.50;;;;;",
    ]
    let currency: (inout RowCase) -> Void = { $0.options.currency = Currency("USD") }
    #expect(
      try read(Self.shopify, rows, currency) == [
        """
        2: key=sku("H-B") sku=H-B title=Hoodie – Blue, L description=Warm. price=50 discounted=40 currency=USD stock=5 \
        tags=winter|wool images=https://x.test/1.jpg|https://x.test/2.jpg|https://x.test/3.jpg
        """,
        """
        3: key=sku("H-R") sku=H-R title=Hoodie – Red, L description=Warm. price=40 currency=USD stock=0 \
        tags=winter|wool images=https://x.test/red.jpg|https://x.test/1.jpg|https://x.test/2.jpg|https://x.test/3.jpg
        """,
        "4: skipped: part(ofLine: 2)",
        "5: key=reference(\"lamp\") title=Lamp description=A lamp price=12.5 currency=USD stock=3 reference=lamp",
        "6: skipped: notForSale", "7: skipped: notForSale",
      ])
    #expect(
      try read(Self.shopify, Array(rows[0...3])) {
        $0.options.currency = Currency("USD"); $0.options.variants = .reject
      } == [
        "2: 2 - variant: The product has variants, and '--variants reject' was given",
        "3: 3 - variant: The product has variants, and '--variants reject' was given",
        "4: 4 - variant: The product has variants, and '--variants reject' was given",
        "5: key=reference(\"lamp\") title=Lamp description=A lamp price=12.5 currency=USD stock=3 reference=lamp",
      ])
  }

  @Test func `the rows of a product are rejected together`() throws {
    let rows = [
      "hoodie;Hoodie;;;;TRUE;Color;Blue;;;H-B;5;40.00;;https://x.test/1.jpg;1;;active",
      "hoodie;;;;;;;Red;;;H-R;many;40.00;;;;;",
      "hoodie;;;;;;;;;;;;;;https://x.test/3.jpg;3;;",
    ]
    #expect(
      try read(Self.shopify, rows) { $0.options.currency = Currency("USD") } == [
        "2: 2 - part-of-rejected: Row 3 of the same product is rejected",
        "3: 3 Variant Inventory Qty amount: 'many' in 'Variant Inventory Qty' is not a number",
        "4: 4 - part-of-rejected: Row 3 of the same product is rejected",
      ])
  }

  @Test func `a negative stock of a shop is none, with a warning`() throws {
    let rows = [
      "hoodie;Hoodie;;;;TRUE;Color;Blue;;;H-B;-2;40.00;;;;;active",
      "hoodie;;;;;;;Red;;;H-R;-x;40.00;;;;;",
      "mug;Mug;;;;TRUE;;;;;MUG;-1.0;9.00;;;;;active",
    ]
    #expect(
      try read(Self.shopify, rows) { $0.options.currency = Currency("USD") } == [
        "2: 2 - part-of-rejected: Row 3 of the same product is rejected",
        "3: 3 Variant Inventory Qty amount: '-x' in 'Variant Inventory Qty' is not a number",
        "4: key=sku(\"MUG\") sku=MUG title=Mug price=9 currency=USD stock=0\n"
          + "4 Variant Inventory Qty oversold: '-1.0' in 'Variant Inventory Qty' is negative; the stock is taken as 0",
      ])
  }

  @Test func `more images and tags than an item can have are left out, with a warning`() throws {
    let tags = (1...22).map { "t\($0)" }.joined(separator: ",")
    let rows =
      ["lamp;Lamp;;;\(tags);TRUE;;;;;L-1;1;5;;1.jpg;;;active"]
      + (2...7).map { "lamp" + String(repeating: ";", count: 14) + "\($0).jpg;;;" }
    let found = try read(Self.shopify, rows)
    #expect(
      found.first?.split(separator: "\n").dropFirst().joined(separator: "\n") == """
        2 Tags left-out: 'Tags' has more values than an item can have; the last 2 are left out
        2 Image Src left-out: 'Image Src' has more values than an item can have; the last 2 are left out
        """)
    #expect(found.count == 7)
  }

  private static let woo =
    "ID;Type;SKU;Name;Published;Short description;Description;In stock?;Stock;Sale price;Regular price;Tags;Images;Parent;"
    + "Attribute 1 name;Attribute 1 value(s)"

  @Test func `new lines of WooCommerce are escapes in its exports`() throws {
    let rows = [
      #"13;simple;LAMP;Lamp;1;;<p>One</p>\n<p>Two\nthree</p>\nC:\\new;1;1;;12;;;;;"#,
      #"14;simple;CARD;Card;1;;One <b>line</b>\nand\n\nmore;1;1;;12;;;;;"#,
    ]
    let found = try read(Self.woo, rows) { $0.options.currency = Currency("USD") }
    #expect(
      found == [
        "2: key=sku(\"LAMP\") sku=LAMP title=Lamp description=One\n\nTwo three\n\nC:\\new price=12 currency=USD stock=1",
        "3: key=sku(\"CARD\") sku=CARD title=Card description=One line\nand\n\nmore price=12 currency=USD stock=1",
      ])
  }

  @Test func `variations of WooCommerce take what they lack from their product`() throws {
    let rows = [
      "10;variable;HOOD;Hoodie;1;;<ul><li>Warm</li><li>Soft</li></ul>;1;;;;wool, winter;https://x.test/a.jpg, https://x.test/b.jpg;;Color;Blue, Red",
      "11;variation;HOOD-B;Hoodie - Blue;1;;;1;4;35;45;;;HOOD;Color;Blue",
      "12;variation;;Hoodie - Red;1;;;0;;0.00;45;;;id:10;Color;Red",
      "13;simple;LAMP;Lamp;-1;;;1;1;;12;;;;;", "14;simple, virtual;CARD;Card;1;Short;;1;;;12;;;;;",
      "15;simple;BAD;Bad;1;;;1;1;15;12;;;;;",
    ]
    #expect(
      try read(Self.woo, rows) { $0.options.currency = Currency("EUR") } == [
        "2: skipped: parentOfVariants",
        """
        3: key=sku("HOOD-B") sku=HOOD-B title=Hoodie – Blue description=- Warm
        - Soft price=45 discounted=35 currency=EUR stock=4 tags=wool|winter images=https://x.test/a.jpg|https://x.test/b.jpg
        """,
        """
        4: key=reference("12") title=Hoodie – Red description=- Warm
        - Soft price=45 currency=EUR stock=0 tags=wool|winter images=https://x.test/a.jpg|https://x.test/b.jpg reference=12
        """,
        "5: skipped: notForSale",
        "6: key=sku(\"CARD\") sku=CARD title=Card description=Short price=12 currency=EUR",
        """
        7: 7 Sale price discounted-price-above-price: Discounted price '15' is above the price '12'
        """,
      ])
  }

  @Test(arguments: [
    (
      "상품코드;자체 상품코드;진열상태;판매상태;상품명;상품 상세설명;검색어설정;소비자가;판매가;옵션입력;이미지등록(상세);이미지등록(추가)",
      "P000001;;Y;Y;후드티;<p>따뜻한 <b>옷</b></p>;겨울,옷;50000;40000;;hood.jpg;hood2.jpg|hood3.jpg",
      "2: key=reference(\"P000001\") title=후드티 description=따뜻한 옷 price=50000 discounted=40000 currency=KRW "
        + "tags=겨울|옷 images=hood.jpg|hood2.jpg|hood3.jpg reference=P000001"
    ),
    (
      "상품코드;자체 상품코드;진열상태;판매상태;상품명;소비자가;판매가;옵션입력", "P1;A-1;Y;Y;후드티;0;40000;색상{블랙|화이트}",
      "2: key=sku(\"A-1\") sku=A-1 title=후드티 price=40000 currency=KRW\n"
        + "2 옵션입력 options-in-one-cell: The options in '옵션입력' have no rows of their own; one item stands for all"
    ),
    ("상품코드;진열상태;판매상태;상품명;판매가", "P1;N;Y;후드티;40000", "2: skipped: notForSale"),
    (
      "판매자 상품코드;카테고리코드;상품명;판매가;재고수량;즉시할인 값;즉시할인 단위;대표이미지;추가이미지;상세설명",
      "S-1;50000167;후드티;50,000;7;5000;원;a.jpg;b.jpg,c.jpg;설명",
      "2: key=sku(\"S-1\") sku=S-1 title=후드티 description=설명 price=50000 discounted=45000 currency=KRW stock=7 images=a.jpg|b.jpg|c.jpg"
    ),
    (
      "판매자 상품코드;카테고리코드;상품명;판매가;재고수량;즉시할인 값;즉시할인 단위", "S-1;1;후드티;50000;7;10;%",
      "2: key=sku(\"S-1\") sku=S-1 title=후드티 price=50000 discounted=45000 currency=KRW stock=7"
    ),
    (
      "상품번호(스마트스토어);판매자상품코드;상품명;판매상태;전시상태;재고수량;판매가;할인가(PC)", "99;;후드티;판매중;전시중;7;50000;0",
      "2: key=reference(\"99\") title=후드티 price=50000 currency=KRW stock=7 reference=99"
    ),
    (
      "상품번호(스마트스토어);판매자상품코드;상품명;판매상태;전시상태;재고수량;판매가;할인가(PC)", "99;;후드티;판매중지;전시중;7;50000;0",
      "2: skipped: notForSale"
    ),
    (
      "Product ID;Active (0/1);Name *;Price tax excluded;Discount amount;Discount percent;Reference #;Quantity;Description;Tags (x,y,z...);Image URLs (x,y,z...)",
      "7;1;Mug;12.00;2.50;;MUG;9;<b>Blue</b> mug;a,b;https://x.test/1.jpg,https://x.test/2.jpg",
      "2: key=sku(\"MUG\") sku=MUG title=Mug description=Blue mug price=12 discounted=9.5 currency=EUR stock=9 tags=a|b "
        + "images=https://x.test/1.jpg|https://x.test/2.jpg"
    ),
    (
      "Product ID;Active (0/1);Name *;Price tax excluded;Discount amount;Discount percent;Reference #",
      "7;1;Mug;12.00;;25;",
      "2: key=reference(\"7\") title=Mug price=12 discounted=9 currency=EUR reference=7"
    ),
    ("Product ID;Active (0/1);Name *;Price tax excluded", "7;0;Mug;12.00", "2: skipped: notForSale"),
    (
      "sku;store_view_code;attribute_set_code;product_type;name;description;price;special_price;product_online;visibility;base_image;additional_images;qty",
      "MUG;;Default;simple;Mug;<p>Blue</p>;34.000000;29.0000;1;Catalog, Search;/m/mug.jpg;/m/a.jpg,/m/b.jpg;100.0000",
      "2: key=sku(\"MUG\") sku=MUG title=Mug description=Blue price=34 discounted=29 currency=EUR stock=100 images=/m/mug.jpg|/m/a.jpg|/m/b.jpg"
    ),
    (
      "sku;attribute_set_code;product_type;name;price;product_online", "MUG;Default;configurable;Mug;;1",
      "2: skipped: parentOfVariants"
    ),
    (
      "sku;attribute_set_code;product_type;name;price;product_online", "MUG;Default;simple;Mug;5;2",
      "2: skipped: notForSale"
    ),
    (
      "Product Handle;Product Title;Product Description;Product Status;Product Thumbnail;Product Tags;Variant Title;Variant SKU;Variant Inventory Quantity;Variant Price [EUR];Price USD;Option 1 Value;Image 1 Url",
      "mug;Mug;Blue;published;https://x.test/1.jpg;a,b;Small;MUG-S;9;12.00;14.00;Small;https://x.test/1.jpg",
      "2: key=sku(\"MUG-S\") sku=MUG-S title=Mug description=Blue price=12 currency=EUR stock=9 tags=a|b images=https://x.test/1.jpg"
    ),
  ])
  func `a row of another shop becomes an item`(header: String, row: String, expected: String) throws {
    let isKorean = header.contains("상품명")
    let found = try read(header, [row]) {
      if !isKorean { $0.options.currency = Currency("EUR") }
    }
    #expect(found == [expected])
  }

  @Test(
    arguments: [
      ("", "", true, nil), ("2026-11-01", "2026-11-26", true, "sale-ends"),
      ("", "2026-11-25", false, "sale-left-out"),
      ("2026-11-27", "", false, "sale-left-out"), ("", "2026-11-26 11:59:00", false, "sale-left-out"),
      ("", "2026-11-26 12:01:00", true, "sale-ends"), ("soon", "", false, "sale-unclear"),
      ("1.11.2026", "15/12/2026", true, "sale-ends"),
      ("Dec 1, 2026", "", false, "sale-left-out"), ("", "30 November 2026", true, "sale-ends"),
      ("10/12/2026", "", false, "sale-unclear"), ("1/2/2026", "", true, nil), ("1764115200", "", true, nil),
      ("0000-00-00 00:00:00", "0000-00-00 00:00:00", true, nil),
    ] as [(String, String, Bool, String?)])
  func `a sale price holds in its time alone`(start: String, end: String, holds: Bool, rule: String?) throws {
    let header = "Type;SKU;Name;Regular price;Sale price;Date sale price starts;Date sale price ends"
    let found = try read(header, ["simple;MUG;Mug;10;8;\(start);\(end)"]) {
      $0.options.currency = Currency("EUR")
      // Noon in the time zone of the test, +09:00.
      $0.options.now = Date(timeIntervalSince1970: 1_795_662_000)
    }
    #expect(found.count == 1 && found[0].contains("discounted=8") == holds, "\(found)")
    #expect(
      found[0].contains(" sale-") == (rule != nil) && rule.map { found[0].contains($0) } != false, "\(found)")
  }

  @Test func `a sale of Magento lasts until the end of its last day, written with the month first`() throws {
    let header =
      "sku;attribute_set_code;product_type;name;price;special_price;special_price_from_date;special_price_to_date"
    for (end, holds) in [
      ("11/26/26, 12:00 AM", true), ("11/25/26, 12:00 AM", false), ("2026-11-26 00:00:00", true),
    ] {
      let found = try read(header, ["MUG;Default;simple;Mug;10;8;11/1/26, 12:00 AM;\(end)"]) {
        $0.options.currency = Currency("EUR")
        $0.options.now = Date(timeIntervalSince1970: 1_795_662_000)
      }
      #expect(found.count == 1 && found[0].contains("discounted=8") == holds, "\(found)")
    }
  }

  @Test func `a discount in per cent is rounded to the unit of the currency, a half up`() throws {
    let header = "Product ID;Active (0/1);Name *;Price tax excluded;Discount percent"
    for (price, percent, code, expected) in [
      ("9.99", "33", "EUR", "6.69"), ("0.50", "5", "EUR", "0.48"), ("9990", "15", "KRW", "8492"),
    ] {
      let found = try read(header, ["7;1;Mug;\(price);\(percent)"]) { $0.options.currency = Currency(code) }
      #expect(found.count == 1 && found[0].contains("discounted=\(expected) "), "\(found)")
    }
  }

  @Test(arguments: [
    ("Handle;Title;Variant Price", ForeignFormat?.some(.shopify)),
    ("URL handle;Title;Price;Compare-at price", .shopify),
    ("Type;SKU;Name;Regular price;Sale price", .woocommerce), ("상품명;소비자가;판매가", .cafe24),
    ("상품명;판매가;진열상태", .cafe24),
    ("상품명;판매가;재고수량;대표이미지", .smartstore), ("Active (0/1);Name*;Price tax included", .prestashop),
    ("sku;attribute_set_code;product_type;name;price", .magento),
    ("Product Handle;Product Title;Variant Title", .medusa),
    ("sku;title;price;discounted_price;stock", nil), ("상품명;판매가;재고수량;할인가", nil),
    ("판매자 상품코드;상품명;판매가;재고수량", nil),
    ("name;price;description;type", nil),
  ])
  func `a format is recognized by its headers`(header: String, format: ForeignFormat?) throws {
    #expect(ForeignFormat.recognized(RowCase.columns(header)) == format)
  }

  @Test func `a mapping changes the column that it names, and none beside it`() throws {
    let header =
      "ID;Type;SKU;Name;Published;Regular price;Sale price;Stock;In stock?;Date sale price ends;Sold"
    let rows = [
      "1;simple;A;X;1;10;8;3;1;2020-01-01;no", "2;simple;B;Draft;0;10;;3;1;;", "3;simple;C;Y;1;10;8;2;1;;yes",
    ]
    for mapping in [("Name", ImportColumn.title), ("Stock", .stock), ("Sold", .detail(.offSale))] {
      let found = try read(header, rows) {
        $0.columnOptions.mapping = [.init(header: mapping.0, column: mapping.1)]
      }
      #expect(
        found.map { String($0.prefix { $0 != "\n" }) } == [
          "2: key=sku(\"A\") sku=A title=X price=10 currency=KRW? stock=3", "3: skipped: notForSale",
          "4: key=sku(\"C\") sku=C title=Y price=10 discounted=8 currency=KRW? stock=2",
        ], "\(mapping)")
    }
    // The name of the shop's own column is free for another one.
    let found = try read(header, [rows[2]]) {
      $0.columnOptions.mapping = [
        .init(header: "Name", column: .note), .init(header: "Type", column: .title),
      ]
    }
    #expect(found[0].contains("title=simple price=10 discounted=8 currency=KRW? stock=2 note=Y"), "\(found)")
    #expect(throws: ColumnError.self) {
      try read(header, rows) { $0.columnOptions.mapping = [.init(header: "Nam", column: .title)] }
    }
  }

  @Test func `recognition may be turned off`() throws {
    let columns = RowCase.columns("Handle;Title;Variant Price")
    let none = ColumnOptions(ignoresUnknown: true, recognizesShops: false)
    let options = RowCase().options
    #expect(try ImportReader(columns, none, options: options).format == nil)
    #expect(try ImportReader(columns, ColumnOptions(), options: options).format == .shopify)
  }

  @Test func `a decimal comma is that of the file`() throws {
    let found = try read("Active (0/1);Name;Price tax excluded;Discount percent", ["1;Mug;1.200,50;10"]) {
      $0.options.currency = Currency("BHD")
      $0.options.decimalSign = .comma
    }
    #expect(found == ["2: title=Mug price=1200.5 discounted=1080.45 currency=BHD"])
  }

  @Test func `a column may be named as the key`() throws {
    let found = try read("Handle;Title;Variant SKU;Variant Price", ["lamp;Lamp;L-1;5"]) {
      $0.options.key = .column
      $0.columnOptions.keyColumn = "Handle"
    }
    #expect(found == ["2: key=reference(\"lamp\") sku=L-1 title=Lamp price=5 currency=KRW? reference=lamp"])
  }
}

/// Each row of a file comes once, whatever the file has.
struct ForeignAccountTests {
  @Test(arguments: 0..<40) func `every row comes once, in the order of the file`(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let columns = RowCase.columns("Handle;Title;Variant SKU;Variant Price;Image Src;Status")
    let rows = (0..<200).map { index in
      let handle = ["a", "a", "a", "b", "", "c"].randomElement(using: &random) ?? ""
      let price = ["5", "", "", "x", "-1", "7"].randomElement(using: &random) ?? ""
      let status = ["active", "", "draft"].randomElement(using: &random) ?? ""
      let image = Bool.random(using: &random) ? "p\(index).jpg" : ""
      return "\(handle);T;\(Bool.random(using: &random) ? "S-\(index)" : "");\(price);\(image);\(status)"
    }
    var test = RowCase()
    test.options.variants = seed % 2 == 0 ? .items : .reject
    var reader = try ImportReader(columns, test.columnOptions, options: test.options)
    var lines: [Int] = []
    for (index, row) in rows.enumerated() {
      try reader.read(RowCase.row(row, line: index + 2, columns: 6), columns) { lines.append($0.line) }
    }
    try reader.finish { lines.append($0.line) }
    #expect(lines == Array(2..<202))
  }
}

private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
