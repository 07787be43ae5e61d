import Tables

/// A table that another shop exports, or takes for its own import.
enum ForeignFormat: String, CaseIterable, Sendable {
  case shopify, woocommerce, cafe24, smartstore, prestashop, magento, medusa

  /// The name of the shop software.
  var name: String {
    switch self {
    case .shopify: "Shopify"
    case .woocommerce: "WooCommerce"
    case .cafe24: "Cafe24"
    case .smartstore: "SmartStore"
    case .prestashop: "PrestaShop"
    case .magento: "Magento"
    case .medusa: "Medusa"
    }
  }

  /// The format that has these columns; nil for a table of another kind.
  static func recognized(_ columns: [TableColumn]) -> Self? {
    let keys = Set(columns.map { ForeignColumns.key($0.name) })
    return allCases.first { format in
      format.signatures.contains { names in names.allSatisfy { keys.contains(ForeignColumns.key($0)) } }
    }
  }

  /// The first of the fields that a table named as one of this format cannot be without and does not have: the title, and in a
  /// table that is recognized as one of another format the price. Nil for a table with columns of this format alone, which
  /// may have only those that change.
  func missingField(in columns: [TableColumn]) -> ForeignField? {
    let fields = ForeignColumns(columns, of: self)
    if fields.knowsAll { return nil }
    if !fields.hasOwn(.title) { return .title }
    if let other = Self.recognized(columns), other != self, !fields.hasPrice { return .regularPrice }
    return nil
  }

  /// Sets of headers of which one is there as a whole, which tables of a seller's own do not have.
  private var signatures: [[String]] {
    switch self {
    case .shopify:
      [["Handle", "Title", #"Variant Price"#], [#"URL handle"#, "Title", #"Compare-at price"#]]
    case .woocommerce: [["Type", "Name", #"Regular price"#, #"Sale price"#]]
    case .cafe24:
      [
        ["상품명", "판매가", "소비자가"], ["상품명", "판매가", "진열상태"], ["상품명", "상품코드", #"자체 상품코드"#],
      ]
    case .smartstore:
      [
        ["상품명", "판매가", "재고수량", "대표이미지"], ["상품명", "판매가", "재고수량", "카테고리코드"], ["상품명", "판매가", "재고수량", "카테고리ID"],
        ["상품번호(스마트스토어)", "상품명", "판매가"], ["상품명", "판매가", "옵션명"],
      ]
    case .prestashop: [[#"Active (0/1)"#, "Name"], [#"Product ID"#, "Name", #"Price tax excluded"#]]
    case .magento: [["sku", "product_type", "name", "price", "attribute_set_code"]]
    case .medusa: [[#"Product Handle"#, #"Product Title"#]]
    }
  }

  /// The headers of all formats, by which the header row is recognized.
  static let knownHeaderWords = allCases.flatMap { format in
    ForeignField.allCases.flatMap(format.headers).filter { !$0.contains("#") }
  }

  /// The headers of a field, the preferred one first; `#` stands for a number. Names of several words are raw strings, which
  /// the check of translations does not take for messages.
  func headers(of field: ForeignField) -> [String] {
    switch self {
    case .shopify: Self.shopifyHeaders[field] ?? []
    case .woocommerce: Self.wooHeaders[field] ?? []
    case .cafe24: Self.cafe24Headers[field] ?? []
    case .smartstore: Self.smartStoreHeaders[field] ?? []
    case .prestashop: Self.prestaHeaders[field] ?? []
    case .magento: Self.magentoHeaders[field] ?? []
    case .medusa: Self.medusaHeaders[field] ?? []
    }
  }
}

extension ForeignFormat {
  /// Whether its amounts are won, unless another currency is named.
  var isKorean: Bool { self == .cafe24 || self == .smartstore }
}

/// The fields that columns of these formats hold.
enum ForeignField: CaseIterable, Sendable {
  /// The identifier that the rows of one product share.
  case handle
  case title, description, summary, tags, sku, barcodes, stock, currency
  /// The price without a discount, and the one with it.
  case regularPrice, sellingPrice
  /// The cost of a piece, to the seller.
  case cost
  /// A discount as an amount, in per cent, or in the unit beside it.
  case discountAmount, discountPercent, discountUnit
  /// The time of the price with a discount.
  case saleStart, saleEnd
  case images, variantImage, imagePosition
  /// The values of a variant's options: `Blue`, `L`.
  case options
  /// Options of all variants in one cell, or of one variant where each has a row.
  case optionList
  /// Whose column a table has in which the variants may have rows.
  case optionName
  /// An amount that a variant's price has more, and the stock of a variant.
  case surcharge, optionStock
  case status, published, isInStock, type, parent, id, storeView, visibility
}

extension ForeignFormat {
  private static let shopifyHeaders: [ForeignField: [String]] = [
    .handle: ["Handle", #"URL handle"#], .title: ["Title"], .description: [#"Body (HTML)"#, "Description"],
    .tags: ["Tags"], .sku: [#"Variant SKU"#, "SKU"],
    .barcodes: [#"Variant Barcode"#, "Barcode"],
    .stock: [#"Variant Inventory Qty"#, #"Inventory quantity"#],
    .regularPrice: [#"Variant Compare At Price"#, #"Compare-at price"#],
    .sellingPrice: [#"Variant Price"#, "Price"],
    .cost: [#"Cost per item"#], .images: [#"Image Src"#, #"Product image URL"#],
    .variantImage: [#"Variant Image"#, #"Variant image URL"#],
    .imagePosition: [#"Image Position"#], .options: [#"Option# Value"#], .status: ["Status"],
    .published: ["Published", #"Published on online store"#],
  ]
  private static let wooHeaders: [ForeignField: [String]] = [
    .title: ["Name"], .description: ["Description"], .summary: [#"Short description"#], .tags: ["Tags"],
    .sku: ["SKU"], .barcodes: [#"GTIN, UPC, EAN, or ISBN"#],
    .stock: ["Stock"], .isInStock: [#"In stock?"#], .regularPrice: [#"Regular price"#],
    .sellingPrice: [#"Sale price"#], .saleStart: [#"Date sale price starts"#],
    .saleEnd: [#"Date sale price ends"#], .images: ["Images"],
    .options: [#"Attribute # value(s)"#], .published: ["Published"], .type: ["Type"], .parent: ["Parent"],
    .id: ["ID"],
  ]
  private static let cafe24Headers: [ForeignField: [String]] = [
    .title: ["상품명"], .description: [#"상품 상세설명"#], .summary: [#"상품 간략설명"#, #"상품 요약설명"#],
    .tags: ["검색어설정"], .sku: [#"자체 상품코드"#], .id: ["상품코드"], .stock: ["재고수량"],
    .regularPrice: ["소비자가"], .sellingPrice: ["판매가"],
    .images: ["이미지등록(상세)", "이미지등록(추가)"], .optionList: ["옵션입력"], .status: ["판매상태"],
    .published: ["진열상태"],
  ]
  private static let smartStoreHeaders: [ForeignField: [String]] = [
    .title: ["상품명"], .description: ["상세설명", "상세정보"], .tags: ["태그", "검색태그"], .sku: [#"판매자 상품코드"#, "상품코드"],
    .id: ["상품번호(스마트스토어)", "상품번호"], .stock: ["재고수량"], .regularPrice: ["판매가"],
    .sellingPrice: ["할인가(PC)", "할인가"],
    .discountAmount: [#"즉시할인 값"#, "즉시할인값(PC)", #"PC 즉시할인 값"#, #"즉시할인 값(기본할인)"#],
    .discountUnit: [#"즉시할인 단위"#, "즉시할인단위(PC)", #"PC 즉시할인 단위"#, #"즉시할인 단위(기본할인)"#],
    .images: ["대표이미지", "추가이미지"],
    .optionList: ["옵션값", "옵션명"], .optionName: ["옵션명"],
    .surcharge: ["옵션가"], .optionStock: [#"옵션 재고수량"#], .status: ["판매상태"], .published: ["전시상태"],
  ]
  private static let prestaHeaders: [ForeignField: [String]] = [
    .title: ["Name"], .description: ["Description"], .summary: [#"Short description"#],
    .tags: [#"Tags (x,y,z...)"#],
    .sku: [#"Reference #"#, "Reference"], .barcodes: ["EAN13", "UPC", "ISBN"], .id: [#"Product ID"#, "ID"],
    .stock: ["Quantity"],
    .regularPrice: [
      #"Price tax included"#, #"Price tax excluded"#, #"Price tax excluded or Price tax included"#,
    ],
    .discountAmount: [#"Discount amount"#], .discountPercent: [#"Discount percent"#],
    .saleStart: [#"Discount from (yyyy-mm-dd)"#, #"Discount from"#],
    .saleEnd: [#"Discount to (yyyy-mm-dd)"#, #"Discount to"#],
    .images: [#"Image URLs (x,y,z...)"#], .published: [#"Active (0/1)"#],
  ]
  private static let magentoHeaders: [ForeignField: [String]] = [
    .title: ["name"], .description: ["description"], .summary: ["short_description"], .sku: ["sku"],
    .stock: ["qty"], .isInStock: ["is_in_stock"],
    .regularPrice: ["price"], .sellingPrice: ["special_price"],
    .saleStart: ["special_price_from_date", "special_price_from"],
    .saleEnd: ["special_price_to_date", "special_price_to"], .images: ["base_image", "additional_images"],
    .published: ["product_online"], .type: ["product_type"], .storeView: ["store_view_code"],
    .visibility: ["visibility"],
  ]
  private static let medusaHeaders: [ForeignField: [String]] = [
    .handle: [#"Product Handle"#], .title: [#"Product Title"#], .description: [#"Product Description"#],
    .tags: [#"Product Tags"#, #"Product Tag #"#], .sku: [#"Variant SKU"#],
    .barcodes: [#"Variant Barcode"#, #"Variant EAN"#, #"Variant UPC"#],
    .stock: [#"Variant Inventory Quantity"#],
    .images: [#"Product Thumbnail"#, #"Image # Url"#, #"Product Image # Url"#, #"Product Image #"#],
    .options: [#"Option # Value"#, #"Variant Option # Value"#], .status: [#"Product Status"#],
  ]
}
