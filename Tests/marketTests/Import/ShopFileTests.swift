import Foundation
import OpenMarket
import Testing

@testable import market

/// The shops of `Sources/market/Import/Shops`, each by a table with the headers of its exports.
struct ShopFileTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/market/Import/Shops")

  @Test func `each file is one shop of its name, is part of the program and is understood`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(!files.isEmpty)
    #expect(Set(files) == Set(ForeignFormat.allCases.map { $0.rawValue + ".shop" }))
    #expect(ForeignFormat.words == ForeignFormat.allCases.map(\.rawValue))
    for file in files {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      let (formats, unknown) = ForeignFormat.formats(in: text)
      #expect(unknown == [], "\(file)")
      #expect(formats.map(\.rawValue) == [String(file.dropLast(".shop".count))])
    }
  }

  @Test(arguments: [
    "title Name", "shop a A\nfield Name", "shop a A\nway unknown", "shop a A\ntitle Name\ntitle Title",
  ])
  func `a line that is not understood is told`(text: String) {
    #expect(ForeignFormat.formats(in: text).unknown.count == 1)
  }

  private struct Case: Sendable, CustomTestStringConvertible {
    let shop: String
    let header: String
    let rows: [String]
    let expected: [String]
    var testDescription: String { shop }
  }

  private static let cases = [
    Case(
      shop: "square",
      header:
        "Token;Item Name;Variation Name;SKU;Description;Category;Price;Online Sale Price;Sellable;Archived;"
        + "Current Quantity Main;Current Quantity Market Hall;Stock Alert Count Main;Default Unit Cost;GTIN",
      rows: [
        "1;Mug;Regular;M;nice;Kitchen;12.50;;Y;N;7;3;2;5;", "2;Tee;Small;T-S;;Clothes > Tops;20;15;Y;N;3;;;;",
        "3;Tee;Large;T-L;;Clothes > Tops;20;0;N;N;4;;;;", "4;Old;Regular;O;;;9;;Y;Y;1;;;;",
      ],
      expected: [
        "2: key=sku(\"M\") sku=M title=Mug description=nice price=12.5 currency=USD? stock=10 cost=5 "
          + "tags=Kitchen reorder_at=2",
        "3: key=sku(\"T-S\") sku=T-S title=Tee – Small price=20 discounted=15 currency=USD? stock=3 tags=Tops",
        "4: skipped: notForSale", "5: skipped: notForSale",
      ]),
    Case(
      shop: "sortly",
      header:
        "Entry Name;Primary Folder;Quantity;Min Level;Price;Notes;Tags;Barcode/QR1 - Data;Sortly ID (SID)",
      rows: ["Lamp;Main;4;1;25.00;old;home, light;5901234123457;S1"],
      expected: [
        "2: key=reference(\"S1\") title=Lamp price=25 currency=USD? stock=4 tags=home|light|Main note=old "
          + "reorder_at=1 barcodes=5901234123457 reference=S1"
      ]),
    Case(
      shop: "sortly",
      header:
        "Entry Type;Entry Name;SID;Variant Details;Primary Folder;Quantity;Min Level;Price;Notes;Tags;Photo1;Photo2",
      rows: [
        "Folder;Drinks;SF1;;;;;;;;;", "Item;Tonic;S1;;Drinks;12;2;1.50;n;;a.jpg;b.jpg",
        "Variant;Shirt;S2;Size: M;Clothes;3;;10;;;;",
      ],
      expected: [
        "2: skipped: notForSale",
        "3: key=reference(\"S1\") title=Tonic price=1.5 currency=USD? stock=12 tags=Drinks note=n reorder_at=2 "
          + "images=a.jpg|b.jpg reference=S1",
        "4: key=reference(\"S2\") title=Shirt – Size: M price=10 currency=USD? stock=3 tags=Clothes reference=S2",
      ]),
    // The list of products in its administration, with and without the tax.
    Case(
      shop: "prestashop",
      header:
        "Product ID;Image;Name;Reference;Category;Price (tax excl.);Price (tax incl.);Quantity;Status;Position",
      rows: ["1;;Mug;M;Home;11.900000;14.280000;300;1;0", "2;;Poster;P;Art;9.000000;10.800000;900;0;1"],
      expected: [
        "2: key=sku(\"M\") sku=M title=Mug price=14.28 currency=USD? stock=300 tags=Home",
        "3: skipped: notForSale",
      ]),
    // A price without the tax is what is left of another one.
    Case(
      shop: "prestashop", header: "Product ID;Active (0/1);Name *;Price tax excluded;Reference #",
      rows: ["1;1;Mug;9.916667;M", "2;1;Cup;9.917;C"],
      expected: [
        "2: key=sku(\"M\") sku=M title=Mug price=9.92 currency=USD?",
        "3: 3 Price tax excluded price-decimals: Price '9.917' has more decimals than USD has (2)",
      ]),
    Case(
      shop: "coupang", header: "등록상품ID;등록상품명;등록 옵션명;판매가격;할인율기준가;잔여수량;업체상품코드",
      rows: ["1;머그;단일상품;9000;9000;7;C"],
      expected: ["2: key=sku(\"C\") sku=C title=머그 price=9000 currency=KRW stock=7"]),
    Case(
      shop: "inflow", header: "ProductName;SKU;ItemType;UnitPrice;Cost;ReorderPoint;QuantityOnHand;IsActive",
      rows: ["Chair;C;Stocked Product;99;40;2;5;True", "Stool;S;Stocked Product;9;4;2;5;False"],
      expected: [
        "2: key=sku(\"C\") sku=C title=Chair price=99 currency=USD? stock=5 cost=40 reorder_at=2",
        "3: skipped: notForSale",
      ]),
    Case(
      shop: "loyverse",
      header: "Handle;SKU;Name;Category;Sold by weight;Option 1 name;Option 1 value;Default price;Cost;"
        + "Available for sale [A];Available for sale [B];In stock [A];In stock [B];Low stock [A]",
      rows: [
        "mug;1;Mug;Kitchen;N;;;12;5;N;Y;7;2;2", "tee;2;Tee;;N;Size;S;20;8;Y;Y;3;0;",
        "tee;3;;;;;L;21;8;;;-1;-2;", "cap;4;Cap;;N;;;9;;N;N;1;1;",
      ],
      expected: [
        "2: key=sku(\"1\") sku=1 title=Mug price=12 currency=USD? stock=9 cost=5 tags=Kitchen reorder_at=2",
        "3: key=sku(\"2\") sku=2 title=Tee – S price=20 currency=USD? stock=3 cost=8",
        "4: key=sku(\"3\") sku=3 title=Tee – L price=21 currency=USD? stock=0 cost=8\n"
          + "4 In stock [A] oversold: '-1' in 'In stock [A]' is negative; the stock is taken as 0",
        "5: skipped: notForSale",
      ]),
    Case(
      shop: "lightspeed",
      header:
        "id;handle;sku;name;variant_option_one_value;supply_price;retail_price;active;inventory_North;inventory_South",
      rows: ["a;mug;1;Mug;;5;12;1;7.00000;1.00000", "b;cap;2;Cap;;5;12;1;x;1"],
      expected: [
        "2: key=sku(\"1\") sku=1 title=Mug price=12 currency=USD? stock=8 cost=5",
        "3: 3 inventory_North amount: 'x + 1' in 'inventory_North' is not a number",
      ]),
    Case(
      shop: "wix",
      header:
        "handleId;fieldType;name;productImageUrl;collection;sku;price;surcharge;visible;discountMode;discountValue;"
        + "inventory;productOptionDescription1",
      rows: [
        "a;Product;Mug;x.jpg,y.jpg;Kitchen;M;12.5;;true;PERCENT;10;7;",
        "b;Product;Tee;;;T;20;;true;AMOUNT;5;InStock;S,L",
        "b;Variant;;;;T-S;;;;;;4;S", "b;Variant;;;;T-L;;2;;;;OutOfStock;L",
      ],
      expected: [
        "2: key=sku(\"M\") sku=M title=Mug price=12.5 discounted=11.25 currency=USD? stock=7 tags=Kitchen "
          + "images=x.jpg|y.jpg",
        "3: skipped: part(ofLine: 4)",
        "4: key=sku(\"T-S\") sku=T-S title=Tee – S price=20 discounted=15 currency=USD? stock=4",
        "5: key=sku(\"T-L\") sku=T-L title=Tee – L price=22 discounted=17 currency=USD? stock=0",
      ]),
    Case(
      shop: "odoo",
      header: "External ID;Name;Internal Reference;Sales Price;Cost;Quantity On Hand;Product Category",
      rows: ["x.1;Desk;D;350;200;8;All / Office"],
      expected: ["2: key=sku(\"D\") sku=D title=Desk price=350 currency=USD? stock=8 cost=200 tags=Office"]),
    Case(
      shop: "etsy",
      header: "TITLE;DESCRIPTION;PRICE;CURRENCY_CODE;QUANTITY;TAGS;IMAGE1;IMAGE2;VARIATION 1 VALUES;SKU",
      rows: [
        "Mug;nice;12.50;EUR;7;gift,ceramic_mug;a.jpg;b.jpg;;M", "Set;;45;EUR;6;;;;Walnut,Maple;S-W,S-M",
      ],
      expected: [
        "2: key=sku(\"M\") sku=M title=Mug description=nice price=12.5 currency=EUR stock=7 tags=gift|ceramic_mug "
          + "images=a.jpg|b.jpg",
        "3: key=sku(\"S-W\") sku=S-W title=Set price=45 currency=EUR stock=6\n"
          + "3 VARIATION 1 VALUES options-in-one-cell: The options in 'VARIATION 1 VALUES' have no rows of their own; "
          + "one item stands for all",
      ]),
    Case(
      shop: "coupang", header: "등록상품ID;등록상품명;옵션명;판매가격;할인율기준가;잔여수량;판매상태;업체상품코드",
      rows: ["1;머그컵;빨강;12000;15000;7;판매중;M-R", "1;머그컵;파랑;12000;12000;2;판매중지;M-B"],
      expected: [
        "2: key=sku(\"M-R\") sku=M-R title=머그컵 – 빨강 price=15000 discounted=12000 currency=KRW stock=7",
        "3: skipped: notForSale",
      ]),
    Case(
      shop: "bagisto", header: "sku;type;attribute_family_code;parent_sku;name;price;inventories;status",
      rows: [
        "P;configurable;default;;Mug;;;1", "P-R;simple;default;P;Mug red;12.5;default=7,north=3;1",
        "Q;simple;default;;Cup;5;default=1;0",
      ],
      expected: [
        "2: skipped: parentOfVariants",
        "3: key=sku(\"P-R\") sku=P-R title=Mug red price=12.5 currency=USD? stock=10",
        "4: skipped: notForSale",
      ]),
    Case(
      shop: "shopee", header: "Product ID;Product Name;Variation ID;Variation Name;SKU;Price;Stock",
      rows: ["1;Mug;2;Red;M-R;5;7", "1;Mug;3;Blue;M-B;5;2"],
      expected: [
        "2: key=sku(\"M-R\") sku=M-R title=Mug – Red price=5 currency=USD? stock=7",
        "3: key=sku(\"M-B\") sku=M-B title=Mug – Blue price=5 currency=USD? stock=2",
      ]),
    // Only the first row of a product has its id and title, and a price beside a `No` is not that of today.
    Case(
      shop: "squarespace",
      header:
        "Product ID [Non Editable];Variant ID [Non Editable];Title;Description;SKU;Option Value 1;Price;Sale Price;"
        + "On Sale;Stock;Categories;Tags;Visible;Hosted Image URLs",
      rows: [
        "p1;v1;Vase;<p>clay</p>;V;;15.00;0.50;No;3;Pots;clay, gift;Yes;https://a/1.jpg https://a/2.jpg",
        "p2;v2;Tulip;;T-5;5 stems;12.00;9.00;Yes;14;;;Yes;",
        ";v3;;;T-10;10 stems;20.00;0.00;No;Unlimited;;;;",
        "p3;v4;Draft;;D;;5.00;0.00;No;1;;;No;",
      ],
      expected: [
        "2: key=sku(\"V\") sku=V title=Vase description=clay price=15 currency=USD? stock=3 tags=clay|gift|Pots "
          + "images=https://a/1.jpg|https://a/2.jpg",
        "3: key=sku(\"T-5\") sku=T-5 title=Tulip – 5 stems price=12 discounted=9 currency=USD? stock=14",
        "4: key=sku(\"T-10\") sku=T-10 title=Tulip – 10 stems price=20 currency=USD?",
        "5: skipped: notForSale",
      ]),
    // The cost is an average.
    Case(
      shop: "zoho",
      header:
        "Item ID;Item Name;Selling Price;Status;SKU;UPC;EAN;Purchase Price;Reorder Level;Stock On Hand;Category Name",
      rows: [
        "152677;Plug;EUR 20.00;Active;P;042100005264;5901234123457;EUR 15.635;2.00;9.00;Controls",
        "152678;Tape;EUR 2.00;Inactive;T;;;;;1.00;",
      ],
      expected: [
        "2: key=sku(\"P\") sku=P title=Plug price=20 currency=EUR stock=9 cost=15.64 tags=Controls reorder_at=2 "
          + "barcodes=042100005264|5901234123457", "3: skipped: notForSale",
      ]),
    Case(
      shop: "amazon",
      header: "item-name;item-description;listing-id;seller-sku;price;quantity;asin1;product-id;status",
      rows: ["Vest;warm;07;V-1;20;1;B01;B01;Active", "Hat;;08;H-1;9.50;;B02;B02;Inactive"],
      expected: [
        "2: key=sku(\"V-1\") sku=V-1 title=Vest description=warm price=20 currency=USD? stock=1",
        "3: skipped: notForSale",
      ]),
    // A sale of the past, and one without an end that has come.
    Case(
      shop: "google",
      header:
        "id;title;link;image_link;availability;price;sale_price;sale_price_effective_date;gtin;product_type;product_tags[0]",
      rows: [
        "C-1;Cat;https://a/1;https://a/1.jpg;in_stock;10.00 EUR;8.00 EUR;"
          + "2020-04-30T09:30-08:00/2020-05-30T23:59-08:00;5901234123457;Toys > Plush;soft",
        "C-2;Dog;https://a/2;;out of stock;12.00 EUR;9.00 EUR;;;267;",
      ],
      expected: [
        "2: key=sku(\"C-1\") sku=C-1 title=Cat price=10 currency=EUR tags=soft|Plush "
          + "barcodes=5901234123457 images=https://a/1.jpg\n"
          + "2 sale_price_effective_date sale-left-out: The sale price is left out: by 'sale_price_effective_date' "
          + "('2020-04-30T09:30-08:00/2020-05-30T23:59-08:00') it is not that of today",
        "3: key=sku(\"C-2\") sku=C-2 title=Dog price=12 discounted=9 currency=EUR stock=0",
      ]),
    Case(
      shop: "ebay",
      header:
        "Action;Custom label (SKU);Category ID;Title;UPC;Price;Quantity;Item photo URL;Condition ID;Description",
      rows: ["Draft;Q-1;177019;Quilt;;49.99;2;https://a/1.jpg|https://a/2.jpg;NEW;<p>yellow</p>"],
      expected: [
        "2: key=sku(\"Q-1\") sku=Q-1 title=Quilt description=yellow price=49.99 currency=USD? stock=2 "
          + "images=https://a/1.jpg|https://a/2.jpg"
      ]),
    Case(
      shop: "etsy",
      header:
        "TITOLO;DESCRIZIONE;PREZZO;CURRENCY_CODE;QUANTITÀ;TAG;IMMAGINE1;IMMAGINE2;VALORI VARIANTE 1;SKU",
      rows: ["Vaso;grigio;46;EUR;1;vaso,raku;a.jpg;b.jpg;;32"],
      expected: [
        "2: key=sku(\"32\") sku=32 title=Vaso description=grigio price=46 currency=EUR stock=1 tags=vaso|raku "
          + "images=a.jpg|b.jpg"
      ]),
    // The header names the currency.
    Case(
      shop: "square", header: "Category;Item Name;Variation Name;Price (CAD);Item ID;Variation ID",
      rows: ["Vases;Loop Vase;Regular;$95.00;I1;V1"],
      expected: [
        "2: key=reference(\"V1\") title=Loop Vase price=95 currency=CAD tags=Vases reference=V1"
      ]),
    Case(
      shop: "shopify",
      header: "Title;URL handle;Product category;SKU;Option1 value;Price;Inventory quantity;Status",
      rows: ["Tee;tee;Apparel > Shirts;T;S;10.00;3;Active", "Ring;ring;;R;;5.00;1;Inactive"],
      expected: [
        "2: key=sku(\"T\") sku=T title=Tee price=10 currency=USD? stock=3 tags=Shirts",
        "3: skipped: notForSale",
      ]),
    // The table of products in its administration: sources in one cell, and a dash for none.
    Case(
      shop: "magento",
      header: "ID;Name;Type;Attribute Set;SKU;Price;Quantity per Source;Visibility;Status;EAN",
      rows: [
        "1;Shirt 41;Simple Product;Default;S-41;€64.99;Default: 1, Supplier: 2;Not Visible Individually;Enabled;"
          + "4051233090197", "2;Shirt;Configurable Product;Default;S;€64.99; -;Catalog, Search;Enabled; -",
        "3;Tie;Simple Product;Default;T;€9.00;Default: 0;Catalog;Enabled; -",
        "4;Hat;Simple Product;Default;H;€9.00;Default: 4;Catalog;Disabled; -",
      ],
      expected: [
        "2: key=sku(\"S-41\") sku=S-41 title=Shirt 41 price=64.99 currency=EUR stock=3 barcodes=4051233090197",
        "3: skipped: parentOfVariants", "4: key=sku(\"T\") sku=T title=Tie price=9 currency=EUR stock=0",
        "5: skipped: notForSale",
      ]),
    // Signs in a web address divide nothing.
    Case(
      shop: "google", header: "id;title;price;link;image_link;additional_image_link",
      rows: [
        "C-3;Fox;5.00 EUR;https://a/3;https://a/3.png?locale=es,en&chroma=1,1;https://a/4.png,https://a/5.png"
      ],
      expected: [
        "2: key=sku(\"C-3\") sku=C-3 title=Fox price=5 currency=EUR "
          + "images=https://a/3.png?locale=es,en&chroma=1,1|https://a/4.png|https://a/5.png"
      ]),
    // Categories by number are no tags.
    Case(
      shop: "prestashop",
      header: "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax included;Reference #;Quantity",
      rows: ["7;1;Chair;250, 257;12.50;C;4", "8;1;Sofa;Home, Seats;90;S;1"],
      expected: [
        "2: key=sku(\"C\") sku=C title=Chair price=12.5 currency=USD? stock=4",
        "3: key=sku(\"S\") sku=S title=Sofa price=90 currency=USD? stock=1 tags=Home|Seats",
      ]),
  ]

  @Test(arguments: cases) private func `a table of a shop is recognized and read`(test: Case) throws {
    #expect(ForeignFormat.recognized(RowCase.columns(test.header))?.rawValue == test.shop)
    let found = try RowCase { $0.options.defaultCurrency = Currency("USD") }.readShop(test.header, test.rows)
    #expect(found == test.expected)
  }

  private func read(_ header: String, _ rows: [String], _ change: (inout RowCase) -> Void = { _ in }) throws
    -> [String]
  {
    try RowCase {
      $0.options.defaultCurrency = Currency("USD")
      change(&$0)
    }.readShop(header, rows)
  }

  @Test(arguments: [
    ("상품번호;상품명;판매가;재고수량;옵션명;판매상태", ["1;티셔츠;9000;1;빨강;판매중지", ";;;2;파랑;"]),
    (
      "Handle;Title;Option1 Value;Variant Price;Status;Published",
      ["a;Tee;Red;5;draft;false", "a;;Blue;5;;true"]
    ),
    (
      "handleId;fieldType;name;price;visible;productOptionDescription1",
      ["a;Product;Tee;5;false;", "a;Variant;;;true;S"]
    ),
  ])
  func `a product that is hidden hides its variants`(header: String, rows: [String]) throws {
    #expect(try read(header, rows) == ["2: skipped: notForSale", "3: skipped: notForSale"])
  }

  @Test func `a row that is a variant says the same wherever it stands`() throws {
    let header = "Token;Item Name;Variation Name;Description;Price"
    let rows = ["t1;Cup;Regular;red;5", "t2;Tee;Small;;7", "t3;Cup;Regular;blue;6", "t4;Tee;Large;;8"]
    func bare(_ found: [String]) -> Set<String> { Set(found.map { String($0.drop { $0 != "k" }) }) }
    let found = bare(try read(header, rows))
    #expect(
      found == [
        "key=reference(\"t1\") title=Cup description=red price=5 currency=USD? reference=t1",
        "key=reference(\"t2\") title=Tee – Small price=7 currency=USD? reference=t2",
        "key=reference(\"t3\") title=Cup description=blue price=6 currency=USD? reference=t3",
        "key=reference(\"t4\") title=Tee – Large price=8 currency=USD? reference=t4",
      ])
    #expect(bare(try read(header, rows.reversed())) == found)
    #expect(bare(try rows.flatMap { try read(header, [$0]) }) == found)
    let rejected = try read(header, rows) { $0.options.variants = .reject }
    #expect(rejected.count { $0.contains(" variant:") } == 2, "\(rejected)")
  }

  @Test func `counts of branches are added up, and nothing else is`() throws {
    let loyverse = "Handle;SKU;Name;Sold by weight;Price;In stock [A];In stock [B]"
    let counts = try read(loyverse, ["a;1;Mug;N;5;1,000;5"])
    // No number, so that none of the counts is taken for all.
    #expect(counts.count == 1 && counts[0].hasPrefix("2: 2 In stock [A] "), "\(counts)")
    #expect(counts[0].contains("'1,000 + 5'"), "\(counts)")
    let coupang = "등록상품ID;등록상품명;옵션ID;판매가격;잔여수량;재고수량"
    #expect(try read(coupang, ["1;컵;7;5000;7;7"])[0].hasSuffix(" stock=7 reference=7"))
    let bagisto = "sku;type;attribute_family_code;name;price;inventories"
    for cell in ["default=7,north", "default=1,200"] {
      #expect(
        try read(bagisto, ["A;simple;d;Cup;5;\(cell)"])[0].contains(
          "'\(cell)' in 'inventories' is not a number"))
    }
    #expect(
      try read("Handle;Title;Variant Price;Variant Inventory Qty", ["a;Cup;5;=\"5\""])[0].contains(
        " stock=5 "))
  }

  @Test(arguments: [
    "title;description;price;currency_code;quantity;discounted_price",
    "Product Name;Item Type;Price;Quantity;SKU;Discounted price",
    "sku;name;price;retail_price;supply_price;handle;discount price", "상품명;판매가;옵션명;수량;할인가격",
  ])
  func `a sheet with a discount of its own is no shop's`(header: String) {
    #expect(ForeignFormat.recognized(RowCase.columns(header)) == nil)
  }

  @Test func `the currency of a row comes before that of the option`() throws {
    let found = try read("TITLE;DESCRIPTION;PRICE;CURRENCY_CODE;QUANTITY", ["A;x;45;EUR;1", "B;x;45;;1"]) {
      $0.options.currency = Currency("USD")
    }
    #expect(found.map { $0.contains("currency=EUR") } == [true, false])
    #expect(found[1].contains("currency=USD"))
  }

  @Test(arguments: ["abc;;", ";abc;PERCENT", ";12x;AMOUNT"])
  func `a surcharge or discount that is no amount rejects its row`(cells: String) throws {
    let found = try read(
      "handleId;fieldType;name;price;surcharge;discountValue;discountMode", ["a;Product;Cup;10;\(cells)"])
    #expect(found[0].contains(" amount: "), "\(found)")
  }

  @Test func `entities are no ends of categories, and titles have their signs`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      "Type,SKU,Name,Regular price,Sale price,Categories\nsimple,A,Mugs &amp; cups,5,,Health &amp; Beauty > Soap &amp; Oil\n"
    )
    #expect(outcome.exitCode == .done)
    let items = try await market.items()
    #expect(
      items[0].contains("\"title\":\"Mugs & cups\"") && items[0].contains("\"tags\":[\"Soap &amp; Oil\"]"),
      "\(items)")
  }

  @Test func `every column of prices decides the decimal sign`() async throws {
    let market = try ImportMarket()
    try market.home.write(
      "Handle;SKU;Name;Sold by weight;Default price;Price [A]\na;1;Mug;N;;1.250\nb;2;Cup;N;;12,50\n",
      to: "items.csv")
    let outcome = await market.run("import \(market.home.path)/items.csv --yes --currency EUR")
    #expect(outcome.exitCode == .done)
    #expect(try await market.items().contains { $0.contains("\"price\":1250,") })
  }

  @Test func `a key that is twice is named by the column of the shop`() async throws {
    let market = try ImportMarket()
    let outcome = try await market.importing(
      "id,title,price,link,image_link\nA,Cat,5,https://a/1,\nA,Dog,6,https://a/2,\n", "--dry-run")
    #expect(outcome.output.contains("'A' in 'id' is in row 2 too"), "\(outcome.output)")
  }
}
