import Console
import Foundation
import OpenMarket

/// A column of an import that has a meaning. The raw value is its name in exports, in JSON and in `--map`.
enum ImportColumn: RawRepresentable, Hashable, CaseIterable, Sendable {
  case id, title, description, price, currency, discountedPrice, discount, stock, cost
  case detail(DetailField)
  case images, registrationDate, reference, version, command

  static let (sku, tags, note) = (detail(.sku), detail(.tags), detail(.note))

  static let allCases: [ImportColumn] =
    [.id, .sku, .title, .description, .price, .currency, .discountedPrice, .discount, .stock, .cost]
    + DetailField.allCases.map { .detail($0) }.filter { $0 != .sku }
    + [.images, .registrationDate, .reference, .version, .command]

  init?(rawValue: String) {
    guard let column = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = column
  }

  var rawValue: String {
    switch self {
    case .id: "id"
    case .title: "title"
    case .description: "description"
    case .price: "price"
    case .currency: "currency"
    case .discountedPrice: "discounted_price"
    case .discount: "discount"
    case .stock: "stock"
    case .cost: "cost"
    case .detail(let field): field.rawValue
    case .images: "images"
    case .registrationDate: "registration_date"
    case .reference: "reference"
    case .version: "version"
    case .command: "command"
    }
  }

  /// The column with a name in English or Korean. Case, white space, `_`, `-` and `*` are ignored, and so is `(필수)` behind it.
  init?(named name: String) {
    guard let column = Self.byKey[HeaderKey(name)] ?? Self.byKey[HeaderKey(HeaderUnit(name).name)] else {
      return nil
    }
    self = column
  }

  /// The column that a header of the trade means where no other has its name: a category is a tag.
  init?(similarTo name: String) {
    guard let column = Self.similar[HeaderKey(HeaderUnit(name).name)] else { return nil }
    self = column
  }

  /// Whether a header names something that items do not have, such as a fee for delivery: it is left out, and no other column is meant.
  static func isOther(_ name: String) -> Bool { others.contains(HeaderKey(HeaderUnit(name).name)) }

  /// The name in exports with headers of a language.
  var title: LocalizedPhrase {
    switch self {
    case .id: LocalizedPhrase("ID")
    case .detail(.sku): LocalizedPhrase("SKU")
    case .title: LocalizedPhrase("Title")
    case .description: LocalizedPhrase("Description")
    case .price: LocalizedPhrase("Price")
    case .currency: LocalizedPhrase("Currency")
    case .discountedPrice: "Discounted price"
    case .discount: LocalizedPhrase("Discount")
    case .stock: LocalizedPhrase("Stock")
    case .cost: LocalizedPhrase("Cost")
    case .detail(.tags): LocalizedPhrase("Tags")
    case .detail(.note): LocalizedPhrase("Note")
    case .detail(.reorderAt): "Reorder at"
    case .detail(.offSale): "Off sale"
    case .detail(.barcodes): LocalizedPhrase("Barcodes")
    case .images: LocalizedPhrase("Images")
    case .registrationDate: "Registration date"
    case .reference: LocalizedPhrase("Reference")
    case .version: LocalizedPhrase("Version")
    case .command: LocalizedPhrase("Command")
    }
  }

  /// The names that a header may have, the name in exports first.
  var names: [String] { [rawValue] + synonyms }

  /// Names of several words are raw strings, which the check of translations does not take for messages.
  private var synonyms: [String] {
    switch self {
    case .id: [#"item id"#, "번호", "상품번호"]
    case .detail(.sku):
      [#"item code"#, #"product code"#, "code", "상품코드", #"판매자 상품코드"#, #"자체 상품코드"#, "코드", "품번", "관리코드"]
    case .title: ["name", #"product name"#, #"item name"#, "상품명", "상품이름", "제목", "이름", "품명"]
    case .description:
      ["descriptions", #"product description"#, "details", "설명", "상품설명", "상세설명", #"상품 상세설명"#]
    case .price: [#"unit price"#, #"list price"#, #"regular price"#, "가격", "판매가", "판매가격", "정가", "단가"]
    case .currency: [#"currency code"#, "통화", "화폐", "통화코드"]
    case .discountedPrice: [#"discount price"#, #"sale price"#, "할인가", "할인가격", "할인판매가", "세일가"]
    case .discount:
      [
        #"discount %"#, #"discount percent"#, #"discount percentage"#, #"discount rate"#, "할인율", "할인", "割引率",
        "Rabatt", "remise", "descuento",
      ]
    case .stock: ["quantity", "qty", "inventory", #"in stock"#, "재고", "재고수량", "재고량", "수량"]
    case .cost:
      [
        #"unit cost"#, #"cost price"#, #"cost per item"#, #"purchase price"#, "원가", "매입가", "매입단가", "구매가",
        "구매단가",
        "사입가",
      ]
    case .detail(.tags): ["tag", "태그", "해시태그"]
    case .detail(.note): ["notes", "memo", #"private note"#, "메모", "비고", #"비공개 메모"#]
    case .detail(.reorderAt): [#"reorder level"#, #"reorder point"#, "안전재고", #"발주 기준"#, #"재주문 기준"#, "재주문점"]
    case .detail(.offSale): [#"sale stopped"#, "판매중지", #"판매 중지"#]
    case .detail(.barcodes): ["barcode", "EAN", "UPC", "GTIN", "JAN", "ISBN", "바코드"]
    case .images: ["image", "picture", "pictures", "photo", "photos", "사진", "이미지", "상품사진", "상품이미지"]
    case .registrationDate: ["registered", #"date added"#, #"created at"#, "등록일", "등록일시", #"등록 날짜"#]
    case .reference: [#"external id"#, #"external reference"#, "참조", "참조번호", "외부번호"]
    case .version: [#"item version"#, "버전"]
    case .command: ["action", "명령", "작업", "처리"]
    }
  }

  /// Whether its cells are text, which exports guard for spreadsheets, and not numbers, dates or words of a fixed list.
  var isText: Bool {
    switch self {
    case .detail(.reorderAt), .detail(.offSale): false
    case .title, .description, .detail, .images, .reference: true
    case .id, .price, .currency, .discountedPrice, .discount, .stock, .cost, .registrationDate, .version,
      .command:
      false
    }
  }

  /// Whether its cells are keys that a spreadsheet may take for numbers or dates.
  var isKeyText: Bool { self == .sku || self == .reference || self == .detail(.barcodes) }

  /// The effect of clearing the column.
  enum Clearing: Sendable {
    case clears
    case isRefused
    /// `\empty` is refused; with `--empty clear` an empty cell leaves the value, as it says nothing of a field.
    case isNoField
  }

  var clearing: Clearing {
    switch self {
    case .detail(.sku): .isNoField
    case .detail, .description, .discountedPrice, .images: .clears
    case .title, .price, .stock: .isRefused
    case .id, .currency, .discount, .cost, .registrationDate, .reference, .version, .command: .isNoField
    }
  }

  private static let similar: [HeaderKey: Self] = Dictionary(
    wordsOfTrade.flatMap { column, words in words.map { (HeaderKey($0), column) } },
    uniquingKeysWith: { first, _ in first })

  /// Words of sheets in English, Korean, Japanese, German, French and Spanish. Some are less certain than the names of a column,
  /// which come before them.
  private static let wordsOfTrade: [(Self, [String])] = [
    (
      .title,
      [
        "product", "item", "상품", "품목", "품목명", "商品名", "商品", "品名", "名称", "Artikel", "Artikelname",
        "Bezeichnung", "Produkt",
        "Produktname", "article", "désignation", "libellé", "nom", #"nom du produit"#, "produit", "artículo",
        "nombre",
        #"nombre del producto"#, "producto",
      ]
    ),
    (.description, ["説明", "商品説明", "Beschreibung", "descripción"]),
    (
      .price,
      [
        #"retail price"#, #"sales price"#, #"selling price"#, #"price each"#, "소비자가", "소비자가격", "価格", "販売価格",
        "定価", "売価",
        "単価", "Preis", "Verkaufspreis", "prix", #"prix de vente"#, #"prix unitaire"#, "precio",
        #"precio de venta"#,
      ]
    ),
    (
      .discountedPrice,
      [
        "セール価格", "特価", "割引価格", "Angebotspreis", "Sonderpreis", #"prix promo"#, #"prix réduit"#,
        #"precio de oferta"#,
        #"precio rebajado"#,
      ]
    ),
    (
      .cost,
      [
        #"cost each"#, "原価", "仕入価格", "仕入れ値", "仕入値", "Einkaufspreis", "coût", #"prix d'achat"#,
        #"prix d’achat"#, "costo",
        "coste", #"precio de compra"#,
      ]
    ),
    (
      .stock,
      [
        #"on hand"#, "count", #"quantity on hand"#, #"qty on hand"#, #"current quantity"#, #"stock level"#,
        "현재고",
        "현재수량", "보유수량",
        "在庫", "在庫数", "数量", "Bestand", "Lagerbestand", "Menge", "quantité", "cantidad", "existencias",
      ]
    ),
    (
      .sku,
      [
        #"item number"#, #"part number"#, "商品コード", "商品番号", "品番", "Artikelnummer", "Artikel-Nr.", "référence",
        #"code article"#, "referencia", "código",
      ]
    ),
    (
      .tags,
      categories + ["タグ", "étiquettes", "etiquetas"]
    ),
    (
      .note, ["備考", "メモ", "Bemerkung", "Notiz", "Notizen", "remarque", "remarques", "notas", "observaciones"]
    ),
    (
      .detail(.reorderAt),
      [
        #"min stock"#, #"minimum stock"#, #"min qty"#, #"minimum quantity"#, "최소재고", "적정재고", "発注点", "最低在庫",
        "Meldebestand",
        "Mindestbestand", #"stock minimum"#, #"stock mínimo"#,
      ]
    ),
    (.detail(.barcodes), ["バーコード", "JANコード", "Strichcode", #"code-barres"#, #"código de barras"#]),
    (.images, [#"image url"#, "画像", "写真", "Bild", "Bilder", "Foto", "Fotos", "imagen", "imágenes"]),
    (.currency, ["通貨", "Währung", "devise", "divisa", "moneda"]),
  ]

  /// Whether a header names categories, which are tags here.
  static func isCategory(_ header: String) -> Bool {
    categories.contains { HeaderKey($0) == HeaderKey(HeaderUnit(header).name) }
  }

  private static let categories = [
    "category", "categories", #"product category"#, "카테고리", "분류", "상품분류", "カテゴリ", "カテゴリー", "Kategorie",
    "catégorie", "categoría",
  ]

  private static let others = Set(
    [
      "도매가", "공급가", "배송비", "규격", "순번", "품절", "창고", "위치", "모델", "no.", "no", "#", "model", "location",
      "warehouse", "tax", "active", "unit", "weight", "nr.", "n°", "합계", "금액", "공급처", "거래처", "제조사", "브랜드",
      "사이즈", "색상", "컬러", "total", "supplier",
      "vendor",
      "brand", "manufacturer", "size", "color", "colour", "仕入先", "メーカー", "ブランド", "サイズ", "色", "カラー",
      "Lieferant",
      "Hersteller", "Marke", "Größe", "Farbe", "fournisseur", "marque", "taille", "couleur", "proveedor",
      "marca", "talla",
    ].map { HeaderKey($0) })

  private static let byKey: [HeaderKey: Self] = Dictionary(
    allCases.flatMap { column in column.names.map { (HeaderKey($0), column) } },
    uniquingKeysWith: { first, _ in first })

  /// The names that a header which is not known may mean: none that only exports of this program have.
  static let suggestedWords: [String] =
    allCases.filter { ![.version, .command].contains($0) }.flatMap(\.names) + wordsOfTrade.flatMap(\.1)

  /// The names of all columns, by which the encoding of a file and its header row are recognized.
  static let knownHeaderWords: [String] =
    allCases.flatMap(\.names) + (Array(similar.keys) + others).map(\.text)

  /// The names in exports that a sheet can have, in Korean behind the ones of that language: for an error about an unknown column.
  static let list: LocalizedPhrase =
    "id, sku, title, description, price, currency, discounted_price, discount, stock, cost, tags, note, reorder_at, off_sale, barcodes, images, reference"
}

/// A header as it is compared: in lower case, without white space, `_`, `-` and the `*` of a required column, full-width
/// letters as usual ones.
struct HeaderKey: Hashable, Sendable {
  let text: String

  init(_ name: String) {
    let plain = name.precomposedStringWithCompatibilityMapping.lowercased()
    text = String(
      String.UnicodeScalarView(
        plain.unicodeScalars.filter {
          !$0.properties.isWhitespace && !"_-*".unicodeScalars.contains($0)
            && $0.properties.generalCategory != .format
        }))
  }

  /// The letters of Hangul apart, so that one wrong letter of a short Korean word is one of several. A letter that
  /// would join its neighbour becomes a scalar of a private-use area.
  var letters: String {
    let scalars = text.decomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
      (0x1100...0x11FF).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xD000) ?? scalar : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// A header and the unit in parentheses behind it, `판매가(원)`: a currency, or a word that says nothing about the values.
struct HeaderUnit: Sendable {
  private static let words: Set<String> = ["필수", "선택", "개", "수량", "required", "optional", "pcs", "ea", "%"]

  /// The header without the unit; the whole header where what is in parentheses is none.
  let name: String
  /// The currencies that the unit may name.
  let currencies: [Currency]

  init(_ header: String) {
    (name, currencies) = Self.parts(of: header) ?? (header, [])
  }

  private static func parts(of header: String) -> (String, [Currency])? {
    let text = header.trimmingCharacters(in: CharacterSet(charactersIn: "* \u{A0}\t"))
    guard text.hasSuffix(")") || text.hasSuffix("）"),
      let start = text.lastIndex(where: { $0 == "(" || $0 == "（" }), start > text.startIndex
    else { return nil }
    let unit = text[text.index(after: start)...].dropLast().trimmingCharacters(in: .whitespaces)
    if let named = Currency.named(unit) { return (String(text[..<start]), named) }
    return words.contains(unit.lowercased()) ? (String(text[..<start]), []) : nil
  }
}
