import Console
import OpenMarket
import Testing

@testable import market

/// Which columns of tables from other shops are meant.
struct ForeignColumnTests {
  private static let shopify =
    "Handle;Title;Body (HTML);Vendor;Tags;Published;Option1 Name;Option1 Value;Option2 Name;Option2 Value;Variant SKU;"
    + "Variant Inventory Qty;Variant Price;Variant Compare At Price;Image Src;Image Position;Variant Image;Status"

  @Test(arguments: [
    (
      shopify, "lamp;Lamp;;;;true;;;;;L;3;forty;;;;;active",
      "Variant Price amount: 'forty' in 'Variant Price' is not a number"
    ),
    (
      shopify, "lamp;Lamp;;;;true;;;;;L;3;1.234;;;;;active",
      "Variant Price price-decimals: Price '1.234' has more decimals than USD has (2)"
    ),
    (
      shopify, "lamp;Lamp;;;;true;;;;;L;3;5;forty;;;;active",
      "Variant Compare At Price amount: 'forty' in 'Variant Compare At Price' is not a number"
    ),
    ("상품명;판매가;소비자가", "후드티;만원;", "판매가 amount: '만원' in '판매가' is not a number"),
    (
      "Type;SKU;Name;Regular price;Sale price", "simple;A;Mug;;y",
      "Sale price amount: 'y' in 'Sale price' is not a number"
    ),
    (
      "Product Handle;Product Title;Variant SKU;Price USD", "mug;Mug;M;x",
      "Price USD amount: 'x' in 'Price USD' is not a number"
    ),
    (
      "Active (0/1);Name;Price tax included;Price tax excluded", "1;Mug;;y",
      "Price tax excluded amount: 'y' in 'Price tax excluded' is not a number"
    ),
  ])
  func `a bad amount is named by the column of its cell`(header: String, row: String, expected: String) throws
  {
    let found = try RowCase { $0.options.currency = Currency("USD") }.readShop(header, [row])
    #expect(found == ["2: 2 " + expected])
  }

  @Test(arguments: [
    (
      shopify, ForeignFormat.cafe24,
      """
      The file has no column '상품명', which tables of Cafe24 have
      This looks like a file of Shopify: use '--from shopify', or leave '--from' out
      """
    ),
    (
      "sku;attribute_set_code;product_type;name;price", .woocommerce,
      """
      The file has no column 'Regular price', which tables of WooCommerce have
      This looks like a file of Magento: use '--from magento', or leave '--from' out
      """
    ),
    ("sku;title;price", .smartstore, "The file has no column '상품명', which tables of SmartStore have"),
    ("sku;title;price", .prestashop, "The file has no column 'Name', which tables of PrestaShop have"),
    ("sku;title;price", .medusa, "The file has no column 'Product Title', which tables of Medusa have"),
    ("sku;title;price", .magento, "The file has no column 'name', which tables of Magento have"),
    ("sku;title;price", .woocommerce, "The file has no column 'Name', which tables of WooCommerce have"),
  ])
  func `a table that is not of the shop that is named is an error`(
    header: String, format: ForeignFormat, expected: String
  ) throws {
    let error = try #require(throws: ColumnError.self) { try RowCase().readShop(header, [], from: format) }
    let help = try #require(error.help(nil))
    let general = "\nName the shop that wrote the file, or leave '--from' out"
    #expect(
      Language.english.text(error.message) + "\n" + Language.english.text(help)
        == expected + (expected.contains("\n") ? "" : general))
    #expect(error.exitCode == .usage)
    #expect(Language.korean.text(error.message).contains("열이 없습니다"))
  }

  @Test(arguments: [
    (
      "sku;title;price", ForeignFormat.shopify, "A;Lamp;1",
      "2: key=sku(\"A\") sku=A title=Lamp price=1 currency=KRW?"
    ),
    // Only what changes.
    (
      "Handle;Variant SKU;Variant Price", .shopify, "lamp;L-1;5",
      "2: key=sku(\"L-1\") sku=L-1 price=5 currency=KRW?"
    ),
    ("SKU;Name;Stock", .woocommerce, "A;Lamp;1", "2: key=sku(\"A\") sku=A title=Lamp stock=1"),
    ("상품명;판매가;소비자가", .smartstore, "후드티;5;6", "2: title=후드티 price=5 currency=KRW"),
  ])
  func `a table with the title column of the shop that is named is read`(
    header: String, format: ForeignFormat, row: String, expected: String
  ) throws {
    #expect(try RowCase().readShop(header, [row], from: format) == [expected])
  }

  @Test(arguments: [
    ("Discount amount", "7", "'7' in 'Discount amount' is more than the price, and is left out"),
    ("Discount percent", "120", "'120' in 'Discount percent' is more than the price, and is left out"),
  ])
  func `a discount above the price is left out with a warning`(header: String, cell: String, sentence: String)
    throws
  {
    #expect(
      try RowCase().readShop("Active (0/1);Name;Price tax included;\(header)", ["1;Mug;5;\(cell)"]) == [
        "2: title=Mug price=5 currency=KRW?\n2 \(header) discount-left-out: \(sentence)"
      ])
  }

  @Test(arguments: [
    ("Token;Item Name;Variation Name;SKU;Price", ["1;Tea;Cup;A;variable", "2;Tea;Pot;B;12"]),
    ("Handle;SKU;Name;Sold by weight;Option1 value;Price", ["tea;A;Tea;N;Cup;Variable", "tea;B;;N;Pot;12"]),
  ])
  func `a variation whose price is asked for at each sale is skipped alone`(header: String, rows: [String])
    throws
  {
    let found = try RowCase().readShop(header, rows)
    #expect(found[0] == "2: skipped: notForSale")
    #expect(found[1].hasPrefix("3: key=sku(\"B\") sku=B title=Tea – Pot price=12"), "\(found)")
  }

  @Test func `a bad key names the column of '--key-column'`() throws {
    let found = try RowCase {
      $0.options.key = .column
      $0.columnOptions.keyColumn = "Handle"
    }.readShop("Handle;Title;Variant SKU;Variant Price", ["2-Jan;Lamp;L-1;5"])
    #expect(found.map { String($0.prefix(26)) } == ["2: 2 Handle damaged-key: '"])
  }

  @Test func `a tag or a category that is too long is left out with a warning`() throws {
    let long = String(repeating: "x", count: 51)
    let found = try RowCase().readShop(
      "Type;SKU;Name;Regular price;Categories;Tags",
      ["simple;A;Mug;5;Gear > \(long), Home;\(long)y", "simple;B;Cup;5;;#선물 #수제"], from: .woocommerce)
    #expect(found[0].contains("tags=Home\n"))
    #expect(found[0].contains("2 Tags not-a-tag: "))
    #expect(
      found[0].contains("2 Categories not-a-tag: '\(long)' in 'Categories' cannot be a tag, and is left out"))
    #expect(found[1].contains("tags=선물|수제"))
  }
}
